/** Counts that closed blocks keep for checks, and the conditions for the filters of their list; migrations/0010 makes the triggers. */
import { idsBeginningWith, spanOfTimes } from '../../core/id.ts'
import { anyOf, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { FacetMatch, ListFilter } from '../../lists/closed-list.ts'
import { exactList } from '../../lists/exact-list.ts'
import { ACTIONS, PROCESSES } from '../rules/active-rule-store.ts'
import type { CheckLogFilters } from './check-log-schemas.ts'

export const CHECK_LIST = exactList({
  list: 'fraud_checks',
  table: 'fraud_checks',
  facets: 'check_facets(process, decision, score)',
  scope: 'merchant_id',
  dimension: null,
  kinds: {
    process: { shift: 0, bits: 2, names: PROCESSES },
    decision: { shift: 2, bits: 3, names: ACTIONS },
    score: { shift: 5, bits: 7 },
  },
})

const SCORE_MAX = 100

interface CheckReach {
  readonly tenantId: string
  /** Null for all merchants. */
  readonly merchantId: string | null
}

/** Names that became ids. */
export interface CheckMerchants {
  /** Requested ids; null for any. */
  readonly asked: readonly string[] | null
  /** Ids of checks whose external id contains the search term. */
  readonly found: readonly string[]
}

export const toCheckFilter = (
  { tenantId, merchantId }: CheckReach,
  filters: CheckLogFilters,
  { asked, found }: CheckMerchants,
): ListFilter => {
  const own = merchantId === null ? null : [merchantId]
  return {
    tenantId,
    span: spanOfTimes(filters.from, filters.to),
    facets: [...requestedFacets(filters)],
    scopes: own === null || asked === null ? (own ?? asked) : own.filter((id) => asked.includes(id)),
    dimensions: null,
    rows: filters.search_term ? [searchCondition(filters.search_term, found)] : [],
  }
}

const requestedFacets = function* (filters: CheckLogFilters): Generator<FacetMatch> {
  const { process, decision, min_score: min = 0, max_score: max = SCORE_MAX } = filters
  if (process !== undefined) yield CHECK_LIST.match('process', [process])
  if (decision !== undefined) yield CHECK_LIST.match('decision', [decision])
  if (min > 0 || max < SCORE_MAX)
    yield CHECK_LIST.match(
      'score',
      Array.from({ length: SCORE_MAX + 1 }, (_, score) => score).filter((score) => score >= min && score <= max),
    )
}

/** Part of the reasons or of the merchant's name, without case; of an id the start, which the index can find. */
const searchCondition = (term: string, found: readonly string[]): Sql => {
  const ids = idsBeginningWith(term)
  return anyOf([
    sql`strpos(search_text, lower(${term})) > 0`,
    found.length > 0 && sql`merchant_id = any(${found}::uuid[])`,
    ids && sql`id >= ${ids.first} and id <= ${ids.last}`,
  ])
}
