/** The view of realms, clients and merchants every request needs: cached for seconds, dropped at once when told. */
import { isUuid } from '../../core/id.ts'
import type { House } from '../../infra/house.ts'
import { shortCache } from '../../infra/short-cache.ts'
import { type Client, findClient } from './client-store.ts'
import { CONSOLE, type Holder } from './holder.ts'
import { findPerson, type Person } from './person-store.ts'
import { findRealmBySlug, findSlugOfTenant, type KnownMerchant, listMerchants, type Realm } from './realm-store.ts'

export type { Client } from './client-store.ts'
export type { Holder } from './holder.ts'
export type { Person } from './person-store.ts'
export type { KnownMerchant, Plan, Realm, RealmKey } from './realm-store.ts'

export interface MerchantBook {
  readonly byId: ReadonlyMap<string, KnownMerchant>
  readonly byExternalId: ReadonlyMap<string, KnownMerchant>
  /** Set when the tenant has exactly one active merchant. */
  readonly onlyActive: KnownMerchant | null
}

export interface Realms {
  realmBySlug(slug: string): Promise<Realm | null>
  /** Compares the whole issuer, to the letter. */
  realmByIssuer(issuer: string): Promise<Realm | null>
  realmOfTenant(tenantId: string): Promise<Realm | null>
  merchantsOf(tenantId: string): Promise<MerchantBook>
  clientOf(tenantId: string, clientId: string): Promise<Client | null>
  personOf(tenantId: string, id: string): Promise<Person | null>
  /** Whom the token was issued to. */
  holderOf(tenantId: string, token: { clientId: string; subject: string }): Promise<Holder | null>
  issuerOf(slug: string): string
  close(): void
}

const REALMS_MAX = 5_000 // of some 4 KB
const CLIENTS_MAX = 20_000 // of some 1 KB
const PEOPLE_MAX = 20_000 // of some 1 KB
const MERCHANT_BOOKS_MAX = 2_000 // tenants whose merchants are remembered
const SLUG = /^[a-z0-9-]{1,60}$/
const CLIENT_ID = /^[\x21-\x7e]{1,100}$/

export const openRealms = (house: Pick<House, 'db' | 'notices' | 'config'>): Realms => {
  const { db } = house
  const realms = shortCache(REALMS_MAX, (slug) => db.acrossTenants((tx) => findRealmBySlug(tx, slug)))
  const slugs = shortCache(REALMS_MAX, (tenantId) => db.acrossTenants((tx) => findSlugOfTenant(tx, tenantId)))
  const clients = shortCache(CLIENTS_MAX, (key) => {
    const [tenantId, clientId] = key.split(' ') as [string, string]
    return db.inTenant(tenantId, (tx) => findClient(tx, tenantId, clientId))
  })
  const people = shortCache(PEOPLE_MAX, (key) => {
    const [tenantId, id] = key.split(' ') as [string, string]
    return db.inTenant(tenantId, (tx) => findPerson(tx, tenantId, id))
  })
  const merchants = shortCache(MERCHANT_BOOKS_MAX, (tenantId) =>
    db.inTenant(tenantId, async (tx) => bookOf(await listMerchants(tx, tenantId))),
  )
  const all = [realms, slugs, clients, people, merchants]
  const deaf = (['realms', 'merchants', 'plans'] as const).map((topic) =>
    house.notices.on(topic, () => {
      for (const cache of all) cache.clear()
    }),
  )
  const base = `${house.config.urls.identity}/api/v1/auth/`
  const realmBySlug = async (slug: string): Promise<Realm | null> => (SLUG.test(slug) ? realms.get(slug) : null)

  const clientOf = async (tenantId: string, clientId: string): Promise<Client | null> =>
    CLIENT_ID.test(clientId) ? clients.get(`${tenantId} ${clientId}`) : null
  const personOf = async (tenantId: string, id: string): Promise<Person | null> =>
    isUuid(id) ? people.get(`${tenantId} ${id}`) : null

  return {
    realmBySlug,
    realmByIssuer: async (issuer) => (issuer.startsWith(base) ? realmBySlug(issuer.slice(base.length)) : null),
    async realmOfTenant(tenantId) {
      const slug = await slugs.get(tenantId)
      return slug === null ? null : realms.get(slug)
    },
    merchantsOf: (tenantId) => merchants.get(tenantId),
    clientOf,
    personOf,
    holderOf: (tenantId, { clientId, subject }): Promise<Holder | null> =>
      clientId === CONSOLE ? personOf(tenantId, subject) : clientOf(tenantId, clientId),
    issuerOf: (slug) => `${base}${slug}`,
    close() {
      for (const stop of deaf) stop()
    },
  }
}

const bookOf = (merchants: readonly KnownMerchant[]): MerchantBook => {
  const active = merchants.filter((merchant) => merchant.isActive)
  return {
    byId: new Map(merchants.map((merchant) => [merchant.id, merchant])),
    byExternalId: new Map(
      merchants.flatMap((merchant) => (merchant.externalId === null ? [] : [[merchant.externalId, merchant]])),
    ),
    onlyActive: active.length === 1 ? (active[0] as KnownMerchant) : null,
  }
}
