/**
 * Seals columns, fingerprints card numbers and hashes secrets; none of its keys is readable in the database.
 * It is in one piece because no other file may have a key.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Clock, isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { assertNoTransaction, type Database, FIRST_SHARD, type Tx } from '../database/database.ts'
import { atMost } from '../process/growing-cache.ts'
import { decrypt, encrypt } from './cipher.ts'
import {
  addDataKey,
  addPlatformKey,
  dataKey,
  dataKeyOfMonth,
  type KeyOfMonth,
  platformKey,
  type WrappedDataKey,
} from './key-store.ts'
import { unwrapKey, wrapKey } from './key-wrap.ts'
import type { Kms } from './kms.ts'
import { addFirstRotation, newestRotation } from './rotation-store.ts'

/** The place a sealed value belongs to; it cannot be opened anywhere else. */
export interface SealingContext {
  readonly table: string
  readonly rowId: string
  readonly column: string
}

export interface Sealer {
  /** Call it outside any transaction: a tenant's first seal of a month writes a data key on a separate connection. */
  seal(tenantId: string, place: SealingContext, plain: string | Buffer): Promise<Buffer>
  /**
   * Fetches the key before a transaction, so that a value known only inside the transaction can be sealed without a
   * call to the database.
   */
  sealWithKey(tenantId: string): Promise<SealWithKey>
  /**
   * Opens a sealed value. Throws if the bytes, the tenant or the context are not those of {@link seal}. Inside a
   * transaction pass `tx`, so that the key is read on its connection.
   */
  open(tenantId: string, place: SealingContext, sealed: Buffer, tx?: Tx): Promise<string>
  /** Does the same for a value that is not text. */
  openBytes(tenantId: string, place: SealingContext, sealed: Buffer): Promise<Buffer>
  /** Returns the same value sealed under the current keys, without revealing it; undefined if it already is. */
  reseal(tenantId: string, place: SealingContext, sealed: Buffer): Promise<Buffer | undefined>
  /**
   * Returns the same bytes for the same purpose and value. Include the tenant in `purpose` if rows of two tenants must
   * not match.
   */
  fingerprint(purpose: string, value: string): Buffer
  /** Hashes a secret that is random enough to need no salt, such as a client secret or a refresh token. */
  hashSecret(value: string): Buffer
  /** Returns the MAC of an audit log entry, which access to the database is not enough to forge. */
  auditMac(text: string): Buffer
}

export type SealWithKey = (place: SealingContext, plain: string | Buffer) => Buffer

/** The keys that currently seal and wrap. */
interface KeysInForce {
  readonly generation: number
  readonly masterKeyId: string
}

export interface RotatingSealer extends Sealer {
  /** Reloads after a rotation and returns the current keys. */
  refresh(): Promise<KeysInForce>
  /** Drops the data keys that are remembered: a database that was restored meanwhile may not have them. */
  forgetDataKeys(): void
}

const VERSION = 1
const KEY_BYTES = 32
const ID_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES
const CACHED_KEYS_MAX = 20_000 // of 32 bytes

interface DataKey {
  readonly id: string
  readonly key: Buffer
  readonly generation: number
}

interface Parts {
  db: Database
  clock: Clock
  kms: Kms
}

export const openSealer = async (parts: Parts): Promise<RotatingSealer> => {
  const { clock } = parts
  let inForce = await keysInForce(parts)
  const fingerprintKey = await ownKey(parts, inForce, 'fingerprint')
  const pepper = await ownKey(parts, inForce, 'pepper')
  const auditKey = await ownKey(parts, inForce, 'audit')
  const ofMonth = new LRUCache<string, Promise<DataKey>>(atMost(CACHED_KEYS_MAX))
  const ofId = new LRUCache<string, Promise<DataKey>>(atMost(CACHED_KEYS_MAX))
  const underWay = new Set<string>() // of the second

  const current = (tenantId: string): Promise<DataKey> => {
    assertNoTransaction('sealing')
    const of = { tenantId, month: isoTime(clock.ms()).slice(0, 7), generation: inForce.generation }
    return remembered(ofMonth, `${tenantId} ${of.month} ${of.generation}`, () => keyOfMonth(parts, inForce, of))
  }
  const byId = (tenantId: string, id: string, tx?: Tx): Promise<DataKey> => {
    const at = `${tenantId} ${id}`
    const read = (): Promise<DataKey> => keyOfId(parts, tenantId, id, tx)
    if (tx === undefined) assertNoTransaction('opening a sealed value')
    // A caller who reads it already may wait for a connection, of which this transaction holds one.
    else if (underWay.has(at)) return read()
    return remembered(ofId, at, () => {
      underWay.add(at)
      return read().finally(() => underWay.delete(at))
    })
  }
  const sealBytes = ({ id, key }: DataKey, tenantId: string, place: SealingContext, plain: Buffer): Buffer =>
    Buffer.concat([head(id), encrypt(key, plain, toBoundData(tenantId, place, id))])
  const openBytes = ({ id, key }: DataKey, tenantId: string, place: SealingContext, sealed: Buffer): Buffer =>
    decrypt(key, sealed.subarray(HEAD_BYTES), toBoundData(tenantId, place, id))

  return {
    async seal(tenantId, place, plain) {
      return sealBytes(await current(tenantId), tenantId, place, toBytes(plain))
    },
    async sealWithKey(tenantId) {
      const key = await current(tenantId)
      return (place, plain) => sealBytes(key, tenantId, place, toBytes(plain))
    },
    async open(tenantId, place, sealed, tx) {
      return openBytes(await byId(tenantId, keyIdIn(sealed), tx), tenantId, place, sealed).toString()
    },
    openBytes: async (tenantId, place, sealed) =>
      openBytes(await byId(tenantId, keyIdIn(sealed)), tenantId, place, sealed),
    async reseal(tenantId, place, sealed) {
      const old = await byId(tenantId, keyIdIn(sealed))
      if (old.generation >= inForce.generation) return undefined
      return sealBytes(await current(tenantId), tenantId, place, openBytes(old, tenantId, place, sealed))
    },
    fingerprint: (purpose, value) =>
      createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([purpose, value]))
        .digest(),
    hashSecret: (value) => createHmac('sha256', pepper).update(value).digest(),
    auditMac: (text) => createHmac('sha256', auditKey).update(text).digest(),
    async refresh() {
      inForce = await keysInForce(parts)
      return inForce
    },
    forgetDataKeys() {
      for (const each of [ofMonth, ofId]) each.clear()
    },
  }
}

