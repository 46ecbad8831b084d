/** The beginning and the end of a rotation, as an operator requests them: a new master key that every process has, then removal of old keys. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import { readAllTenants } from '../database/shards/read-all-tenants.ts'
import { findBackups } from './backup-store.ts'
import { countKeys, deleteOldDataKeys, tenantsWithOldKeys } from './key-store.ts'
import type { Kms } from './kms.ts'
import { readLot } from './reseal.ts'
import { addRotation, newestRotation, processesOfShards, type Rotation } from './rotation-store.ts'
import type { SealedTable } from './sealed-columns.ts'

interface KeyRotationServices {
  /** `db` reaches all shards. */
  runtime: { db: Database; notifications: Notifications }
  kms: Kms
  /** How long processes have to notice a new master key. */
  heardMs?: number
}

interface OldKeyServices extends KeyRotationServices {
  sealedTables: readonly SealedTable[]
}

/** A failure that the operator can fix. */
export class RotationError extends Error {}

const HEARD_MS = 15_000 // each process looks every second
const LOOK_MS = 200

/** Returns the rotation in progress: the existing one, or a new one to the newest master key. */
export const beginRotation = async ({ runtime, kms, heardMs = HEARD_MS }: KeyRotationServices): Promise<Rotation> => {
  const { notifications } = runtime
  const [first] = shardsOf(runtime.db)
  const present = (await first.transaction({ of: [] }, newestRotation)) as Rotation
  if (present.finished_at === null) return present
  const masterKeyId = await newestKey(kms, present.master_key_id)
  notifications.publish('keys')
  await untilHeld(runtime, masterKeyId, heardMs)
  await first.transaction({ of: [] }, (tx) => addRotation(tx, present.generation + 1, masterKeyId))
  notifications.publish('keys')
  return (await first.transaction({ of: [] }, newestRotation)) as Rotation
}

const shardsOf = (db: Database): readonly [first: Database, ...others: Database[]] =>
  db.shards.map((shard) => db.on(shard)) as [Database, ...Database[]]

/** Returns the key the operator supplied, or creates one if the KMS creates keys. */
const newestKey = async (kms: Kms, inForce: string): Promise<string> => {
  const [newest] = kms.keyIds()
  if (newest !== undefined && newest !== inForce) return newest
  if (kms.makeKey) return kms.makeKey()
  throw new RotationError(
    `${kms.source} has no newer key than ${inForce}. Put a new one in front of the list, such as k2:$(openssl rand -base64 32), restart every process with it one after the other, and ask again`,
  )
}

/**
 * Waits until every running process has this master key, so that nothing is wrapped with a key one of them cannot open.
 */
const untilHeld = async (
  runtime: KeyRotationServices['runtime'],
  masterKeyId: string,
  heardMs: number,
): Promise<void> => {
  const until = performance.now() + heardMs
  for (;;) {
    const living = await processesOfShards(shardsOf(runtime.db))
    const all = new Set(living.map(({ process_no }) => process_no))
    const without = new Set(
      living.filter(({ key_ids }) => !key_ids?.includes(masterKeyId)).map(({ process_no }) => process_no),
    )
    if (without.size === 0) return
    if (performance.now() > until)
      throw new RotationError(
        `master key ${masterKeyId} is not known to ${without.size} of ${all.size} processes (no. ${[...without].join(', ')}). Give it to them (the same VEZNE_MASTER_KEYS, or a copy of the key file) and ask again; nothing was changed`,
      )
    await sleep(LOOK_MS)
  }
}

interface Dropped {
  dataKeys: number
  /** Master keys that were removed from the file; null if the operator removes them from a setting. */
  masterKeys: readonly string[] | null
  /** Master keys that nothing uses any longer. */
  unused: readonly string[]
  /** The file they were moved to. */
  aside: string | null
}

/**
 * Returns what {@link dropOldKeys} would remove. Checks every sealed value once more; throws if an old key is still
 * needed, here or for a known backup.
 */
export const oldKeys = async (services: OldKeyServices): Promise<OldKeys> =>
  findOldKeys(services, await finishedRotation(services))

interface OldKeys {
  readonly dataKeys: number
  readonly masterKeys: string[]
}

const findOldKeys = async (
  { runtime: { db }, kms }: OldKeyServices,
  { generation, master_key_id }: Rotation,
): Promise<OldKeys> => {
  const counts = await countAllKeys(db)
  const isOld = (row: (typeof counts)[number]): boolean => row.generation !== null && row.generation < generation
  const used = new Set(counts.filter((row) => !isOld(row)).map((row) => row.master_key_id))
  const masterKeys = kms.keyIds().filter((id) => id !== master_key_id && !used.has(id))
  await refuseIfBackedUp(db, masterKeys)
  return { dataKeys: counts.filter(isOld).reduce((sum, { keys }) => sum + keys, 0), masterKeys }
}

