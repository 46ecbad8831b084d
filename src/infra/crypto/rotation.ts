/**
 * Rotates keys while the platform runs: the rotation is announced, known to all processes, carried out row by row,
 * verified and finished. Any worker can continue it.
 */

import type { Database } from '../database/database.ts'
import type { Notifications } from '../database/notifications.ts'
import type { Log } from '../process/log.ts'
import { type Sweep, startSweep } from '../process/sweep.ts'
import { rewrapKeys } from './key-wrap.ts'
import type { Kms } from './kms.ts'
import { readLot, resealed, writeResealed } from './reseal.ts'
import {
  addSteps,
  advanceStep,
  endRound,
  findProgress,
  livingProcesses,
  markFinished,
  markKnown,
  newestRotation,
  nextSteps,
  type Rotation,
  type RotationStep,
} from './rotation-store.ts'
import type { SealedTable } from './sealed-columns.ts'
import type { Sealer } from './sealer.ts'

interface RotationServices {
  runtime: { db: Database; sealer: Sealer; log: Log; notifications: Notifications }
  kms: Kms
  sealedTables: readonly SealedTable[]
  /**
   * How long to wait until each value that was sealed with old keys is either committed or lost; longer than any
   * statement, connection and retry takes.
   */
  settleMs?: number
}

const SETTLE_MS = 60_000
const IDLE_MS = 1_000
const TURN_MS = 500 // then a stop request takes effect

/** Returns how many values it resealed; 0 while it waits or has nothing to do. */
export const advanceRotation = async (parts: RotationServices): Promise<number> => {
  const { db, log } = parts.runtime
  const settleMs = parts.settleMs ?? SETTLE_MS
  const rotation = await db.transaction({ of: [] }, newestRotation)
  if (!rotation || rotation.finished_at !== null || !(await isKnownToAll(parts, rotation))) return 0
  const { generation } = rotation
  const rewrapped = await rewrapKeys(db, parts.kms, rotation.master_key_id)
  if (rewrapped > 0) log.info('keys.rewrapped', { generation, keys: rewrapped })
  await db.transaction({ as: 'platform' }, (tx) =>
    addSteps(
      tx,
      generation,
      parts.sealedTables.map(({ table }) => table),
    ),
  )
  const open = await db.transaction({ as: 'platform' }, (tx) => nextSteps(tx, generation, settleMs))
  const until = performance.now() + TURN_MS
  for (const step of open) if (performance.now() < until) await walk(parts, step, settleMs, until)
  if (open.length > 0) return open.length
  const { steps, steps_finished, values_resealed } = await db.transaction({ as: 'platform' }, (tx) =>
    findProgress(tx, generation),
  )
  if (steps_finished < steps) return 0
  const isMine = await db.transaction({ of: [] }, (tx) => markFinished(tx, generation))
  if (isMine > 0) log.info('keys.rotated', { generation, values: values_resealed })
  parts.runtime.notifications.publish('keys')
  return isMine
}

/**
 * Checks that every running process has reported the new keys. Until then nothing is resealed, because a process that
 * still seals with old keys would leave values behind.
 */
const isKnownToAll = async ({ runtime }: RotationServices, rotation: Rotation): Promise<boolean> => {
  if (rotation.known_at !== null) return true
  const { generation, master_key_id } = rotation
  const living = await runtime.db.transaction({ of: [] }, livingProcesses)
  const isReady = living.every(
    (process) => (process.generation ?? -1) >= generation && process.key_ids?.includes(master_key_id),
  )
  if (isReady) await runtime.db.transaction({ of: [] }, (tx) => markKnown(tx, generation))
  return isReady
}

/**
 * Reseals batch by batch to the end of the round; the values of a batch and the new position are written in one
 * transaction.
 */
const walk = async (
  { runtime, sealedTables }: RotationServices,
  from: RotationStep,
  settleMs: number,
  until: number,
): Promise<void> => {
  const { db, sealer } = runtime
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
