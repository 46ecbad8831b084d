/** Seals columns, fingerprints card numbers and hashes secrets; no key of it stands readable in the database. */
import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, isoTime } from '../core/clock.ts'
import { newId } from '../core/id.ts'
import { decrypt, encrypt } from './keys/cipher.ts'
import { addDataKey, addPlatformKey, dataKey, dataKeyOfMonth, platformKey, type WrappedKey } from './keys/key-store.ts'
import { unwrap, wrap } from './keys/key-wrap.ts'
import type { MasterKeys } from './keys/master-keys.ts'
import type { Database } from './postgres.ts'

/** Where a sealed value lives; moved anywhere else it does not open. */
export interface Place {
  readonly table: string
  readonly rowId: string
  readonly column: string
}

export interface Sealer {
  /** Call it before the transaction of the change: a month's first seal of a tenant writes its data key. */
  seal(tenantId: string, place: Place, plain: string): Promise<Buffer>
  /** Throws when the bytes, the tenant or the place are not those of {@link seal}. */
  open(tenantId: string, place: Place, sealed: Buffer): Promise<string>
  /** The same for the same purpose and value, for ever. Put the tenant into `purpose` where rows of two tenants must not match. */
  fingerprint(purpose: string, value: string): Buffer
  /** For secrets with enough randomness of their own: client secrets, refresh tokens. */
  hashSecret(value: string): Buffer
  /** Of the entries of the audit log: nobody who has the database alone can make it. */
  auditMac(text: string): Buffer
}

const VERSION = 1
const KEY_BYTES = 32
const ID_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES
const CACHED_KEYS_MAX = 20_000 // of 32 bytes

interface DataKey {
  readonly id: string
  readonly key: Buffer
}

export const openSealer = async (db: Database, clock: Clock, keys: MasterKeys): Promise<Sealer> => {
  const fingerprintKey = await ownKey(db, clock, keys, 'fingerprint')
  const pepper = await ownKey(db, clock, keys, 'pepper')
  const auditKey = await ownKey(db, clock, keys, 'audit')
  const ofMonth = new LRUCache<string, Promise<DataKey>>({ max: CACHED_KEYS_MAX })
  const ofId = new LRUCache<string, Promise<DataKey>>({ max: CACHED_KEYS_MAX })

  const current = (tenantId: string): Promise<DataKey> => {
    const month = isoTime(clock.ms()).slice(0, 7)
    return remembered(ofMonth, `${tenantId} ${month}`, () => keyOfMonth(db, clock, keys, tenantId, month))
  }
  const byId = (tenantId: string, id: string): Promise<DataKey> =>
    remembered(ofId, `${tenantId} ${id}`, () => keyOfId(db, keys, tenantId, id))

  return {
    async seal(tenantId, place, plain) {
      const { id, key } = await current(tenantId)
      return Buffer.concat([head(id), encrypt(key, Buffer.from(plain), placeOf(tenantId, place, id))])
    },
    async open(tenantId, place, sealed) {
      if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('not a sealed value')
      const { id, key } = await byId(tenantId, idIn(sealed))
      return decrypt(key, sealed.subarray(HEAD_BYTES), placeOf(tenantId, place, id)).toString()
    },
    fingerprint: (purpose, value) =>
      createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([purpose, value]))
        .digest(),
    hashSecret: (value) => createHmac('sha256', pepper).update(value).digest(),
    auditMac: (text) => createHmac('sha256', auditKey).update(text).digest(),
  }
}

/** A key of the platform itself; made once, by whoever comes first. */
const ownKey = async (db: Database, clock: Clock, keys: MasterKeys, name: string): Promise<Buffer> => {
  const row = await db.inNoTenant(async (tx) => {
    const found = await platformKey(tx, name)
    if (found) return found
    await addPlatformKey(tx, wrap(keys, name, [name], randomBytes(KEY_BYTES)), clock.now())
    return platformKey(tx, name)
  })
  return unwrap(keys, row!, [name])
}

const keyOfMonth = async (
  db: Database,
  clock: Clock,
  keys: MasterKeys,
  tenantId: string,
  month: string,
): Promise<DataKey> => {
  const row = await db.inTenant(tenantId, async (tx) => {
    const found = await dataKeyOfMonth(tx, tenantId, month)
    if (found) return found
    const id = newId(clock.ms())
    await addDataKey(tx, tenantId, month, wrap(keys, id, [tenantId, id], randomBytes(KEY_BYTES)), clock.now())
    return dataKeyOfMonth(tx, tenantId, month)
  })
  return opened(keys, tenantId, row!)
}

const keyOfId = async (db: Database, keys: MasterKeys, tenantId: string, id: string): Promise<DataKey> => {
  const row = await db.inTenant(tenantId, (tx) => dataKey(tx, tenantId, id))
  if (!row) throw new Error('sealed with a data key this tenant does not have')
  return opened(keys, tenantId, row)
}

const opened = (keys: MasterKeys, tenantId: string, row: WrappedKey): DataKey => ({
  id: row.id,
  key: unwrap(keys, row, [tenantId, row.id]),
})

/** A promise is kept, so that callers at once make one key; a failed one is forgotten. */
const remembered = (
  cache: LRUCache<string, Promise<DataKey>>,
  at: string,
  make: () => Promise<DataKey>,
): Promise<DataKey> => {
  const known = cache.get(at)
  if (known) return known
  const fresh = make()
  cache.set(at, fresh)
  fresh.catch(() => cache.delete(at))
  return fresh
}

const placeOf = (tenantId: string, place: Place, keyId: string): readonly string[] => [
  tenantId,
  place.table,
  place.column,
  place.rowId,
  keyId,
]

const head = (id: string): Buffer => Buffer.concat([Buffer.of(VERSION), Buffer.from(id.replaceAll('-', ''), 'hex')])
const idIn = (sealed: Buffer): string =>
  sealed
    .subarray(1, HEAD_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
