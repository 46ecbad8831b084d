/**
 * Maintenance of tables partitioned by month: partitions are created two months ahead, and dropped whole when all of
 * their rows are older than the retention period.
 */
import { type Clock, isoTime } from '../../../core/clock.ts'
import type { Job } from '../../process/jobs.ts'
import type { Database, Tx } from '../database.ts'
import { type Dropping, dropNext, emptyOthers } from './drop-partitions.ts'
import { type DividedTable, findDividedTables, makeNextPartition } from './partition-store.ts'

/**
 * Months or days that the rows of a table are kept, by table name. Whatever is set, the database drops nothing that law
 * or use still needs.
 */
type Kept = Readonly<Record<string, number>>

interface Upkeep extends Dropping {
  readonly db: Database
  readonly clock: Clock
}

/** How far ahead partitions are created. */
const AHEAD_MS = 62 * 86_400_000

export const partitionJobs = (upkeep: Upkeep, kept: Kept): Job[] => [
  { name: 'keep-partitions', cron: '47 * * * *', run: (signal) => keepPartitions(upkeep, kept, signal) },
]

/**
 * Creates and drops partitions. Each step is a separate transaction, so that the next run continues if this one is
 * interrupted. A table in use does not delay the others.
 */
export const keepPartitions = async (upkeep: Upkeep, kept: Kept, signal?: AbortSignal): Promise<void> => {
  const failed: unknown[] = []
  for (const table of await upkeep.db.transaction({ as: 'platform' }, findDividedTables))
    await keepParts(upkeep, table, kept[table.name], signal).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

const keepParts = async (
  upkeep: Upkeep,
  table: DividedTable,
  kept: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> => {
  const { name } = table
  const until = isoTime(upkeep.clock.ms() + AHEAD_MS)
  await untilNothing(upkeep, signal, 'partition.made', (tx) => makeNextPartition(tx, name, until))
  if (kept === undefined) return
  await untilNothing(upkeep, signal, 'partition.dropped', (tx) => dropNext(tx, table, kept, upkeep))
  const rows = await upkeep.db.transaction({ as: 'platform' }, (tx) => emptyOthers(tx, name, kept, upkeep))
  if (rows > 0) upkeep.log.info('partition.emptied', { table: name, rows })
}

const untilNothing = async (
  { db, log }: Upkeep,
  signal: AbortSignal | undefined,
  event: string,
  step: (tx: Tx) => Promise<string | null>,
): Promise<void> => {
  while (signal?.aborted !== true) {
    const partition = await db.transaction({ as: 'platform' }, step)
    if (partition === null) return
    log.info(event, { partition })
  }
}
