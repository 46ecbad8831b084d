/**
 * Stored counts of closed blocks for filters on columns that are not facets. They are filled in block by block under a
 * time budget, so that a repeated request continues where the last one stopped. They are worth storing because a filter
 * over ten million rows takes 106 to 998 ms the first time, and 10.7 to 24.0 ms when repeated.
 */
import type { IdSpan } from '../../core/id.ts'
import type { Database, Tx } from '../../infra/database/database.ts'
import { isReadOnly, statementTimeout } from '../../infra/database/database-errors.ts'
import { type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type ClosedList, type ListFilter, TENANT_WIDE } from '../closed-list.ts'
import { filterKey } from '../list-conditions.ts'
import { type CountingCopies, countCopiesFor, isCopied } from './count-copies.ts'
import { type CountedBlock, countRowsFor } from './count-rows.ts'

const BUDGET_MS = 2_500
const BLOCKS_AT_ONCE = 8
/** With fewer blocks, rows are counted one by one each time. */
export const LEAST_BLOCKS = 5

/**
 * Throws the same error as a statement that reached its deadline if the request has more blocks than the budget allows.
 */
export const fillFilterCounts = async (
  db: Database,
  list: ClosedList,
  wanted: ListFilter | readonly ListFilter[],
  budgetMs = BUDGET_MS,
): Promise<void> => {
  const deadline = performance.now() + budgetMs
  for (const filter of [wanted].flat() as ListFilter[])
    if (filter.rows.length > 0 && (filter.direct ?? []).length === 0) {
      const { tenantId, span } = filter
      const key = filterKey(filter)
      const count = (blocks: readonly CountedBlock[]) => countRowsFor(list, filter, key, blocks)
      const inCopies = countCopiesFor(list, filter, key)
      await fillBlocks(db, list, { tenantId, span, key, count, inCopies, leastBlocks: LEAST_BLOCKS }, deadline)
    }
}

/** Counts that are stored for each block of a span under a key. */
interface KeptCounts {
  readonly tenantId: string
  readonly span: IdSpan
  readonly key: Buffer
  /** Returns the statement that stores them for these blocks. */
  readonly count: (blocks: readonly CountedBlock[]) => Sql
  /** Does the same more cheaply for blocks that have been copied. */
  readonly inCopies?: CountingCopies | undefined
  /** Nothing is stored if the span has fewer. */
  readonly leastBlocks: number
  /** These counts are kept even if they are not requested. */
  readonly isStanding?: boolean
}

/** `deadline` is a value of performance.now(); throws like {@link fillFilterCounts}. */
export const fillBlocks = async (
  db: Database,
  list: ClosedList,
  wanted: KeptCounts,
  deadline = performance.now() + BUDGET_MS,
): Promise<void> => {
  try {
    for (;;) {
      const { counted, left } = await db.transaction({ of: wanted.tenantId, mode: 'snapshot' }, (tx) =>
        fillSome(tx, list, wanted),
      )
      // A caller that keeps sending new filters cannot fill the disk, because old counts are deleted as new ones are
      // added.
      if (counted > 0) await db.transaction({ of: wanted.tenantId }, (tx) => forgetFilters(tx, list, wanted.tenantId))
      if (left === 0) return
      if (performance.now() > deadline) throw statementTimeout()
    }
  } catch (error) {
    if (!isReadOnly(error)) throw error // a standby counts rows instead
  }
}

/** Returns how many blocks of the request this has counted, and how many are left. */
const fillSome = async (
  tx: Tx,
  list: ClosedList,
  { tenantId, span, key, count, inCopies, leastBlocks, isStanding = false }: KeptCounts,
): Promise<{ counted: number; left: number }> => {
  const all = await tx.query<CountedBlock & { is_counted: boolean; is_copied: boolean }>(
    sql`select first_id, until_id, written_by, ${isCopied(list, tenantId, inCopies)} as is_copied, exists (select from closed_block_filter_counts k
         where k.tenant_id = ${tenantId}::uuid and k.list = ${list.list} and k.filter = ${key}
           and k.first_id = b.first_id and k.written_by = b.written_by) as is_counted
      from closed_blocks b
     where tenant_id = ${tenantId}::uuid and list = ${list.list} and scope = ${TENANT_WIDE}::uuid and level = 0
       and first_id >= ${span.from}::uuid and first_id < ${span.before}::uuid and until_id <= ${span.before}::uuid
     order by first_id desc`,
  )
  const uncounted = all.filter(({ is_counted }) => !is_counted)
  if (all.length < leastBlocks) return { counted: 0, left: 0 }
  await tx.execute(WAIT_FOR_NO_STANDBY)
  if (uncounted.length === 0) {
    if (!isStanding) await noteRepeat(tx, list, tenantId, key)
    return { counted: 0, left: 0 }
  }
  const copied = uncounted.filter(({ is_copied }) => is_copied)
  const [blocks, way] =
    inCopies !== undefined && copied.length > 0
      ? [copied.slice(0, inCopies.blocksAtOnce), inCopies.count]
      : [uncounted.slice(0, BLOCKS_AT_ONCE), count]
  await Promise.all([isStanding || noteUse(tx, list, tenantId, key), tx.query(way(blocks))])
  return { counted: blocks.length, left: uncounted.length - blocks.length }
}

/**
 * A lost count is simply counted again. It must be on disk nevertheless, because a replica is asked up to this
 * position.
 */
export const WAIT_FOR_NO_STANDBY = 'set local synchronous_commit = local'

const noteUse = (tx: Tx, list: ClosedList, tenantId: string, key: Buffer): Promise<number> =>
  tx.execute(
    sql`insert into closed_block_filters as known (tenant_id, list, filter) values (${tenantId}, ${list.list}, ${key})
     on conflict (tenant_id, list, filter) do update set used_at = now() where known.used_at < now() - interval '1 minute'`,
  )

/** Writes and locks at most once a minute. */
const noteRepeat = (tx: Tx, list: ClosedList, tenantId: string, key: Buffer): Promise<number> =>
  tx.execute(
    sql`update closed_block_filters set used_at = now()
      where tenant_id = ${tenantId} and list = ${list.list} and filter = ${key} and used_at < now() - interval '1 minute'`,
  )

const KEPT_FILTERS = 200
const KEPT_HOURS = 72

/** Keeps the recently used filters of a tenant's list. Returns how many were deleted. */
export const forgetFilters = async (tx: Tx, list: ClosedList, tenantId: string): Promise<number> => {
  await tx.execute(WAIT_FOR_NO_STANDBY)
  const gone = await tx.query<{ filter: Buffer }>(
    sql`delete from closed_block_filters f using (
       select filter, used_at, row_number() over (order by used_at desc, filter) as place
         from closed_block_filters where tenant_id = ${tenantId} and list = ${list.list}) o
     where f.tenant_id = ${tenantId} and f.list = ${list.list} and f.filter = o.filter
       and (o.place > ${KEPT_FILTERS} or o.used_at < now() - make_interval(hours => ${KEPT_HOURS})) returning f.filter`,
  )
  if (gone.length > 0)
    await tx.execute(
      sql`delete from closed_block_filter_counts where tenant_id = ${tenantId} and list = ${list.list} and filter = any(${gone.map(({ filter }) => filter)}::bytea[])`,
    )
  return gone.length
}
