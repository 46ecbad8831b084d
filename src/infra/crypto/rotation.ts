/**
 * Rotates keys while the platform runs: the rotation is announced, known to all processes, carried out row by row,
 * verified and finished. Any worker can continue it. Where tenants are spread over shards, the rotation itself and the keys of
 * the platform are on the first, and each shard has the keys of its tenants and how far they are.
 */

import { type Database, FIRST_SHARD } from '../database/database.ts'
import { isConnectionError } from '../database/database-errors.ts'
import type { Notifications } from '../database/notifications.ts'
import { readAllTenants } from '../database/shards/read-all-tenants.ts'
import type { Log } from '../process/log.ts'
import { type Sweep, startSweep } from '../process/sweep.ts'
import { countStaleDataKeys } from './key-store.ts'
import { rewrapKeys } from './key-wrap.ts'
import type { Kms } from './kms.ts'
import { readLot, resealed, writeResealed } from './reseal.ts'
import {
  addSteps,
  advanceStep,
  endRound,
  findProgress,
  markFinished,
  markKnown,
  newestRotation,
  nextSteps,
  processesOfShards,
  type Rotation,
  type RotationStep,
} from './rotation-store.ts'
import type { SealedTable } from './sealed-columns.ts'
import type { Sealer } from './sealer.ts'

interface RotationServices {
  runtime: { db: Database; sealer: Sealer; log: Log; notifications: Notifications }
  kms: Kms
  sealedTables: readonly SealedTable[]
  /** Each shard's database, the first one first, where `runtime.db` is that of one only. */
  shards?: readonly Database[]
  /**
   * How long to wait until each value that was sealed with old keys is either committed or lost; longer than any
   * statement, connection and retry takes, with room for servers whose clocks differ by seconds.
   */
  settleMs?: number
}

const SETTLE_MS = 60_000
const IDLE_MS = 1_000
const TURN_MS = 500 // then a stop request takes effect

/**
 * Works on the shards that `runtime.db` reaches. Returns how many values it resealed; 0 while it waits or has nothing to
 * do.
 */
export const advanceRotation = async (parts: RotationServices): Promise<number> => {
  const { db, log, notifications } = parts.runtime
  const shards = shardsOf(parts)
  const [first] = shards as [Database]
  const rotation = await first.transaction({ of: [] }, newestRotation)
  if (!rotation || rotation.finished_at !== null) return 0
  if (!(await unlessAway(() => isKnownToAll(shards, rotation)))) return 0
  let worked = 0
  for (const shard of db.shards.map((no) => db.on(no))) worked += await advanceShard(parts, shard, rotation)
  if (worked > 0) return worked
  const values = await unlessAway(() => countResealed(parts, rotation))
  if (values === undefined) return 0
  const isMine = await first.transaction({ of: [] }, (tx) => markFinished(tx, rotation.generation))
  if (isMine > 0) log.info('keys.rotated', { generation: rotation.generation, values })
  notifications.publish('keys')
  return isMine
}

const shardsOf = ({ shards, runtime: { db } }: RotationServices): readonly Database[] =>
  shards ?? db.shards.map((shard) => db.on(shard))

/** Another shard that is unavailable holds up the beginning and the end only. */
const unlessAway = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (isConnectionError(error)) return undefined
    throw error
  }
}

/**
 * Checks that every running process of every shard has reported the new keys. Until then nothing is resealed, because a
 * process that still seals with old keys would leave values behind.
 */
const isKnownToAll = async (shards: readonly Database[], rotation: Rotation): Promise<boolean> => {
  if (rotation.known_at !== null) return true
  const { generation, master_key_id } = rotation
  const isReady = (await processesOfShards(shards)).every(
    (process) => (process.generation ?? -1) >= generation && process.key_ids?.includes(master_key_id),
  )
  if (isReady) await shards[0]!.transaction({ of: [] }, (tx) => markKnown(tx, generation))
  return isReady
}

/** Returns how many steps it found open; steps refer to the shard's own copy of the rotation, which arrives later. */
const advanceShard = async (
  parts: RotationServices,
  db: Database,
  { generation, master_key_id }: Rotation,
): Promise<number> => {
  const settleMs = parts.settleMs ?? SETTLE_MS
  const here = await db.transaction({ of: [] }, newestRotation)
  if (here?.generation !== generation || here.known_at === null) return 0
  const rewrapped = await rewrapKeys(db, parts.kms, master_key_id)
  if (rewrapped > 0) parts.runtime.log.info('keys.rewrapped', { generation, keys: rewrapped })
  await db.transaction({ as: 'platform' }, (tx) => addSteps(tx, generation, tableNames(parts)))
  const open = await db.transaction({ as: 'platform' }, (tx) => nextSteps(tx, generation, settleMs))
  const until = performance.now() + TURN_MS
  for (const step of open) if (performance.now() < until) await walk({ ...parts, db }, step, settleMs, until)
  return open.length
}

const tableNames = ({ sealedTables }: RotationServices): string[] => sealedTables.map(({ table }) => table)

/** Returns how many values were resealed on all shards; undefined while any of them may have work left. */
const countResealed = async (
  parts: RotationServices,
  { generation, master_key_id }: Rotation,
): Promise<number | undefined> => {
  const found = await readAllTenants(shardsOf(parts), async (tx, { shards: [shard] }) => {
    const here = await newestRotation(tx)
    if (here?.generation !== generation || here.known_at === null) return undefined
    if (shard !== FIRST_SHARD) await addSteps(tx, generation, tableNames(parts)) // its worker may not have begun
    const { steps, steps_finished, values_resealed } = await findProgress(tx, generation)
    if (steps_finished < steps || (await countStaleDataKeys(tx, master_key_id)) > 0) return undefined
    return values_resealed
  })
  if (found === undefined || found.includes(undefined)) return undefined
  return found.reduce<number>((sum, values) => sum + values!, 0)
}

/**
 * Reseals batch by batch to the end of the round; the values of a batch and the new position are written in one
 * transaction.
 */
const walk = async (
  { db, runtime, sealedTables }: RotationServices & { readonly db: Database },
  from: RotationStep,
  settleMs: number,
  until: number,
): Promise<void> => {
  const { sealer } = runtime
  const table = sealedTables.find((each) => each.table === from.table_name)
  if (!table) throw new Error(`no sealed table ${from.table_name}`)
  const { tenant_id: tenantId, generation } = from
  let step = from
  do {
    const { position, found } = await readLot(db, tenantId, table, generation, step.position)
    if (position === null) return void (await db.transaction({ of: tenantId }, (tx) => endRound(tx, step, settleMs)))
    const values = await resealed(sealer, tenantId, table, found)
    const isMine = await db.transaction({ of: [tenantId] }, async (tx) => {
      const written = await writeResealed(tx, tenantId, table, values)
      return advanceStep(tx, step, { position, found: found.length, resealed: written })
    })
    if (isMine === 0) return // another worker is processing it
    step = { ...step, position: [...position], found: step.found + found.length }
  } while (performance.now() < until)
}

/** Continues the rotation in progress, whichever process began it. */
export const startRotations = (parts: RotationServices): Sweep => {
  const { log, notifications } = parts.runtime
  const wokenBy = (wake: () => void) => [notifications.subscribe('keys', wake)]
  return startSweep({ name: 'key-rotation', log, idleMs: IDLE_MS, work: () => advanceRotation(parts), wokenBy })
}
