/**
 * Rewrites past months compactly and without bodies (migrations/0001), in steps that block no other work: batches are
 * copied while a trigger records changes, then the names are swapped in a moment. An interrupted run is continued by
 * the next one. `vacuum full` and `cluster` lock a table for as long as they take, and pg_repack is an extension that a
 * managed server may lack.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../core/clock.ts'
import type { Job } from '../../process/jobs.ts'
import type { Log } from '../../process/log.ts'
import type { Database, Tx } from '../database.ts'
import { seesAllTenants } from '../shards/hidden-tenants.ts'
import { sql } from '../statements/sql.ts'
import type { Row } from '../statements/write-rows.ts'
import type { ListsOfParts } from './lists-of-parts.ts'
import { findDividedTables } from './partition-store.ts'

interface Rewriting {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly lists: ListsOfParts
}

interface Pace {
  /** Rows per step. */
  readonly lot: number
  /** How long to wait after a step, as a multiple of the step's duration, so that other work gets its share. */
  readonly rest: number
}
const PACE: Pace = { lot: 2_000, rest: 1 }

/**
 * `months` is the age from which a month is rewritten. `open` opens a database whose statements may take as long as an
 * index of a month needs.
 */
export const rewriteJobs = (rewriting: Omit<Rewriting, 'db'>, months: number, open: () => Database): Job[] => [
  {
    name: 'rewrite-parts',
    cron: '7 * * * *',
    async run(signal) {
      const db = open()
      try {
        await rewriteParts({ ...rewriting, db }, months, signal)
      } finally {
        await db.close()
      }
    },
  },
]

export const rewriteParts = async (
  { db, log, lists }: Rewriting,
  months: number,
  signal?: AbortSignal,
  { lot, rest }: Pace = PACE,
): Promise<void> => {
  for (const { name } of await db.transaction({ as: 'platform' }, findDividedTables))
    while (signal?.aborted !== true) {
      const began = performance.now()
      const did = await db.transaction({ as: 'platform' }, (tx) => takeStep(tx, name, months, lot))
      if (did === null) break
      if (did.step === 'ready') {
        const done = await db.transaction({ as: 'platform' }, (tx) => exchange(tx, name, { log, lists }))
        if (done === 'kept') break
        if (done !== null) log.info('partition.rewritten', { ...done })
      }
      if (rest > 0) await sleep((performance.now() - began) * rest)
    }
}

interface Step {
  readonly part: string | null
  readonly step: string | null
}

const takeStep = async (tx: Tx, table: string, months: number, lot: number): Promise<Step | null> => {
  const [did] = await tx.query<Step>(sql`select part, step from rewrite_step(${table}, ${months}, ${lot})`)
  return did?.part == null ? null : did
}

interface Rewritten extends Row<'part_rewrites', 'part' | 'rows' | 'bytes_before' | 'bytes_after'> {
  readonly bytes_after: number
}

/**
 * Swaps the rewritten partition in; returns null if the partition no longer exists, and `kept` while lists of a tenant
 * cannot be seen. Filters of lists may have been counted over the emptied columns.
 */
const exchange = async (
  tx: Tx,
  table: string,
  { log, lists }: Pick<Rewriting, 'log' | 'lists'>,
): Promise<Rewritten | 'kept' | null> => {
  if (!(await seesAllTenants(tx, log, table))) return 'kept'
  const [row] = await tx.query<{ part: string | null }>(sql`select exchange_part(${table}) as part`)
  if (row?.part == null) return null
  await lists.renew(tx, table, row.part)
  const [done] = await tx.query<Rewritten>(
    sql`select part, rows, bytes_before, bytes_after from part_rewrites where part = ${row.part}`,
  )
  return done ?? null
}
