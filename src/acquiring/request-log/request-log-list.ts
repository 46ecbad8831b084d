/** Counts that closed blocks keep for calls to banks, and the conditions for the filters of their list; migrations/0009 makes the triggers. */
import { type IdSpan, idAt, spanOfTimes } from '../../core/id.ts'
import { ERROR_CATEGORIES } from '../../core/schema.ts'
import { contains, joinSql, listAsked, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { FacetMatch, ListFilter } from '../../lists/closed-list.ts'
import { exactList } from '../../lists/exact-list.ts'
import type { RequestLogFilters } from './request-log-schemas.ts'

export const REQUEST_LOG_LIST = exactList({
  list: 'api_request_logs',
  table: 'api_request_logs',
  facets: 'request_log_facets(is_success, status_code, method, error_category)',
  scope: null,
  dimension: 'configuration_id',
  kinds: {
    success: { shift: 0, bits: 1 },
    status_code: { shift: 1, bits: 10 }, // one more than the code; 0: none
    method: { shift: 11, bits: 3, names: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] },
    category: { shift: 14, bits: 3, names: ERROR_CATEGORIES },
  },
})

/** The calls a caller sees: those of payments within its scope, and of transfers with a role of that surface. */
interface LogReach {
  /** Null for all merchants of the tenant. */
  readonly merchantId: string | null
  readonly seesTransfers: boolean
}

/**
 * An id is made when the call is recorded, some time after it was sent. So only the rows recorded within that time of either
 * end of the range are compared with it.
 */
export const toLogFilters = (tenantId: string, filters: RequestLogFilters, reach: LogReach): ListFilter[] => {
  const {
    request_timestamp_from: from,
    request_timestamp_to: to,
    connector_configuration_id: configuration,
    transaction_id: transaction,
  } = filters
  const all: ListFilter = {
    tenantId,
    span: spanOfTimes(undefined, undefined),
    facets: [...requestedFacets(filters)],
    scopes: null,
    dimensions: configuration === undefined ? null : [configuration],
    rows: [...isWithinReach(reach), ...buildRowConditions(filters)],
  }
  const ofTransaction = transaction === undefined ? [] : [sql`transaction_id = ${transaction}`]
  const isSent = [
    ...(from === undefined ? [] : [sql`request_timestamp >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`request_timestamp <= ${to}::timestamptz`]),
  ]
  return spansOf(from, to, all.span).map(({ span, isEnd }) => ({
    ...all,
    span,
    direct: [...(isEnd ? isSent : []), ...ofTransaction],
  }))
}

const RECORDED_WITHIN_MS = 300_000 // a call's deadline, and a write that was tried again

const spansOf = (from: string | undefined, to: string | undefined, { from: zero, before: last }: IdSpan) => {
  const edge = (time: string, ms: number): string => idAt(Date.parse(time) + ms, 'first')
  const starts = from === undefined ? zero : edge(from, 0)
  const ends = to === undefined ? last : edge(to, RECORDED_WITHIN_MS)
  const within = {
    from: from === undefined ? zero : smaller(edge(from, RECORDED_WITHIN_MS), ends),
    before: to === undefined ? last : edge(to, 1),
  }
  const middle = within.from < within.before ? within : { from: within.from, before: within.from }
  return [
    { span: { from: starts, before: middle.from }, isEnd: true },
    { span: middle, isEnd: false },
    { span: { from: middle.before, before: ends }, isEnd: true },
  ].filter(({ span }) => span.from < span.before)
}
const smaller = (one: string, other: string): string => (one < other ? one : other)

const requestedFacets = function* (filters: RequestLogFilters): Generator<FacetMatch> {
  const { is_success, status_code, method, error_categories } = filters
  if (is_success !== undefined) yield REQUEST_LOG_LIST.match('success', [Number(is_success)])
  if (status_code !== undefined) yield REQUEST_LOG_LIST.match('status_code', [status_code + 1])
  if (method !== undefined) yield REQUEST_LOG_LIST.match('method', [method.toUpperCase()])
  if (error_categories !== undefined && error_categories.length > 0)
    yield REQUEST_LOG_LIST.match('category', error_categories)
}

/** Rows of the log never change. */
const buildRowConditions = ({ connector_code, correlation_id, endpoint, search_term }: RequestLogFilters): Sql[] =>
  listAsked([
    connector_code !== undefined && sql`connector_code = ${connector_code}`,
    correlation_id !== undefined && sql`correlation_id = ${correlation_id.toLowerCase()}`,
    contains(['endpoint'], endpoint),
    contains(['endpoint', 'request_body', 'response_body', 'error_message'], search_term),
  ])

/** A call belongs to a payment, to a capture, void or refund of one, or to a transfer. */
export const isWithinReach = ({ merchantId, seesTransfers }: LogReach): Sql[] => {
  if (merchantId === null) return seesTransfers ? [] : [sql`not ${belongsTo('transfers', null)}`]
  const tables = ['payments', 'payment_operations', ...(seesTransfers ? ['transfers'] : [])]
  return [
    sql`(${joinSql(
      tables.map((table) => belongsTo(table, merchantId)),
      ' or ',
    )})`,
  ]
}

const belongsTo = (table: string, merchantId: string | null): Sql =>
  sql`exists (select from ${rawSql(table)} o where o.tenant_id = api_request_logs.tenant_id
    and o.id = api_request_logs.transaction_id ${merchantId === null ? sql`` : sql`and o.merchant_id = ${merchantId}`})`
