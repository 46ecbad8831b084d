/** The realms, clients, people and merchants every request needs: cached in memory, and dropped per tenant on notification. */
import { isUuid } from '../../core/id.ts'
import type { Database } from '../../infra/database/database.ts'
import { TenantMovesError } from '../../infra/database/database-errors.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { createInvalidatedCache } from '../../infra/database/invalidated-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { type Client, type ClientKey, readClients } from './client-lookup.ts'
import { findMerchants, findRealms, findTenantsBySlug, type KnownMerchant, type Realm } from './realm-lookup.ts'
import { CONSOLE, type TokenSubject } from './token-subject.ts'
import { findUserAccount, type UserAccount } from './user-lookup.ts'

export type { Client } from './client-lookup.ts'
export type { KnownMerchant, Realm, RealmKey, TariffPlan } from './realm-lookup.ts'
export type { TokenSubject as Holder } from './token-subject.ts'
export type { UserAccount as Person } from './user-lookup.ts'

export interface MerchantDirectory {
  readonly byId: ReadonlyMap<string, KnownMerchant>
  readonly byExternalId: ReadonlyMap<string, KnownMerchant>
  /** Set when the tenant has exactly one active merchant and has never switched off one that was used: otherwise callers would silently be moved to another merchant. */
  readonly onlyActive: KnownMerchant | null
}

export interface Realms {
  realmBySlug(slug: string): Promise<Realm | null>
  /** Compares the whole issuer, exactly. */
  realmByIssuer(issuer: string): Promise<Realm | null>
  realmOfTenant(tenantId: string): Promise<Realm | null>
  merchantsOf(tenantId: string): Promise<MerchantDirectory>
  clientOf(tenantId: string, clientId: string): Promise<Client | null>
  personOf(tenantId: string, id: string): Promise<UserAccount | null>
  /** The subject of the token. */
  findSubject(tenantId: string, token: { clientId: string; subject: string }): Promise<TokenSubject | null>
  issuerOf(slug: string): string
  /** Returns whether a token claims to come from one of our realms, whatever the rest of it says. */
  isOurIssuer(issuer: unknown): boolean
  close(): void
}

const REALMS_MAX = 10_000 // of some 4 KB
const CLIENTS_MAX = 60_000 // of some 1 KB
const PEOPLE_MAX = 20_000 // of some 1 KB
const MERCHANT_DIRECTORIES_MAX = 10_000 // tenants whose merchants are cached
const SLUG = /^[a-z0-9-]{1,60}$/
const CLIENT_ID = /^[\x21-\x7e]{1,100}$/

export const createRealms = (runtime: Pick<Runtime, 'db' | 'notifications' | 'config'>): Realms => {
  const { notifications } = runtime
  const { freshness } = notifications
  const read = openReads(runtime.db)
  const tenants = createInvalidatedCache({
    entriesMax: REALMS_MAX,
    freshness,
    load: read.tenantBySlug,
    isKept: (tenantId) => tenantId !== null, // a realm just created is found at once
  })
  const realms = createInvalidatedCache({
    entriesMax: REALMS_MAX,
    freshness,
    load: read.realm,
    isKept: (realm) => realm !== null, // its rows may be hidden for a moment
  })
  const merchants = createInvalidatedCache({ entriesMax: MERCHANT_DIRECTORIES_MAX, freshness, load: read.merchants })
  const clients = createInvalidatedCache({
    entriesMax: CLIENTS_MAX,
    freshness,
    load: (key) => read.client(...(key.split(' ') as [string, string])),
    groupOf: tenantOfKey,
  })
  const people = createInvalidatedCache({
    entriesMax: PEOPLE_MAX,
    freshness,
    load: (key) => read.person(...(key.split(' ') as [string, string])),
    groupOf: tenantOfKey,
  })
  const clear = (): void => {
    for (const cache of [tenants, realms, merchants, clients, people]) cache.clear()
  }
  const unsubscribes = [
    notifications.subscribe('realms', (tenantId) => {
      if (tenantId === '') return clear()
      realms.drop(tenantId)
      merchants.drop(tenantId)
      clients.dropGroup(tenantId)
      people.dropGroup(tenantId)
    }),
    notifications.subscribe('merchants', (tenantId) =>
      tenantId === '' ? merchants.clear() : merchants.drop(tenantId),
    ),
    notifications.subscribe('plans', () => {
      realms.clear()
      clients.clear() // includes clients that have their own plan
    }),
  ]
  /** A move hides the tenant's rows, and this process may not have heard of it: what is missing is looked for again by the map of now. */
  const unlessMoving = async <T>(idOrSlug: string, find: () => Promise<T | null>): Promise<T | null> => {
    const found = await find()
    if (found !== null || runtime.db.shards.length === 1) return found
    await runtime.db.refreshTenants()
    if (runtime.db.isMoving(idOrSlug)) throw new TenantMovesError(idOrSlug)
    return find()
  }
  const base = `${runtime.config.urls.identity}/api/v1/auth/`
  const realmBySlug = async (slug: string): Promise<Realm | null> => {
    if (!SLUG.test(slug)) return null
    if (runtime.db.isMoving(slug)) throw new TenantMovesError(slug)
    const tenantId = await unlessMoving(slug, () => tenants.get(slug))
    return tenantId === null ? null : unlessMoving(tenantId, () => realms.get(tenantId))
  }
  const clientOf = async (tenantId: string, clientId: string): Promise<Client | null> =>
    CLIENT_ID.test(clientId) ? clients.get(`${tenantId} ${clientId}`) : null
  const personOf = async (tenantId: string, id: string): Promise<UserAccount | null> =>
    isUuid(id) ? people.get(`${tenantId} ${id}`) : null

  return {
    realmBySlug,
    realmByIssuer: async (issuer) => (issuer.startsWith(base) ? realmBySlug(issuer.slice(base.length)) : null),
    // A realm that is known already is still used by calls under way.
    realmOfTenant: (tenantId) => unlessMoving(tenantId, () => realms.get(tenantId)),
    merchantsOf: (tenantId) => merchants.get(tenantId),
    clientOf,
    personOf,
    findSubject: (tenantId, { clientId, subject }): Promise<TokenSubject | null> =>
      clientId === CONSOLE ? personOf(tenantId, subject) : clientOf(tenantId, clientId),
    issuerOf: (slug) => `${base}${slug}`,
    isOurIssuer: (issuer) => typeof issuer === 'string' && issuer.startsWith(base),
    close() {
      for (const stop of unsubscribes) stop()
    },
  }
}

