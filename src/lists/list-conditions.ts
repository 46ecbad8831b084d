/** A filter as SQL: on rows of the table, on cells of blocks, and on differences. */

import { hash } from 'node:crypto'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IdSpan } from '../core/id.ts'
import { allOf, compileSql } from '../infra/database/query-builder.ts'
import type { ClosedList, Facet, FacetMatch, ListFilter } from './closed-list.ts'

type Condition = Expression<SqlBool>

export const isOneOf = (column: RawBuilder<unknown>, ids: readonly string[] | null): Condition[] =>
  ids === null ? [] : [sql<SqlBool>`${column} = any(${ids}::uuid[])`]

export const matchFacet = ({ shift, bits, names }: Facet, wanted: readonly (string | number)[]): FacetMatch => {
  const most = 2 ** bits - 1
  const codes = wanted.map((each) => (names ? names.indexOf(String(each)) + 1 : Number(each)))
  // An unknown name or a number that is too large matches nothing, rather than another row.
  const possible = codes.filter((code) => (names === undefined || code > 0) && code <= most)
  return { mask: most << shift, values: possible.map((code) => code << shift) }
}

/** Filters that each match one value of separate bits share one comparison. */
export const matchesFacets = (column: RawBuilder<unknown>, matches: readonly FacetMatch[]): Condition[] => {
  let mask = 0
  let value = 0
  const others: FacetMatch[] = []
  for (const match of matches)
    if (match.values.length === 1 && (mask & match.mask) === 0) {
      mask |= match.mask
      value |= match.values[0] as number
    } else others.push(match)
  return [
    ...(mask === 0 ? [] : [sql<SqlBool>`${column} & ${mask}::integer = ${value}::integer`]),
    ...others.map(({ mask, values }) => sql<SqlBool>`${column} & ${mask}::integer = any(${values}::integer[])`),
  ]
}

/** Selects the rows of the table that a request is about, wherever they are. */
export const isWanted = (list: ClosedList, filter: ListFilter): RawBuilder<SqlBool> =>
  allOf([
    ...isMember(list, filter.tenantId),
    ...matchesFacets(sql`(${sql.raw(list.facets)})`, filter.facets),
    ...isOneOf(expressionOf(list.scope), filter.scopes),
    ...isOneOf(expressionOf(list.dimension), filter.dimensions),
    ...filter.rows,
    ...(filter.direct ?? []),
  ])

export const isMember = (list: ClosedList, tenantId: string): Condition[] => [
  sql<SqlBool>`tenant_id = ${tenantId}::uuid`,
  ...(list.member === undefined ? [] : [sql<SqlBool>`(${sql.raw(list.member)})`]),
]

export const expressionOf = (text: string | null): RawBuilder<string | null> => sql`(${sql.raw(text ?? 'null')})::uuid`

/** Returns spans as the rows of `s (a, z)`. */
export const spansTable = (spans: readonly IdSpan[]): RawBuilder<unknown> =>
  sql`unnest(${spans.map(({ from }) => from)}::uuid[], ${spans.map(({ before }) => before)}::uuid[])
    with ordinality as s (a, z, place)`

/** Conditions on columns that never change are true for the former row as well as for the current one. */
export const rowOfDelta = (list: ClosedList, { tenantId, rows }: ListFilter) =>
  rows.length === 0
    ? []
    : [
        sql<boolean>`exists (select from ${sql.table(list.table)} where tenant_id = ${tenantId}::uuid and id = d.id and ${allOf(rows)})`,
      ]

/** Returns the cells of rows, which are their kinds and counts, for the spans `s (a, z)`. */
export const cellsOfRows = (list: ClosedList, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select ${expressionOf(list.scope)} as scope, ${expressionOf(list.dimension)} as dimension,
    (${sql.raw(list.facets)}) as facets, count(*)::integer as n
    from ${sql.table(list.table)} where id >= s.a and id < s.z and ${condition} group by 1, 2, 3`

/**
 * Identifies the rows that are counted for a filter. Facets and dimensions are not part of it, because their counts are
 * stored separately.
 */
export const filterKey = ({ rows, scopes }: ListFilter): Buffer => {
  const { sql: text, parameters } = compileSql(allOf(rows))
  return hash('sha256', JSON.stringify([text, parameters, scopes]), 'buffer')
}
