/** `vezne person`: exports what a tenant stores about a person to a file, and erases it. */
import { writeFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { type ApiClient, createApiClient, createApiClientWith, readDemo } from './api-client.ts'
import { type Arguments, parseArguments, UsageError, type Verb } from './command.ts'

export const person: Verb = {
  summary: 'export or erase what a tenant holds of a person',
  usage: `person export             writes every record as JSON; it is personal data: keep the file as such
  --email <address>       whom: one of the two
  --identity-number <no>  national or tax id
  --out <file>            made readable by its owner alone; default: standard output
person erase              names, addresses, e-mail, telephone, identity numbers and network addresses are taken out for good;
                          amounts, states, masked cards and references stay, and records of transfers
  --email, --identity-number
  --yes                   without it nothing is erased: what is there is counted
  --tenant <slug>         default: tenant-demo
  --client <key>          key of demo.json with the role tenant-admin; default: admin
  --demo <file>           default: demo.json in VEZNE_DATA_DIR (.vezne)

Both stand in the tenant's audit log. Elsewhere than beside a sandbox the key comes from the environment: VEZNE_CLIENT_ID,
VEZNE_CLIENT_SECRET and VEZNE_TENANT (slug), with VEZNE_IDENTITY_URL.`,
  async run([step, ...words]) {
    const run = STEPS[step ?? '']
    if (!run) throw new UsageError(`person takes one of ${Object.keys(STEPS).join(', ')}; see help person`)
    const isSure = words.includes('--yes')
    const given = parseArguments(
      words.filter((word) => word !== '--yes'),
      ['email', 'identity-number', 'out', 'tenant', 'client', 'demo'],
    )
    if (given.rest.length > 0) throw new UsageError('too many words; see help person')
    await run(given, isSure)
  },
}

interface Exported {
  records: { kind: string; data: object }[]
  position: string | null
}
interface Counted {
  kind: string
  count: number
}
interface ErasedAnswer {
  erased: Counted[]
  kept: (Counted & { reason: string })[]
  position: string | null
}

const STEPS: Readonly<Record<string, (words: Arguments, isSure: boolean) => Promise<void>>> = {
  async export({ options }) {
    const text = `${JSON.stringify(await recordsOf(options), null, 2)}\n`
    if (options.out === undefined) stdout.write(text)
    else writeFileSync(options.out, text, { mode: 0o600, flag: 'wx' })
  },
  async erase({ options }, isSure) {
    if (!isSure) {
      const counts = sums((await recordsOf(options)).map(({ kind }) => [kind, 1]))
      stdout.write(`${lines('found', counts)}nothing erased: add --yes to erase\n`)
      return
    }
    const answers = await allOf<ErasedAnswer>('erase', options)
    const kept = answers.flatMap((answer) => answer.kept)
    stdout.write(lines('erased', sums(answers.flatMap(({ erased }) => erased.map(({ kind, count }) => [kind, count])))))
    stdout.write(lines('kept', sums(kept.map(({ kind, reason, count }) => [`${kind} (${reason})`, count]))))
  },
}

const recordsOf = async (options: Arguments['options']): Promise<Exported['records']> =>
  (await allOf<Exported>('export', options)).flatMap(({ records }) => records)

const allOf = async <Page extends { position: string | null }>(
  step: 'export' | 'erase',
  options: Arguments['options'],
): Promise<Page[]> => {
  const { email, 'identity-number': identity_number } = options
  if ((email === undefined) === (identity_number === undefined))
    throw new UsageError('name the person: --email or --identity-number')
  const { caller, url } = whoCalls(options)
  const whom = email === undefined ? { identity_number } : { email }
  const pages: Page[] = []
  for (let position: string | null = ''; position !== null; ) {
    const body: object = position === '' ? whom : { ...whom, position }
    const page = (await caller.call('POST', `${url}/api/v1/tenants/me/person-data/${step}`, body)) as Page
    pages.push(page)
    position = page.position
  }
  return pages
}

const whoCalls = (options: Arguments['options']): { caller: ApiClient; url: string } => {
  const { VEZNE_CLIENT_ID: client_id, VEZNE_CLIENT_SECRET: client_secret } = process.env
  if (client_id === undefined || client_secret === undefined) {
    const demo = readDemo(options.demo)
    return {
      caller: createApiClient(demo, options.tenant ?? 'tenant-demo', options.client ?? 'admin'),
      url: demo.auth_url,
    }
  }
  const { VEZNE_TENANT: slug, VEZNE_IDENTITY_URL: auth_url } = process.env
  if (!slug || !auth_url) throw new UsageError('say whose and where: VEZNE_TENANT and VEZNE_IDENTITY_URL')
  return { caller: createApiClientWith({ client_id, client_secret, auth_url, slug }), url: auth_url }
}

const sums = (counts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> => {
  const total = new Map<string, number>()
  for (const [kind, count] of counts) total.set(kind, (total.get(kind) ?? 0) + count)
  return total
}

const lines = (word: string, counts: ReadonlyMap<string, number>): string =>
  counts.size === 0
    ? `${word} nothing\n`
    : [...counts].map(([kind, count]) => `${word} ${String(count).padStart(6)} ${kind}\n`).join('')
