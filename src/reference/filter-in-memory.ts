/** Filters and pages look-up rows in memory. */
import { type Page, type PageRequest, toLimit, toOffset, toPage } from '../core/pagination.ts'
import { searchFor } from './turkish-text.ts'

interface InMemoryFilter<Row> {
  include_inactive?: boolean | undefined
  search_term?: string | undefined
  /** Texts a search covers: Turkish ones here, codes and other languages below. */
  turkish: (row: Row) => readonly (string | null)[]
  plain: (row: Row) => readonly (string | null)[]
}

export const filterInMemory = <Row extends { is_active: boolean }>(
  rows: readonly Row[],
  wanted: InMemoryFilter<Row>,
): Row[] => {
  const { include_inactive = false, search_term, turkish, plain } = wanted
  const matches = search_term ? searchFor(search_term) : undefined
  return rows.filter((row) => (include_inactive || row.is_active) && (matches?.(turkish(row), plain(row)) ?? true))
}

export const pageInMemory = <Row>(rows: readonly Row[], query: PageRequest): Page<Row> =>
  toPage(rows.slice(toOffset(query), toOffset(query) + toLimit(query)), rows.length, query)