/** Throws while a tenant moves between shards: its keys would be missing. */
const countAllKeys = async (db: Database) => {
  const counts = await readAllTenants(shardsOf(db), countKeys)
  if (counts === undefined)
    throw new RotationError(
      'a tenant moves from one shard to another; ask again when it has. No master key was removed',
    )
  return counts.flat()
}

/** Throws if a backup that still counts needs one of the master keys. */
const refuseIfBackedUp = async (db: Database, masterKeys: readonly string[]): Promise<void> => {
  const known = await Promise.all(shardsOf(db).map((shard) => shard.transaction({ of: [] }, findBackups)))
  for (const [shard, { id, made, place, master_key_ids }] of known.flatMap((of, shard) =>
    of.map((backup) => [shard, backup] as const),
  )) {
    const needed = masterKeys.filter((key) => master_key_ids.includes(key))
    const where = known.length > 1 ? ` of shard ${shard}` : ''
    if (needed.length > 0)
      throw new RotationError(
        `the backup ${place} of ${made.toISOString()}${where} needs the master key ${needed.join(', ')}. Where it is gone, vezne backup forget ${id}; nothing was changed`,
      )
  }
}

const finishedRotation = async ({ runtime, sealedTables }: OldKeyServices): Promise<Rotation> => {
  const { db } = runtime
  const rotation = (await shardsOf(db)[0].transaction({ of: [] }, newestRotation)) as Rotation
  if (rotation.finished_at === null)
    throw new RotationError('a rotation is under way; vezne keys status tells how far it is')
  refuseOldValues(await countOldValues(db, sealedTables, rotation.generation))
  return rotation
}

const refuseOldValues = (old: number): void => {
  if (old > 0)
    throw new RotationError(`${old} values are sealed with an older data key; vezne keys rotate seals them again`)
}

/** Removes the old data keys and the unused master keys. */
export const dropOldKeys = async (services: OldKeyServices): Promise<Dropped> => {
  const { runtime, kms } = services
  const { db } = runtime
  const rotation = await finishedRotation(services)
  await findOldKeys(services, rotation)
  let dataKeys = 0
  for (const shard of shardsOf(db)) dataKeys += await dropOldDataKeys(shard, db, services, rotation)
  const used = new Set((await countAllKeys(db)).map(({ master_key_id }) => master_key_id))
  used.add(rotation.master_key_id)
  const unused = kms.keyIds().filter((id) => !used.has(id))
  const aside = unused.length > 0 ? await kms.keepOnly?.([...used]) : undefined
  runtime.notifications.publish('keys')
  return { dataKeys, unused, masterKeys: kms.keepOnly ? unused : null, aside: aside ?? null }
}

/**
 * Deletes the old data keys of one shard's tenants. Where there are several shards, a tenant may have come from another
 * one after its values were counted there, so they are counted once more before its keys go.
 */
const dropOldDataKeys = async (
  shard: Database,
  db: Database,
  { sealedTables }: OldKeyServices,
  { generation }: Rotation,
): Promise<number> => {
  let dropped = 0
  for (const tenantId of await shard.transaction({ as: 'platform' }, (tx) => tenantsWithOldKeys(tx, generation))) {
    if (db.shards.length > 1) refuseOldValues(await countOldValuesOf(db, tenantId, sealedTables, generation))
    dropped += await db.transaction({ of: tenantId }, (tx) => deleteOldDataKeys(tx, tenantId, generation))
  }
  return dropped
}

/** Counts the values sealed with keys of an earlier generation, row by row. */
export const countOldValues = async (
  db: Database,
  sealedTables: readonly SealedTable[],
  generation: number,
): Promise<number> => {
  let count = 0
  for (const shard of shardsOf(db))
    for (const tenantId of await shard.transaction({ as: 'platform' }, (tx) => tenantsWithOldKeys(tx, generation)))
      count += await countOldValuesOf(db, tenantId, sealedTables, generation)
  return count
}

const countOldValuesOf = async (
  db: Database,
  tenantId: string,
  sealedTables: readonly SealedTable[],
  generation: number,
): Promise<number> => {
  let count = 0
  for (const table of sealedTables) {
    let position: readonly string[] | null = null
    do {
      const lot = await readLot(db, tenantId, table, generation, position)
      count += lot.found.length
      position = lot.position
    } while (position !== null)
  }
  return count
}
