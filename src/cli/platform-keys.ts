/** `vezne platform`: lists, creates, rotates and revokes API keys of the platform's own realm, on the machine. */
import { userInfo } from 'node:os'
import { stdout } from 'node:process'
import type { AuditedChange } from '../access/endpoint.ts'
import { newId } from '../core/id.ts'
import type { Secret } from '../core/secret.ts'
import { apiKeyBody } from '../identity/api-keys/api-key-body.ts'
import { pageOfApiKeys } from '../identity/api-keys/api-key-list-store.ts'
import {
  type ApiKeyRow,
  addApiKey,
  findApiKey,
  removeApiKey,
  replaceSecret,
} from '../identity/api-keys/api-key-store.ts'
import { newClientId, newClientSecret } from '../identity/api-keys/new-credentials.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Runtime } from '../infra/runtime.ts'
import { withRuntime } from './attach-runtime.ts'
import { auditCommand, findMasterRealm } from './audit-command.ts'
import { UsageError, type Verb } from './command.ts'
import { confirm, readFlag } from './confirm.ts'

const OVERLAP_MS = 24 * 3_600_000
const KEYS_SHOWN = 1_000

export const platform: Verb = {
  summary: "list, make, rotate and revoke the keys of the platform's administrators",
  usage: `platform [keys]           the keys of the platform's own realm
platform make             one more administrator's key; its secret is shown once
platform rotate <client_id>  a new secret; the one so far works 24 hours longer
  --now                   it ends at once, as after a leak
platform revoke <client_id>  its tokens and sign-ins end at once; another active key has to be there
  --yes                   without asking

Works on the database itself: also where no key is known any more. The audit log of the platform names the command.`,
  async run(words) {
    const now = readFlag(words, '--now')
    const yes = readFlag(now.rest, '--yes')
    const [step = 'keys', id, ...more] = yes.rest
    const takesId = step === 'rotate' || step === 'revoke'
    if (more.length > 0 || takesId !== (id !== undefined)) throw new UsageError('see help platform')
    await withRuntime(async ({ runtime }) => {
      if (step === 'keys') return say((await platformKeys(runtime)).map(formatLine))
      if (step === 'make') return say(secretLines(await makePlatformKey(runtime)))
      if (step === 'rotate') return say(secretLines(await rotatePlatformKey(runtime, id!, now.isSet)))
      if (step !== 'revoke') throw new UsageError(`there is no ${step}; see help platform`)
      await checkRevocable(runtime, id!)
      say([`${id} will be refused from the next request on, for good.`])
      await confirm(yes.isSet)
      await revokePlatformKey(runtime, id!)
      say([`${id} is revoked`])
    })
  },
}

const say = (lines: readonly string[]): void => void stdout.write(lines.map((line) => `${line}\n`).join(''))

const formatLine = ({ client_id, is_active, created, last_used_at, display_name }: ApiKeyRow): string =>
  [
    client_id.padEnd(44),
    (is_active ? 'active' : 'inactive').padEnd(9),
    `made ${created.toISOString().slice(0, 10)}`,
    `last used ${last_used_at?.toISOString().slice(0, 16) ?? 'never'}`,
    display_name ?? '',
  ].join('  ')

interface Shown {
  clientId: string
  secret: Secret
}
const secretLines = ({ clientId, secret }: Shown): string[] => [
  `VEZNE_PLATFORM_CLIENT_ID=${clientId}`,
  `VEZNE_PLATFORM_CLIENT_SECRET=${secret.use((text) => text)}`,
]

/** Returns newest keys first, inactive ones too. */
export const platformKeys = (runtime: Runtime): Promise<ApiKeyRow[]> =>
  inMaster(runtime, async (tx, tenantId) => (await allKeys(tx, tenantId)).rows)

const allKeys = (tx: Tx, tenantId: string) =>
  pageOfApiKeys(
    tx,
    { tenantId, merchantId: null },
    { includeInactive: true, searchTerm: undefined },
    { page_size: KEYS_SHOWN },
  )

