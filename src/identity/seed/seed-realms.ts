/** Makes the realms a platform starts with: plans and `master` everywhere, the demo tenants in a sandbox. */
import { createHmac, randomBytes } from 'node:crypto'
import { PRODUCTS } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { Secret } from '../../core/secret.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { hashPassword } from '../login/passwords.ts'
import { newSigningKey } from '../tokens/signing-keys.ts'
import {
  DEMO_MASTER,
  DEMO_REALMS,
  listDemoTariffPlans,
  MASTER,
  type SeedRealm,
  type SeedTariffPlan,
} from './demo-realms.ts'
import { insertRealms, missingSlugs, type RealmRows } from './realm-seed-store.ts'

export interface MadeClient {
  readonly key: string
  readonly clientId: string
  readonly secret: Secret
  readonly roles: readonly string[]
}
interface MadeUser {
  readonly email: string
  readonly password: Secret
  readonly roles: readonly string[]
}
/** A realm made just now, with the secrets that cannot be read again. */
export interface MadeRealm {
  readonly realm: SeedRealm
  readonly clients: readonly MadeClient[]
  readonly users: readonly MadeUser[]
}

/** Delivers the secrets before they are valid: afterwards they are nowhere else. A concurrent start may win. */
export type HandOutCredentials = (made: readonly MadeRealm[]) => { tell(): void; takeBack(): void }

/** Idempotent, and safe for concurrent starts; returns what this call created, an empty list when all existed. */
export const seedRealms = async (runtime: Runtime, handOut?: HandOutCredentials): Promise<readonly MadeRealm[]> => {
  const wanted = runtime.config.env === 'sandbox' ? [DEMO_MASTER, ...DEMO_REALMS] : [MASTER]
  const missing = await runtime.db.transaction({ as: 'platform' }, (tx) =>
    missingSlugs(
      tx,
      wanted.map((realm) => realm.slug),
    ),
  )
  if (missing.length === 0) return []
  const made = wanted.filter((realm) => missing.includes(realm.slug)).map((realm) => withSecrets(runtime, realm))
  const rows = await findRows(runtime, made)
  const handed = handOut?.(made)
  const written = await runtime.db
    .transaction({ as: 'platform' }, (tx) => insertRealms(tx, rows))
    .catch((error: unknown) => {
      handed?.takeBack()
      throw error
    })
  const ours = made.filter(({ realm }) => written.includes(realm.slug))
  if (ours.length > 0) handed?.tell()
  else handed?.takeBack()
  runtime.notifications.publish('realms')
  return ours
}

const withSecrets = (runtime: Runtime, realm: SeedRealm): MadeRealm => {
  const mode = runtime.config.env === 'production' ? 'live' : 'test'
  const random = (name: string): string => randomText(runtime.config.demoSecretSeed, name)
  return {
    realm,
    clients: realm.clients.map(({ key, roles }) => {
      const clientId = `cid_${mode}_${realm.short}_${key}`
      return { key, clientId, roles, secret: new Secret(`cs_${mode}_${random(clientId)}`) }
    }),
    users: realm.users.map(({ email, roles }) => ({ email, roles, password: new Secret(random(email)) })),
  }
}

/** Returns 256 random bits; with a seed always the same ones, for tests. */
const randomText = (seed: string | undefined, name: string): string =>
  (seed === undefined ? randomBytes(32) : createHmac('sha256', seed).update(name).digest()).toString('base64url')

const findRows = async (runtime: Runtime, made: readonly MadeRealm[]): Promise<RealmRows> => {
  const at = runtime.clock.ms()
  const stamp = { created: new Date(at), last_modified: new Date(at) }
  const each = <T>(part: (realm: MadeRealm) => readonly T[]): T[] => made.flatMap(part)
  return {
    plans: listDemoTariffPlans(runtime.config.env).map((plan, place) => ({
      ...toSeededTariffPlan(plan, place),
      ...stamp,
    })),
    realms: made.map(({ realm }) => ({ ...realmRow(runtime, realm), plan_assigned_at: stamp.created, ...stamp })),
    merchants: each(({ realm }) =>
      realm.merchants.map((merchant) => ({ ...own(realm), ...merchant, status: 'approved', ...stamp })),
    ),
    clients: each(({ realm, clients }) =>
      clients.map((client, place) => ({
        ...own(realm),
        ...stamp,
        id: newId(at + place),
        client_id: client.clientId,
        secret_hash: hex(client.secret.use((secret) => runtime.sealer.hashSecret(secret))),
        display_name: realm.clients[place]?.name,
        merchant_id: realm.clients[place]?.merchant_id,
        roles: client.roles,
        is_active: true,
      })),
    ),
    users: await Promise.all(each(({ realm, users }) => users.map((user, place) => userRow(realm, user, place, at)))),
    signing_keys: await Promise.all(made.map(({ realm }) => keyRow(runtime, realm))),
  }
}

const own = (realm: SeedRealm) => ({ tenant_id: realm.tenant_id, is_deleted: false })
const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

const toSeededTariffPlan = (plan: SeedTariffPlan, place: number) => ({
  is_unlimited: false,
  is_default: false,
  ...plan,
  daily_transaction_limit: 0,
  monthly_transaction_limit: 0,
  is_active: true,
  sort_order: place + 1,
  features: PRODUCTS,
})

const realmRow = (runtime: Runtime, realm: SeedRealm) => ({
  tenant_id: realm.tenant_id,
  slug: realm.slug,
  kind: realm.kind,
  display_name: realm.display_name,
  status: 'active',
  plan_id: realm.plan?.id,
  allow_non_3d: runtime.config.env === 'sandbox',
  preferred_three_d_flow: 'standard',
})

const userRow = async (realm: SeedRealm, user: MadeUser, place: number, at: number) => ({
  ...own(realm),
  id: realm.users[place]?.id,
  username: user.email,
  email: user.email,
  first_name: realm.users[place]?.first_name,
  last_name: realm.users[place]?.last_name,
  password_hash: await user.password.use(hashPassword),
  password_is_temporary: false,
  roles: user.roles,
  enabled: true,
  email_verified: true,
  pending_approval: false,
  created: new Date(at + place),
  last_modified: new Date(at + place),
})

const keyRow = async (runtime: Runtime, realm: SeedRealm) => {
  // Real time: keys of tokens go by the watch of those who check them.
  const now = new Date()
  const key = await newSigningKey(runtime, realm.tenant_id, now, now)
  return { ...key, private_sealed: hex(key.private_sealed) }
}
