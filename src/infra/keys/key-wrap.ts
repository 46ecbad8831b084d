/** Keys wrapped by a master key: made by the newest, opened by whichever wrapped it, moved to the newest when rotating. */

import type { Database } from '../postgres.ts'
import { decrypt, encrypt } from './cipher.ts'
import {
  rewrapDataKey,
  rewrapPlatformKey,
  staleDataKeys,
  stalePlatformKeys,
  tenantsWithStaleKeys,
  type WrappedKey,
} from './key-store.ts'
import type { MasterKeys } from './master-keys.ts'

/** The start refuses with this. */
export class WrongMasterKey extends Error {}

/** `belongsTo`: the tenant and id of a data key, the name of a platform key. */
export const wrap = (keys: MasterKeys, id: string, belongsTo: readonly string[], key: Buffer): WrappedKey => {
  const [newest] = keys
  return { id, master_key_id: newest.id, wrapped: encrypt(newest.key, key, [...belongsTo, newest.id]) }
}

export const unwrap = (keys: MasterKeys, row: WrappedKey, belongsTo: readonly string[]): Buffer => {
  const master = keys.find(({ id }) => id === row.master_key_id)
  try {
    if (master) return decrypt(master.key, row.wrapped, [...belongsTo, master.id])
  } catch {
    // Same id, other key: the same answer as an unknown id.
  }
  throw new WrongMasterKey(
    `This database was sealed with another master key (id ${row.master_key_id}). Give that key in VEZNE_MASTER_KEYS or as master.key in the data folder.`,
  )
}

/** Wraps every key with the newest master key; a tenant at a time, so that it goes on where it was ended. Answers how many it moved. */
export const rewrapDataKeys = async (db: Database, keys: MasterKeys): Promise<number> => {
  const newest = keys[0].id
  let moved = await db.inNoTenant(async (tx) => {
    const rows = await stalePlatformKeys(tx, newest)
    for (const row of rows) await rewrapPlatformKey(tx, wrap(keys, row.id, [row.id], unwrap(keys, row, [row.id])))
    return rows.length
  })
  for (const tenantId of await db.acrossTenants((tx) => tenantsWithStaleKeys(tx, newest))) {
    moved += await db.inTenant(tenantId, async (tx) => {
      const rows = await staleDataKeys(tx, tenantId, newest)
      for (const row of rows) {
        const place = [tenantId, row.id]
        await rewrapDataKey(tx, tenantId, wrap(keys, row.id, place, unwrap(keys, row, place)))
      }
      return rows.length
    })
  }
  return moved
}
