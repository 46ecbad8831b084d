/** Reads of the platform across tenants: each shard is asked, and the answers are put together. */

import { type PageRequest, toLimit, toOffset } from '../../../core/pagination.ts'
import { phrase } from '../../../core/phrases/phrase.ts'
import { fieldProblem } from '../../../core/problem.ts'
import type { Database, Tx } from '../database.ts'
import { isConnectionError, TenantMovesError } from '../database-errors.ts'

/** Rows that each shard reads for one page of a list of all shards: it has to read every row before the page, too. */
const MERGED_ROWS_MAX = 10_000

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

/**
 * Returns one page of a list over all tenants. `isBefore` is the order of the list; `read` is given the query, with the page
 * that it has to return. Where there are several shards, the
 * pages beyond the first ten thousand rows are refused.
 */
export const pageAcrossShards = async <Query extends PageRequest, Row>(
  db: Database,
  query: Query,
  isBefore: (one: Row, other: Row) => boolean,
  read: (tx: Tx, query: Query) => Promise<Page<Row>>,
): Promise<Page<Row>> => {
  const ask = (shard: number, wanted: Query): Promise<Page<Row>> =>
    db.transaction({ as: 'platform', mode: 'replica', on: shard }, (tx) => read(tx, wanted))
  const [first, ...others] = db.shards as [number, ...number[]]
  if (others.length === 0) return ask(first, query)
  const end = toOffset(query) + toLimit(query)
  if (end > MERGED_ROWS_MAX)
    throw fieldProblem(
      'page',
      'out_of_range',
      phrase`reaches the first ${MERGED_ROWS_MAX} rows; narrow the list by its filters`,
    )
  const pages = await Promise.all([first, ...others].map((shard) => ask(shard, { ...query, page: 1, page_size: end })))
  const rows = pages.flatMap((each) => each.rows)
  rows.sort((one, other) => (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : 0))
  return { rows: rows.slice(toOffset(query), end), total: pages.reduce((sum, { total }) => sum + total, 0) }
}

/**
 * Returns what the first shard that has it answers; undefined where none has it. Throws if that is not known, as a shard
 * that may have it is unavailable, or it may be of a tenant on its way between two.
 */
export const findOnShards = async <T>(
  db: Database,
  mode: 'write' | 'read',
  find: (tx: Tx) => Promise<T | undefined>,
): Promise<T | undefined> => {
  const { answers, failure } = await allThatAnswer(
    db.shards.map((shard) => db.transaction({ as: 'platform', mode, on: shard }, find)),
  )
  const found = answers.find((each) => each !== undefined)
  if (found === undefined && failure !== undefined) throw failure
  if (found === undefined && db.isMoving()) throw new TenantMovesError()
  return found
}

/** Returns the answers of the shards that are there, and why another one gave none. Throws for any other failure. */
export const allThatAnswer = async <T>(
  asked: readonly Promise<T>[],
): Promise<{ readonly answers: readonly T[]; readonly failure: unknown }> => {
  const all = await Promise.allSettled(asked)
  const failures = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const other = failures.find((error) => !isConnectionError(error))
  if (other !== undefined) throw other
  return { answers: all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])), failure: failures[0] }
}

/** Rows of the platform that every shard has are read from the first one that answers. */
export const onAnyShard = async <T>(db: Database, read: (shard: Database) => Promise<T>): Promise<T> => {
  let failure: unknown
  for (const shard of db.shards)
    try {
      return await read(db.on(shard))
    } catch (error) {
      if (!isConnectionError(error)) throw error
      failure ??= error
    }
  throw failure
}
