/** Keys as rows: wrapped by a master key, opened by the one that wrapped them, moved to another one in a rotation. */
import { type Database, FIRST_SHARD } from '../database/database.ts'
import {
  rewrapDataKey,
  rewrapPlatformKey,
  staleDataKeys,
  stalePlatformKeys,
  tenantsWithStaleKeys,
  type WrappedKey,
} from './key-store.ts'
import type { Kms } from './kms.ts'

/** `belongsTo`: the tenant and id of a data key, the name of a platform key. */
export const wrapKey = async (
  kms: Kms,
  masterKeyId: string,
  id: string,
  belongsTo: readonly string[],
  key: Buffer,
): Promise<WrappedKey> => ({ id, master_key_id: masterKeyId, wrapped: await kms.wrap(masterKeyId, key, belongsTo) })

export const unwrapKey = (kms: Kms, row: WrappedKey, belongsTo: readonly string[]): Promise<Buffer> =>
  kms.unwrap(row.master_key_id, row.wrapped, belongsTo)

/**
 * Wraps every key of a shard with this master key, one tenant at a time, so that an interrupted run resumes where it
 * stopped. The keys of the platform are those of the first one. Returns how many keys it rewrapped.
 */
export const rewrapKeys = async (db: Database, kms: Kms, masterKeyId: string): Promise<number> => {
  const moved = async (row: WrappedKey, belongsTo: readonly string[]): Promise<WrappedKey> =>
    wrapKey(kms, masterKeyId, row.id, belongsTo, await unwrapKey(kms, row, belongsTo))

  const ofPlatform = db.shards.includes(FIRST_SHARD)
    ? await db.transaction({ of: [] }, (tx) => stalePlatformKeys(tx, masterKeyId))
    : []
  for (const row of ofPlatform) {
    const fresh = await moved(row, [row.id])
    await db.transaction({ of: [] }, (tx) => rewrapPlatformKey(tx, fresh))
  }
  let count = ofPlatform.length
  for (const tenantId of await db.transaction({ as: 'platform' }, (tx) => tenantsWithStaleKeys(tx, masterKeyId))) {
    const rows = await db.transaction({ of: tenantId }, (tx) => staleDataKeys(tx, tenantId, masterKeyId))
    const fresh = await Promise.all(rows.map((row) => moved(row, [tenantId, row.id])))
    await db.transaction({ of: tenantId }, async (tx) => {
      for (const row of fresh) await rewrapDataKey(tx, tenantId, row)
    })
    count += rows.length
  }
  return count
}
