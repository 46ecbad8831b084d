/** Upkeep of tables divided by month: partitions are made two months ahead, and dropped whole when all of one is older than is kept. */
import { type Clock, isoTime } from '../../../core/clock.ts'
import type { Job } from '../../process/jobs.ts'
import type { Log } from '../../process/log.ts'
import type { Database, Tx } from '../database.ts'
import { dropOldestPartition, dropUnreferredRows, findDividedTables, makeNextPartition } from './partition-store.ts'

/** Months that rows of a table are kept, by its name; the database drops nothing that law or use still needs, whatever is set. */
type KeptMonths = Readonly<Record<string, number>>

interface Upkeep {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** How far ahead there are partitions. */
const AHEAD_MS = 62 * 86_400_000

export const partitionJobs = (upkeep: Upkeep, kept: KeptMonths): Job[] => [
  { name: 'keep-partitions', cron: '47 * * * *', run: (signal) => keepPartitions(upkeep, kept, signal) },
]

/** Each step is a transaction of its own; whatever ends this in the middle, the next run goes on. */
export const keepPartitions = async (upkeep: Upkeep, kept: KeptMonths, signal?: AbortSignal): Promise<void> => {
  const until = isoTime(upkeep.clock.ms() + AHEAD_MS)
  for (const { name, referredFrom } of await upkeep.db.acrossTenants(findDividedTables)) {
    await untilNothing(upkeep, signal, 'partition.made', (tx) => makeNextPartition(tx, name, until))
    const months = kept[name]
    if (months !== undefined)
      await untilNothing(upkeep, signal, 'partition.dropped', (tx) =>
        referredFrom === null
          ? dropOldestPartition(tx, name, months)
          : dropUnreferredRows(tx, { name, referredFrom }, months),
      )
  }
}

const untilNothing = async (
  { db, log }: Upkeep,
  signal: AbortSignal | undefined,
  event: string,
  step: (tx: Tx) => Promise<string | null>,
): Promise<void> => {
  while (signal?.aborted !== true) {
    const partition = await db.acrossTenants(step)
    if (partition === null) return
    log.info(event, { partition })
  }
}
