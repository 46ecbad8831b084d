/** A filter as SQL: on rows of the table, on cells of blocks, and on differences. */
import { hash } from 'node:crypto'
import type { IdSpan } from '../core/id.ts'
import { allOf, rawSql, type Sql, sql } from '../infra/database/statements/sql.ts'
import type { ClosedList, Facet, FacetMatch, ListFilter } from './closed-list.ts'

type Condition = Sql

export const isOneOf = (column: Sql, ids: readonly string[] | null): Condition[] =>
  ids === null ? [] : [sql`${column} = any(${ids}::uuid[])`]

export const matchFacet = ({ shift, bits, names }: Facet, wanted: readonly (string | number)[]): FacetMatch => {
  const most = 2 ** bits - 1
  const codes = wanted.map((each) => (names ? names.indexOf(String(each)) + 1 : Number(each)))
  // An unknown name or a number that is too large matches nothing, rather than another row.
  const possible = codes.filter((code) => (names === undefined || code > 0) && code <= most)
  return { mask: most << shift, values: possible.map((code) => code << shift) }
}

/** Filters that each match one value of separate bits share one comparison. */
export const matchesFacets = (column: Sql, matches: readonly FacetMatch[]): Condition[] => {
  let mask = 0
  let value = 0
  const others: FacetMatch[] = []
  for (const match of matches)
    if (match.values.length === 1 && (mask & match.mask) === 0) {
      mask |= match.mask
      value |= match.values[0] as number
    } else others.push(match)
  return [
    ...(mask === 0 ? [] : [sql`${column} & ${mask}::integer = ${value}::integer`]),
    ...others.map(({ mask, values }) => sql`${column} & ${mask}::integer = any(${values}::integer[])`),
  ]
}

/** Selects the rows of the table that a request is about, wherever they are. */
export const isWanted = (list: ClosedList, filter: ListFilter): Sql =>
  allOf([
    ...isMember(list, filter.tenantId),
    ...matchesFacets(sql`(${rawSql(list.facets)})`, filter.facets),
    ...isOneOf(toExpression(list.scope), filter.scopes),
    ...isOneOf(toExpression(list.dimension), filter.dimensions),
    ...filter.rows,
    ...(filter.direct ?? []),
  ])

export const isMember = (list: ClosedList, tenantId: string): Condition[] => [
  sql`tenant_id = ${tenantId}::uuid`,
  ...(list.member === undefined ? [] : [sql`(${rawSql(list.member)})`]),
]

export const toExpression = (text: string | null): Sql => sql`(${rawSql(text ?? 'null')})::uuid`

/** Returns spans as the rows of `s (a, z)`. */
export const spansTable = (spans: readonly IdSpan[]): Sql =>
  sql`unnest(${spans.map(({ from }) => from)}::uuid[], ${spans.map(({ before }) => before)}::uuid[])
    with ordinality as s (a, z, place)`

/** Conditions on columns that never change are true for the former row as well as for the current one. */
export const rowOfDelta = (list: ClosedList, { tenantId, rows }: ListFilter) =>
  rows.length === 0
    ? []
    : [
        sql`exists (select from ${rawSql(list.table)} where tenant_id = ${tenantId}::uuid and id = d.id and ${allOf(rows)})`,
      ]

/** Returns the cells of rows, which are their kinds and counts, for the spans `s (a, z)`. */
export const cellsOfRows = (list: ClosedList, condition: Sql): Sql =>
  sql`select ${toExpression(list.scope)} as scope, ${toExpression(list.dimension)} as dimension,
    (${rawSql(list.facets)}) as facets, count(*)::integer as n
    from ${rawSql(list.table)} where id >= s.a and id < s.z and ${condition} group by 1, 2, 3`

/**
 * Identifies the rows that are counted for a filter. Facets and dimensions are not part of it, because their counts are
 * stored separately.
 */
export const filterKey = ({ rows, scopes }: ListFilter): Buffer => {
  const { text, values } = allOf(rows)
  return hash('sha256', JSON.stringify([text, values, scopes]), 'buffer')
}
