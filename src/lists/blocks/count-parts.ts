/** Counts the rows of a request part by part: whole blocks by their stored counts, the rest row by row. */
import type { IdSpan } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { allOf, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { type ClosedList, type ListFilter, TENANT_WIDE } from '../closed-list.ts'
import { filterKey, isOneOf, isWanted, matchesFacets, rowOfDelta, spansTable } from '../list-conditions.ts'

/** A span of ids with the number of wanted rows in it. */
export interface Part extends IdSpan {
  n: number
  /** Level of the block; null if the part is counted row by row. */
  readonly level: 0 | 1 | null
}

/**
 * Returns parts, newest first, without those that have no wanted rows. All statements of `tx` must see one snapshot.
 */
export const countParts = async (tx: Tx, list: ClosedList, filter: ListFilter): Promise<Part[]> => {
  const { from, before } = filter.span
  if (from >= before) return []
  if ((filter.direct ?? []).length > 0) return finish(tx, list, filter, uncounted(await spansOfRows(tx, list, filter)))
  const upper = filter.rows.length > 0 ? [] : await countBlocks(tx, list, filter, 1, [filter.span])
  const [first, last] = [upper[0], upper.at(-1)]
  const around =
    first === undefined || last === undefined
      ? [filter.span]
      : [
          { from, before: first.from },
          { from: last.before, before },
        ]
  const lower = await countBlocks(tx, list, filter, 0, around)
  const blocks = [...upper, ...lower].sort((a, b) => (a.from < b.from ? -1 : 1))
  return finish(tx, list, filter, [...blocks, ...edgesOf(filter.span, blocks)])
}

/** Returns the spans in which rows have to be compared one by one. */
const spansOfRows = async (tx: Tx, list: ClosedList, filter: ListFilter): Promise<readonly IdSpan[]> => {
  if (!filter.isRareKind) return [filter.span]
  const { direct: _, ...kind } = { ...filter, rows: [] }
  const parts = await countParts(tx, list, kind)
  const upper = parts.filter(({ level }) => level === 1)
  const inside = upper.length === 0 ? [] : await countInside(tx, list, kind, upper)
  return [...parts.filter(({ level }) => level !== 1), ...inside]
}

/** Counts the blocks of level 0 that a block of level 1 is made of. */
export const countInside = async (tx: Tx, list: ClosedList, filter: ListFilter, spans: readonly IdSpan[]) =>
  finish(tx, list, filter, await countBlocks(tx, list, filter, 0, spans))

/** Returns the spans before the first and after the last block. Blocks have no gaps between them. */
const edgesOf = ({ from, before }: IdSpan, blocks: readonly IdSpan[]): Counted[] => {
  const [first, last] = [blocks[0], blocks.at(-1)]
  const edges =
    first === undefined || last === undefined
      ? [{ from, before }]
      : [
          { from, before: first.from },
          { from: last.before, before },
        ]
  return uncounted(edges.filter((edge) => edge.from < edge.before))
}

const uncounted = (spans: readonly IdSpan[]): Counted[] =>
  spans.map(({ from, before }) => ({ from, before, n: null, level: null }))

/** `n` is null if no stored count answers this filter. */
interface Counted extends IdSpan {
  n: number | null
  level: 0 | 1 | null
}

const finish = async (tx: Tx, list: ClosedList, filter: ListFilter, counted: Counted[]): Promise<Part[]> => {
  const kept = counted.filter(({ n }) => n !== null).sort((a, b) => (a.from < b.from ? -1 : 1)) as Part[]
  const open = counted.filter(({ n }) => n === null)
  const [deltas, rows] = await Promise.all([
    kept.length === 0 ? [] : sumDeltas(tx, list, filter, kept),
    open.length === 0 ? [] : countRows(tx, list, filter, open),
  ])
  const parts = [
    ...kept.map((part, at) => ({ ...part, n: part.n + (deltas.find(({ place }) => place === at + 1)?.n ?? 0) })),
    ...open.map((part, at) => ({ ...part, level: null, n: rows.find(({ place }) => place === at + 1)?.n ?? 0 })),
  ]
  return parts.filter(({ n }) => n > 0).sort((a, b) => (a.from < b.from ? 1 : -1))
}

const countBlocks = async (
  tx: Tx,
  list: ClosedList,
  filter: ListFilter,
  level: 0 | 1,
  spans: readonly IdSpan[],
): Promise<Counted[]> => {
  const { tenantId } = filter
  const rows = await tx.query<
    IdSpan & { n: number | null }
  >(sql`select b.first_id as "from", b.until_id as before, ${filter.rows.length > 0 ? ofFilter(list, filter) : ofBlock(list, filter, level)} as n
      from ${spansTable(spans)} cross join lateral (
        select first_id, until_id, written_by from closed_blocks
         where tenant_id = ${tenantId}::uuid and list = ${list.list} and scope = ${TENANT_WIDE}::uuid and level = ${level}
           and first_id >= s.a and first_id < s.z and until_id <= s.z) as b
     order by 1`)
  return rows.map((row) => ({ ...row, level }))
}

/** Returns the stored count of block `b`. */
const ofBlock = (list: ClosedList, filter: ListFilter, level: number): Sql => {
  const { cells, sum } = wantedCells(filter)
  return sql`(select coalesce(sum(${sum}), 0) from closed_blocks k ${cells}
     where k.tenant_id = ${filter.tenantId}::uuid and k.list = ${list.list}
       and k.scope = any(${filter.scopes ?? [TENANT_WIDE]}::uuid[]) and k.level = ${level} and k.first_id = b.first_id)`
}

/**
 * Does the same for conditions on other columns, if they have been counted in this form of the block; otherwise returns
 * null.
 */
const ofFilter = (list: ClosedList, filter: ListFilter): Sql => {
  const { cells, sum } = wantedCells(filter, 'left join')
  return sql`(select coalesce(sum(${sum}), 0) from closed_block_filter_counts k ${cells}
     where k.tenant_id = ${filter.tenantId}::uuid and k.list = ${list.list} and k.filter = ${filterKey(filter)}
       and k.first_id = b.first_id and k.written_by = b.written_by
    having count(k.first_id) > 0)`
}

/** Returns the cells of `k` that a request is about, and what to add up. */
const wantedCells = (filter: ListFilter, join: 'cross join' | 'left join' = 'cross join') => {
  if (filter.facets.length === 0 && filter.dimensions === null) return { cells: sql``, sum: sql`k.total` }
  const wanted = allOf([
    ...matchesFacets(sql`u.facets`, filter.facets),
    ...isOneOf(sql`k.dimensions[u.place]`, filter.dimensions),
  ])
  return {
    cells: sql`${rawSql(join)} lateral (select u.n from unnest(k.places, k.facets, k.counts) as u (place, facets, n)
      where ${wanted}) as u ${join === 'left join' ? sql`on true` : sql``}`,
    sum: sql`u.n`,
  }
}

interface Placed {
  /** Counts from 1. */
  place: number
  n: number
}

/** Returns what has changed in these blocks since they were written, oldest first. */
const sumDeltas = (tx: Tx, list: ClosedList, filter: ListFilter, blocks: readonly IdSpan[]): Promise<Placed[]> => {
  const starts = blocks.map(({ from }) => from)
  const wanted = allOf([
    ...matchesFacets(sql`d.facets`, filter.facets),
    ...isOneOf(sql`d.scope`, filter.scopes),
    ...isOneOf(sql`d.dimension`, filter.dimensions),
    ...rowOfDelta(list, filter),
  ])
  return tx.query<Placed>(sql`select width_bucket(d.id, ${starts}::uuid[]) as place, sum(d.difference) as n from closed_block_deltas d
     where d.tenant_id = ${filter.tenantId}::uuid and d.list = ${list.list}
       and d.id >= ${starts[0]}::uuid and d.id < ${blocks.at(-1)?.before}::uuid and ${wanted}
     group by 1`)
}

const countRows = (tx: Tx, list: ClosedList, filter: ListFilter, spans: readonly IdSpan[]): Promise<Placed[]> =>
  tx.query<Placed>(sql`select s.place, n from ${spansTable(spans)} cross join lateral (
        select count(*) as n from ${rawSql(list.table)} where id >= s.a and id < s.z and ${isWanted(list, filter)}) as c`)
