/**
 * Counts for filters on columns that are no facets, kept for each closed block: filled in block by block under a time budget,
 * so that a repeated request goes on where the last one stopped.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '../database.ts'
import { isReadOnly, statementTimeout } from '../database-errors.ts'
import { fetchSql } from '../query-builder.ts'
import { type ClosedList, type IdSpan, type ListFilter, TENANT_WIDE } from './closed-list.ts'
import { allOf, cellsOfRows, expressionOf, filterKey, isMember, isOneOf, rowOfDelta } from './list-conditions.ts'
import { packedCells } from './pack-cells.ts'

const BUDGET_MS = 2_500
const BLOCKS_AT_ONCE = 8
/** So few blocks are counted row by row, each time. */
const COUNTED_ANEW_MAX = 4

/** Throws what a statement that ran into its deadline throws when the blocks of the request are more than the budget allows. */
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
      const count = (blocks: readonly CountedBlock[]) => fill(list, filter, key, blocks)
      await fillBlocks(db, list, { tenantId, span, key, count, leastBlocks: COUNTED_ANEW_MAX + 1 }, deadline)
    }
}

/** Counts that are kept for each block of a span under a key. */
interface KeptCounts {
  readonly tenantId: string
  readonly span: IdSpan
  readonly key: Buffer
  /** The statement that keeps them for these blocks. */
  readonly count: (blocks: readonly CountedBlock[]) => RawBuilder<unknown>
  /** Nothing is kept where the span has fewer. */
  readonly leastBlocks: number
}

export interface CountedBlock {
  readonly first_id: string
  readonly until_id: string
  readonly written_by: number
}

/** `deadline` as performance.now() tells time; throws as {@link fillFilterCounts}. */
export const fillBlocks = async (
  db: Database,
  list: ClosedList,
  wanted: KeptCounts,
  deadline = performance.now() + BUDGET_MS,
): Promise<void> => {
  try {
    for (;;) {
      const { counted, left } = await db.inTenantSnapshot(wanted.tenantId, (tx) => fillSome(tx, list, wanted))
      // A caller that asks for ever new filters fills no disk: room is made as they come.
      if (counted > 0) await db.inTenant(wanted.tenantId, (tx) => forgetFilters(tx, list, wanted.tenantId))
      if (left === 0) return
      if (performance.now() > deadline) throw statementTimeout()
    }
  } catch (error) {
    if (!isReadOnly(error)) throw error // a standby answers what it can by counting
  }
}

/** How many blocks of the request this has counted, and how many are left. */
const fillSome = async (
  tx: Tx,
  list: ClosedList,
  { tenantId, span, key, count, leastBlocks }: KeptCounts,
): Promise<{ counted: number; left: number }> => {
  const all = await fetchSql<CountedBlock & { is_counted: boolean }>(
    tx,
    sql`select first_id, until_id, written_by, exists (select from closed_block_filter_counts k
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
    await noteRepeat(tx, list, tenantId, key)
    return { counted: 0, left: 0 }
  }
  const blocks = uncounted.slice(0, BLOCKS_AT_ONCE)
  await Promise.all([noteUse(tx, list, tenantId, key), fetchSql(tx, count(blocks))])
  return { counted: blocks.length, left: uncounted.length - blocks.length }
}

/** What is lost is counted again. On the disk all the same: a replica is asked for what is there. */
const WAIT_FOR_NO_STANDBY = 'set local synchronous_commit = local'

/** What the block would have counted when it was written: its rows now without what has changed since. */
const fill = (
  list: ClosedList,
  filter: ListFilter,
  key: Buffer,
  blocks: readonly CountedBlock[],
): RawBuilder<unknown> => {
  const { tenantId } = filter
  const inScope = isOneOf(expressionOf(list.scope), filter.scopes)
  return sql`with s as materialized (${blocksTable(blocks)}),
    cell as materialized (
      select a as part, dimension, facets, sum(n)::integer as n from (
        select s.a, c.dimension, c.facets, c.n
          from s cross join lateral (${cellsOfRows(list, allOf([...isMember(list, tenantId), ...inScope, ...filter.rows]))}) as c
        union all
        select s.a, d.dimension, d.facets, -d.difference
          from s join closed_block_deltas d on d.tenant_id = ${tenantId}::uuid and d.list = ${list.list} and d.id >= s.a and d.id < s.z
         where ${allOf([...isOneOf(sql`d.scope`, filter.scopes), ...rowOfDelta(list, filter)])}) as c
      group by 1, 2, 3 having sum(n) <> 0)
    insert into closed_block_filter_counts as known
      (tenant_id, list, filter, first_id, written_by, total, dimensions, places, facets, counts)
    select ${tenantId}::uuid, ${list.list}, ${key}::bytea, p.part, s.written_by, p.total, p.dimensions, p.places, p.facets, p.counts
      from (${packedCells(sql`select a from s`)}) as p join s on s.a = p.part
    on conflict (tenant_id, list, filter, first_id) do update set written_by = excluded.written_by, total = excluded.total,
      dimensions = excluded.dimensions, places = excluded.places, facets = excluded.facets, counts = excluded.counts`
}

/** Blocks as the rows of (a, z, written_by). */
export const blocksTable = (blocks: readonly CountedBlock[]): RawBuilder<unknown> =>
  sql`select * from unnest(${blocks.map((each) => each.first_id)}::uuid[], ${blocks.map((each) => each.until_id)}::uuid[],
    ${blocks.map((each) => each.written_by)}::bigint[]) as s (a, z, written_by)`

const noteUse = (tx: Tx, list: ClosedList, tenantId: string, key: Buffer): Promise<number> =>
  tx.execute(
    `insert into closed_block_filters as known (tenant_id, list, filter) values ($1, $2, $3)
     on conflict (tenant_id, list, filter) do update set used_at = now() where known.used_at < now() - interval '1 minute'`,
    [tenantId, list.list, key],
  )

/** Locks and writes nothing but once a minute. */
const noteRepeat = (tx: Tx, list: ClosedList, tenantId: string, key: Buffer): Promise<number> =>
  tx.execute(
    `update closed_block_filters set used_at = now()
      where tenant_id = $1 and list = $2 and filter = $3 and used_at < now() - interval '1 minute'`,
    [tenantId, list.list, key],
  )

const KEPT_FILTERS = 200
const KEPT_HOURS = 72

/** Of a tenant's list, the filters used lately stay. Returns how many went. */
export const forgetFilters = async (tx: Tx, list: ClosedList, tenantId: string): Promise<number> => {
  await tx.execute(WAIT_FOR_NO_STANDBY)
  const gone = await tx.query<{ filter: Buffer }>(
    `delete from closed_block_filters f using (
       select filter, used_at, row_number() over (order by used_at desc, filter) as place
         from closed_block_filters where tenant_id = $1 and list = $2) o
     where f.tenant_id = $1 and f.list = $2 and f.filter = o.filter
       and (o.place > $3 or o.used_at < now() - make_interval(hours => $4)) returning f.filter`,
    [tenantId, list.list, KEPT_FILTERS, KEPT_HOURS],
  )
  if (gone.length > 0)
    await tx.execute(
      'delete from closed_block_filter_counts where tenant_id = $1 and list = $2 and filter = any($3::bytea[])',
      [tenantId, list.list, gone.map(({ filter }) => filter)],
    )
  return gone.length
}
