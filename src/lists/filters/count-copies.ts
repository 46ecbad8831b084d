/**
 * Counts with the copies of blocks: a range of values by its two ends, a text by the few rows among which it occurs.
 */
import { hash } from 'node:crypto'
import { rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { ClosedList, CopiedColumns, InCopies, ListFilter } from '../closed-list.ts'
import { blocksTable, type CountedBlock, cellsOfSpans, keepCells } from './count-rows.ts'

export interface CountingCopies {
  readonly count: (blocks: readonly CountedBlock[]) => Sql
  readonly blocksAtOnce: number
}

/**
 * A value that few rows have gives few rows per block; a text that many rows have is searched for in all their rows.
 */
const BY_VALUE_AT_ONCE = 128
const BY_TEXT_AT_ONCE = 32

export const countCopiesFor = (list: ClosedList, filter: ListFilter, key: Buffer): CountingCopies | undefined => {
  const { value, text } = filter.inCopies ?? {}
  if (list.copied === undefined) return undefined
  if (value !== undefined)
    return { count: (blocks) => countValuesFor(list, filter, key, { value, blocks }), blocksAtOnce: BY_VALUE_AT_ONCE }
  if (text !== undefined)
    return { count: (blocks) => countTextsFor(list, filter, key, { text, blocks }), blocksAtOnce: BY_TEXT_AT_ONCE }
  return undefined
}

/** Returns whether the block `b` has been copied in its current form. */
export const isCopied = (list: ClosedList, tenantId: string, wanted: CountingCopies | undefined): Sql =>
  wanted === undefined || list.copied === undefined
    ? sql`false`
    : sql`exists (select from closed_block_copies c where c.tenant_id = ${tenantId}::uuid and c.list = ${list.list}
        and c.first_id = b.first_id and c.written_by = b.written_by and c.form = ${hashForm(list.copied)})`

/** Returns a fingerprint of the declaration, so that copies of columns declared differently are not used. */
export const hashForm = (copied: CopiedColumns): Buffer => {
  const values = Object.fromEntries(Object.entries(copied.values).map(([name, value]) => [name, toColumn(value)]))
  return hash('sha256', JSON.stringify({ ...copied, values }), 'buffer')
}

/**
 * Returns the copied integer as SQL. For a text or a hash it is as reliable as comparing the texts, because no two of
 * all values that will ever exist have the same 58 bits by chance. Its 19 digits begin with 70, 71 or 72, as no card
 * number does.
 */
export const toColumn = (value: CopiedColumns['values'][string]): string => {
  if (typeof value === 'string') return value
  const hashed = 'hashOf' in value ? value.hashOf : `sha256(convert_to(${value.textOf}, 'UTF8'))`
  return `${HASH_FROM} + (('x' || left(encode(${hashed}, 'hex'), 16))::bit(64)::bigint & ${HASH_MASK})`
}

const toRange = (value: Value): { from: bigint; to: bigint } => {
  if (!('equals' in value)) return value
  const { equals } = value
  const bytes = typeof equals === 'string' ? hash('sha256', equals, 'buffer') : equals
  const standsFor = HASH_FROM + (bytes.readBigInt64BE() & HASH_MASK)
  return { from: standsFor, to: standsFor }
}
const HASH_FROM = 7n * 10n ** 18n
const HASH_MASK = 2n ** 58n - 1n

/** Key of rows that have no value; ranges end before it. */
export const NO_VALUE = 2n ** 63n - 1n

type Value = NonNullable<InCopies['value']>
const countValuesFor = (
  list: ClosedList,
  filter: ListFilter,
  key: Buffer,
  { value, blocks }: { value: Value; blocks: readonly CountedBlock[] },
): Sql => {
  const { tenantId, scopes } = filter
  const range = toRange(value)
  const { from, to } = { from: sql`${String(range.from)}::bigint`, to: sql`${String(range.to)}::bigint` }
  const isWhole = scopes === null ? sql`k.first_key >= ${from} and k.last_key <= ${to}` : sql`false`
  const slice = (column: string) => sql`k.${rawSql(column)}[e.first:e.last]`
  // The ends are looked up once; without `offset 0` each slice would look them up again.
  return sql`with block as materialized (${blocksTable(blocks)}),
    piece as not materialized (
      select b.a, k.*, ${isWhole} as is_whole
        from block b join closed_block_values k on k.tenant_id = ${tenantId}::uuid and k.list = ${list.list} and k.first_id = b.a
          and k.name = ${value.name} and k.last_key >= ${from} and k.first_key <= ${to}),
    cell as materialized (
      select part, dimension, facets, sum(n)::integer as n from (
        select k.a as part, k.dimensions[u.place] as dimension, u.facets, u.n
          from piece k cross join lateral unnest(k.sum_places, k.sum_facets, k.sums) as u (place, facets, n) where k.is_whole
        union all
        select k.a, k.dimensions[u.place], u.facets, u.n
          from piece k cross join lateral (
            select width_bucket(${from} - 1, k.keys) + 1 as first, width_bucket(${to}, k.keys) as last,
              array(select w.place from unnest(k.scopes) with ordinality as w (id, place) where w.id = any(${scopes ?? []}::uuid[])) as scope_places
            offset 0) as e
          cross join lateral unnest(${slice('places')}, ${slice('facets')}, ${slice('counts')}, ${scopes === null ? sql`null::smallint[]` : slice('scope_places')})
            as u (place, facets, n, scope_place)
         where not k.is_whole and ${scopes === null ? sql`true` : sql`u.scope_place = any(e.scope_places)`}) as c
       group by 1, 2, 3)
    ${keepCells(list, filter, key)}`
}

/** Reads only the rows whose texts contain the search term. */
const countTextsFor = (
  list: ClosedList,
  filter: ListFilter,
  key: Buffer,
  { text: { part, orIds }, blocks }: { text: NonNullable<InCopies['text']>; blocks: readonly CountedBlock[] },
): Sql =>
  sql`with block as materialized (${blocksTable(blocks)}),
    s as materialized (
      select t.from_id as a, t.before_id as z, b.a as part
        from block b join closed_block_texts t on t.tenant_id = ${filter.tenantId}::uuid and t.list = ${list.list} and t.first_id = b.a
       where strpos(t.texts, lower(${part})) > 0
          ${orIds === undefined ? sql`` : sql`or t.from_id <= ${orIds.last}::uuid and t.before_id > ${orIds.first}::uuid`}),
    cell as materialized (${cellsOfSpans(list, filter)})
    ${keepCells(list, filter, key)}`
