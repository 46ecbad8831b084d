/** `vezne tenant`: creates, lists, suspends, activates and moves tenants. */
import { stdout } from 'node:process'
import { type Arguments, parseArguments, UsageError, type Verb } from './command.ts'
import { CREDENTIALS_HELP, createPlatformClient, type PlatformClient } from './platform.ts'
import { createTenant, FIRST_MERCHANT, type MadeTenant } from './tenant-creation.ts'

export const tenant: Verb = {
  summary: 'create, list, suspend, activate and move tenants',
  usage: `tenant create             a tenant, its first API key (tenant-admin) and a merchant; the secret is shown once
  --name <name>
  --plan <code>           default: the default plan
  --slug <slug>           default: made from the name
  --email <address>       whom to write to; needed outside the sandbox
  --allowed-ips <list>    addresses the key is used from, this machine among them; needed outside the sandbox
  --shard <number>        where tenants are spread over several servers; default: the one with most room
  --format env            lines for a shell: eval "$(npm run -s vezne -- tenant create ... --format env)"
tenant list               --all: suspended ones too; --search <text>
tenant suspend <slug>     --reason <text>, for the audit log
tenant activate <slug>
tenant move <slug>        --to <shard>: to another database server, closed meanwhile (docs/shards.md); a repeat goes on where one was killed
  --wait <seconds>        for what is under way to end; default 90
  --give-up               ends a move that has not come to its end: the tenant works where it was
  --drop-left             deletes its rows on the server that it left
  --yes                   without asking
${CREDENTIALS_HELP}`,
  async run([step, ...words]) {
    const run = STEPS[step ?? '']
    if (!run) throw new UsageError(`tenant takes one of ${Object.keys(STEPS).join(', ')}; see help tenant`)
    await run(words)
  },
}

const STEPS: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  async create(words) {
    const { options, rest } = parseArguments(words, [
      ...['name', 'plan', 'slug', 'email', 'allowed-ips', 'shard', 'format', 'demo'],
    ])
    if (rest.length > 0) throw new UsageError('too many words; a name of several goes in quotes: --name "Acme Ticaret"')
    const { name, plan, slug, email, format = 'text' } = options
    if (!name) throw new UsageError('name the tenant: --name "Acme Ticaret"')
    if (format !== 'text' && format !== 'env') throw new UsageError('--format takes text or env')
    const allowedIps = options['allowed-ips']
    const shard = options.shard === undefined ? undefined : shardOf(options.shard)
    const platform = createPlatformClient(options.demo, [
      ...(email === undefined ? ['--email (whom to write to)'] : []),
      ...(allowedIps === undefined ? ['--allowed-ips (where the first key is used)'] : []),
    ])
    const made = await createTenant(platform, { name, plan, slug, email, allowedIps, shard })
    stdout.write(`${(format === 'env' ? envLines : textLines)(platform, made).join('\n')}\n`)
  },
  async list(words) {
    const isAll = words.includes('--all')
    const { options } = parseArguments(
      words.filter((word) => word !== '--all'),
      ['search', 'demo'],
    )
    const platform = createPlatformClient(options.demo)
    for (const { slug, status, plan_code, id } of await tenantsOf(platform, isAll, options.search))
      stdout.write(`${slug.padEnd(30)} ${status.padEnd(10)} ${(plan_code ?? '-').padEnd(14)} ${id}\n`)
  },
  suspend: (words) => switchTenant('suspend', parseArguments(words, ['reason', 'demo'])),
  activate: (words) => switchTenant('activate', parseArguments(words, ['demo'])),
  move: async (words) => (await import('./shards/move-command.ts')).moveCommand(words),
}

const shardOf = (written: string): number => {
  if (!/^[0-9]{1,5}$/.test(written)) throw new UsageError('--shard takes the number of a shard, such as 1')
  return Number(written)
}

const textLines = (
  { auth_url }: PlatformClient,
  { tenant, merchantId, client_id, client_secret }: MadeTenant,
): string[] => [
  `tenant    ${tenant.slug}  ${tenant.id}  plan ${tenant.plan_code}`,
  `merchant  ${FIRST_MERCHANT}  ${merchantId}`,
  `key       ${client_id}  tenant-admin`,
  `secret    ${client_secret}  (shown this once)`,
  '',
  'next, a token:',
  '',
  `curl -s ${auth_url}/api/v1/auth/${tenant.slug}/token -d grant_type=client_credentials -d client_id=${client_id} -d client_secret=${client_secret}`,
]

/** Nothing in the values needs quoting: slugs, uuids, addresses, base64url. */
const envLines = (platform: PlatformClient, { tenant, merchantId, client_id, client_secret }: MadeTenant): string[] => [
  `TENANT=${tenant.slug}`,
  `TENANT_ID=${tenant.id}`,
  `MERCHANT_ID=${merchantId}`,
  `CLIENT_ID=${client_id}`,
  `CLIENT_SECRET=${client_secret}`,
  `AUTH_URL=${platform.auth_url}`,
  `BASE_URL=${platform.base_url}`,
]

interface Listed {
  slug: string
  status: string
  plan_code: string | null
  id: string
}

const tenantsOf = async ({ caller, auth_url }: PlatformClient, isAll: boolean, search = ''): Promise<Listed[]> => {
  const found: Listed[] = []
  const query = `page_size=100&include_inactive=${isAll}${search === '' ? '' : `&search_term=${encodeURIComponent(search)}`}`
  for (let page = 1; ; page++) {
    const answer = (await caller.call('GET', `${auth_url}/api/v1/platform/tenants?${query}&page=${page}`)) as {
      items: Listed[]
      has_next_page: boolean
    }
    found.push(...answer.items)
    if (!answer.has_next_page) return found
  }
}

const switchTenant = async (step: 'suspend' | 'activate', { options, rest }: Arguments): Promise<void> => {
  const [slug, ...more] = rest
  if (slug === undefined || more.length > 0) throw new UsageError(`name one tenant: tenant ${step} tenant-<slug>`)
  const { caller, auth_url } = createPlatformClient(options.demo)
  const address = `${auth_url}/api/v1/platform/tenants`
  const { id } = (await caller.call('GET', `${address}/${encodeURIComponent(slug)}`)) as Listed
  const body = step === 'suspend' ? { reason: options.reason } : undefined
  const { status } = (await caller.call('POST', `${address}/${id}/${step}`, body)) as Listed
  stdout.write(`${slug} is ${status}\n`)
}