const tenantOfKey = (key: string): string => key.slice(0, key.indexOf(' '))

/** Concurrent loads share one statement: a process that starts, or was disconnected, has thousands of them. */
const openReads = (db: Database) => {
  const reads = <Job, Row>(
    write: (jobs: readonly Job[], shard: number) => Promise<readonly Row[]>,
    [keyOf, partOf]: [key: (job: Job) => string, part: (job: Job) => number],
  ) => new GroupCommit<Job, Row>({ write, keyOf, partOf })
  const own = (key: string): string => key
  const shardOf = (tenantId: string): number => db.shardOf(tenantId)
  const slugs = reads<string, string | null>(
    async (all, shard) => {
      const found = await db.transaction({ as: 'platform', on: shard }, (tx) => findTenantsBySlug(tx, all))
      return all.map((slug) => found.get(slug) ?? null)
    },
    [own, (slug) => db.shardOfSlug(slug)],
  )
  const realms = reads<string, Realm | null>(
    async (all, shard) => {
      const found = await db.transaction({ as: 'platform', on: shard }, (tx) => findRealms(tx, all))
      return all.map((tenantId) => found.get(tenantId) ?? null)
    },
    [own, shardOf],
  )
  const merchants = reads<string, MerchantDirectory>(
    async (all) => {
      const found = Map.groupBy(await db.batch<KnownMerchant>(all, findMerchants(all)), (row) => row.tenantId)
      return all.map((tenantId) => toMerchantDirectory(found.get(tenantId) ?? []))
    },
    [own, shardOf],
  )
  const clients = reads<ClientKey, Client | null>(
    (all) => readClients(db, all),
    [(key) => key.clientId, (key) => shardOf(key.tenantId)],
  )
  return {
    tenantBySlug: (slug: string) => slugs.submit(slug),
    realm: (tenantId: string) => realms.submit(tenantId),
    merchants: (tenantId: string) => merchants.submit(tenantId),
    client: (tenantId: string, clientId: string) => clients.submit({ tenantId, clientId }),
    person: (tenantId: string, id: string) =>
      db.transaction({ of: tenantId }, (tx) => findUserAccount(tx, tenantId, id)),
  }
}

const toMerchantDirectory = (merchants: readonly KnownMerchant[]): MerchantDirectory => {
  const active = merchants.filter((merchant) => merchant.isActive)
  const isAnotherOff = merchants.some((merchant) => !merchant.isActive && merchant.hasBeenUsed)
  return {
    byId: new Map(merchants.map((merchant) => [merchant.id, merchant])),
    byExternalId: new Map(
      merchants.flatMap((merchant) => (merchant.externalId === null ? [] : [[merchant.externalId, merchant]])),
    ),
    onlyActive: active.length === 1 && !isAnotherOff ? (active[0] as KnownMerchant) : null,
  }
}