const toBytes = (plain: string | Buffer): Buffer => (typeof plain === 'string' ? Buffer.from(plain) : plain)

const keysInForce = async ({ db, kms }: Pick<Parts, 'db' | 'kms'>): Promise<KeysInForce> => {
  const rotation = await db.transaction({ of: [], on: FIRST_SHARD }, async (tx) => {
    const newest = await newestRotation(tx)
    if (newest) return newest
    await addFirstRotation(tx, kms.keyIds()[0] as string)
    return newestRotation(tx)
  })
  return { generation: rotation!.generation, masterKeyId: rotation!.master_key_id }
}

/** Returns a key of the platform; the first process that needs it creates it. */
const ownKey = async ({ db, clock, kms }: Parts, { masterKeyId }: KeysInForce, name: string): Promise<Buffer> => {
  const found = await db.transaction({ of: [], on: FIRST_SHARD }, (tx) => platformKey(tx, name))
  if (found) return unwrapKey(kms, found, [name])
  const fresh = await wrapKey(kms, masterKeyId, name, [name], randomBytes(KEY_BYTES))
  const row = await db.transaction({ of: [], on: FIRST_SHARD }, async (tx) => {
    await addPlatformKey(tx, fresh, clock.now())
    return platformKey(tx, name)
  })
  return unwrapKey(kms, row!, [name])
}

const keyOfMonth = async (
  { db, clock, kms }: Parts,
  { masterKeyId }: KeysInForce,
  of: KeyOfMonth,
): Promise<DataKey> => {
  const { tenantId } = of
  const found = await db.transaction({ of: tenantId }, (tx) => dataKeyOfMonth(tx, of))
  if (found) return opened(kms, tenantId, found)
  const id = newId(clock.ms())
  const fresh = await wrapKey(kms, masterKeyId, id, [tenantId, id], randomBytes(KEY_BYTES))
  const row = await db.transaction({ of: tenantId }, async (tx) => {
    await addDataKey(tx, of, fresh, clock.now())
    return dataKeyOfMonth(tx, of)
  })
  return opened(kms, tenantId, row!)
}

const keyOfId = async ({ db, kms }: Parts, tenantId: string, id: string, open?: Tx): Promise<DataKey> => {
  const row = await (open
    ? dataKey(open, tenantId, id)
    : db.transaction({ of: tenantId }, (tx) => dataKey(tx, tenantId, id)))
  if (!row) throw new Error('sealed with a data key this tenant does not have')
  return opened(kms, tenantId, row)
}

const opened = async (kms: Kms, tenantId: string, row: WrappedDataKey): Promise<DataKey> => ({
  id: row.id,
  generation: row.generation,
  key: await unwrapKey(kms, row, [tenantId, row.id]),
})

/** Caches the promise, so that concurrent callers create one key; a promise that failed is dropped. */
const remembered = (
  cache: LRUCache<string, Promise<DataKey>>,
  at: string,
  make: () => Promise<DataKey>,
): Promise<DataKey> => {
  const cachedKey = cache.get(at)
  if (cachedKey) return cachedKey
  const fresh = make()
  cache.set(at, fresh)
  fresh.catch(() => cache.delete(at))
  return fresh
}

const toBoundData = (tenantId: string, place: SealingContext, keyId: string): readonly string[] => [
  tenantId,
  place.table,
  place.column,
  place.rowId,
  keyId,
]
const head = (id: string): Buffer => Buffer.concat([Buffer.of(VERSION), Buffer.from(id.replaceAll('-', ''), 'hex')])
const keyIdIn = (sealed: Buffer): string => {
  if (sealed[0] !== VERSION || sealed.length < HEAD_BYTES) throw new Error('not a sealed value')
  return sealed
    .subarray(1, HEAD_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