export const makePlatformKey = async (runtime: Runtime): Promise<Shown> => {
  const shown = { clientId: newClientId(runtime), secret: newClientSecret(runtime) }
  const now = runtime.clock.now()
  const id = newId(now.getTime())
  const written = {
    display_name: 'Platform administrator',
    contact_email: null,
    merchant_id: null,
    roles: ['platform-admin'],
    plan_id: null,
    daily_limit_override: null,
    monthly_limit_override: null,
    rate_limit_override: null,
    allowed_ips: null,
    expires_at: null,
  }
  const after = await inMaster(runtime, async (tx, tenantId) => {
    const secretHash = shown.secret.use((text) => runtime.sealer.hashSecret(text))
    await addApiKey(tx, { tenantId, id, clientId: shown.clientId, secretHash, written, accountable: atMachine(), now })
    return buildBody(runtime, (await findApiKey(tx, { tenantId, merchantId: null }, id))!)
  })
  await note(runtime, 'make', { kind: 'api_key', id, before: null, after })
  return shown
}

export const rotatePlatformKey = async (runtime: Runtime, clientId: string, endsNow: boolean): Promise<Shown> => {
  const shown = { clientId, secret: newClientSecret(runtime) }
  const now = runtime.clock.now()
  const change = await inMaster(runtime, async (tx, tenantId) => {
    const storedKey = keyIn((await allKeys(tx, tenantId)).rows, clientId)
    const hash = shown.secret.use((text) => runtime.sealer.hashSecret(text))
    const previousExpiresAt = endsNow ? now : new Date(now.getTime() + OVERLAP_MS)
    await replaceSecret(tx, tenantId, storedKey.id, { hash, now, previousExpiresAt, accountable: atMachine() })
    const after = (await findApiKey(tx, { tenantId, merchantId: null }, storedKey.id))!
    return { id: storedKey.id, before: buildBody(runtime, storedKey), after: buildBody(runtime, after) }
  })
  await note(runtime, 'rotate', { kind: 'api_key', ...change })
  return shown
}

/** Throws UsageError where the platform would be left without an administrator. */
const checkRevocable = async (runtime: Runtime, clientId: string): Promise<ApiKeyRow> => {
  const keys = await platformKeys(runtime)
  const storedKey = keyIn(keys, clientId)
  if (!keys.some((key) => key.is_active && key.id !== storedKey.id))
    throw new UsageError('it is the only active key of the platform; make another one first: vezne platform make')
  return storedKey
}

export const revokePlatformKey = async (runtime: Runtime, clientId: string): Promise<void> => {
  const storedKey = await checkRevocable(runtime, clientId)
  await inMaster(runtime, (tx, tenantId) => removeApiKey(tx, tenantId, storedKey.id, runtime.clock.now()))
  await note(runtime, 'revoke', {
    kind: 'api_key',
    id: storedKey.id,
    before: buildBody(runtime, storedKey),
    after: null,
  })
}

const inMaster = async <T>({ db }: Runtime, work: (tx: Tx, tenantId: string) => Promise<T>): Promise<T> => {
  const tenantId = await db.transaction({ as: 'platform' }, findMasterRealm)
  return db.transaction({ of: tenantId }, (tx) => work(tx, tenantId))
}
const keyIn = (keys: readonly ApiKeyRow[], clientId: string): ApiKeyRow => {
  const storedKey = keys.find((key) => key.client_id === clientId)
  if (!storedKey) throw new UsageError(`the platform has no key ${clientId}; vezne platform keys lists them`)
  return storedKey
}
const buildBody = (runtime: Runtime, key: ApiKeyRow) => apiKeyBody(key, runtime.clock.ms())
const atMachine = (): string[] => [`os:${userInfo().username}`]
const note = (runtime: Runtime, step: string, change: AuditedChange): Promise<void> =>
  auditCommand(runtime, `vezne platform ${step}`, change)
