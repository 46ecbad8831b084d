/**
 * Statements that store counts of blocks for a filter on columns that are not facets, here by reading rows if no copy
 * can answer.
 */
import { allOf, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { ClosedList, ListFilter } from '../closed-list.ts'
import { cellsOfRows, isMember, isOneOf, rowOfDelta, toExpression } from '../list-conditions.ts'
import { packedCells } from '../pack-cells.ts'

export interface CountedBlock {
  readonly first_id: string
  readonly until_id: string
  readonly written_by: number
}

/** Returns blocks as the rows of (a, z, written_by). */
export const blocksTable = (blocks: readonly CountedBlock[]): Sql =>
  sql`select * from unnest(${blocks.map((each) => each.first_id)}::uuid[], ${blocks.map((each) => each.until_id)}::uuid[],
    ${blocks.map((each) => each.written_by)}::bigint[]) as s (a, z, written_by)`

/** Counts what the block would have counted when it was written: its current rows without what has changed since. */
export const countRowsFor = (list: ClosedList, filter: ListFilter, key: Buffer, blocks: readonly CountedBlock[]): Sql =>
  sql`with block as materialized (${blocksTable(blocks)}),
    s as materialized (select a, z, a as part from block),
    cell as materialized (${cellsOfSpans(list, filter)})
    ${keepCells(list, filter, key)}`

/** Returns the cells of the spans `s (a, z, part)`. */
export const cellsOfSpans = (list: ClosedList, filter: ListFilter): Sql => {
  const { tenantId } = filter
  const inScope = isOneOf(toExpression(list.scope), filter.scopes)
  return sql`select part, dimension, facets, sum(n)::integer as n from (
      select s.part, c.dimension, c.facets, c.n
        from s cross join lateral (${cellsOfRows(list, allOf([...isMember(list, tenantId), ...inScope, ...filter.rows]))}) as c
      union all
      select s.part, d.dimension, d.facets, -d.difference
        from s join closed_block_deltas d on d.tenant_id = ${tenantId}::uuid and d.list = ${list.list} and d.id >= s.a and d.id < s.z
       where ${allOf([...isOneOf(sql`d.scope`, filter.scopes), ...rowOfDelta(list, filter)])}) as c
    group by 1, 2, 3 having sum(n) <> 0`
}

/** Stores the CTE `cell (part, dimension, facets, n)` for every block of the CTE `block`. */
export const keepCells = (list: ClosedList, { tenantId }: ListFilter, key: Buffer): Sql =>
  sql`insert into closed_block_filter_counts as known
      (tenant_id, list, filter, first_id, written_by, total, dimensions, places, facets, counts)
    select ${tenantId}::uuid, ${list.list}, ${key}::bytea, p.part, b.written_by, p.total, p.dimensions, p.places, p.facets, p.counts
      from (${packedCells(sql`select a from block`)}) as p join block b on b.a = p.part
    on conflict (tenant_id, list, filter, first_id) do update set written_by = excluded.written_by, total = excluded.total,
      dimensions = excluded.dimensions, places = excluded.places, facets = excluded.facets, counts = excluded.counts`
