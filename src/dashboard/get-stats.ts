/** GET /api/v1/dashboard/stats: results of payments in a period, compared with the previous period. */
import { type Endpoint, endpoint, ok } from '../access/endpoint.ts'
import type { BreakerStates } from '../acquiring/health/connector-health.ts'
import { findConnectorHealth } from '../acquiring/health/get-health.ts'
import { isoTime } from '../core/clock.ts'
import { type IdSpan, idAt, spanOfTimes } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { PAYMENT_LIST } from '../payments/queries/payment-list.ts'
import { FACETS } from '../payments/queries/transaction-facets.ts'
import { findNamedPayments } from '../payments/queries/transaction-store.ts'
import { computeStats, type TimeRange, toTimeRanges } from './compute-stats.ts'
import { DashboardStats, StatsQuery } from './stats-schemas.ts'

export const getStats = (services: BreakerStates): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/dashboard/stats',
    tag: 'Dashboard',
    summary: 'Figures of a period',
    description:
      'Exact at any number of payments. Days are of Istanbul; today is compared with yesterday until the same time of day, 7 and 30 days alike.',
    allow: 'read',
    query: StatsQuery,
    answers: { 200: DashboardStats },
    handle: async ({ query: { period = 'today' }, tenantId, merchantId, readList, runtime }) => {
      const nowMs = runtime.clock.ms()
      const { current, baseline } = toTimeRanges(period, nowMs)
      const scopes = merchantId === null ? null : [merchantId]
      const wanted = { tenantId, scopes, span: spanOf(current), kinds: TOLD_APART }
      const before = { ...wanted, span: spanOf(baseline) }
      for (const each of [wanted, before]) await PAYMENT_LIST.hours.fill(runtime.db, each)
      return readList(async (tx) => {
        const [figures, then] = [await PAYMENT_LIST.hours.read(tx, wanted), await PAYMENT_LIST.hours.read(tx, before)]
        const health = await findConnectorHealth(tx, services, tenantId, nowMs)
        return ok({
          ...computeStats(period, current, figures, then),
          problem_connectors: health.filter(({ rollup }) => PROBLEMS.includes(rollup.status)).length,
          total_connectors: health.length,
          recent_failed_transactions: await findRecentFailed(tx, tenantId, scopes),
        })
      })
    },
  })

const TOLD_APART = [FACETS.status, FACETS.operation_type].reduce(
  (mask, { bits, shift }) => mask | ((2 ** bits - 1) << shift),
  0,
)
const PROBLEMS: readonly string[] = ['degraded', 'down']
const RECENT = 10

const spanOf = ({ from, before }: TimeRange): IdSpan => ({ from: idAt(from, 'first'), before: idAt(before, 'first') })

const findRecentFailed = async (tx: Tx, tenantId: string, scopes: readonly string[] | null) => {
  const facets = [PAYMENT_LIST.match('status', ['failed'])]
  const filter = { tenantId, span: spanOfTimes(undefined, undefined), scopes, facets, dimensions: null, rows: [] }
  const { ids } = await PAYMENT_LIST.read(tx, filter, { limit: RECENT, offset: 0 })
  const rows = ids.length === 0 ? [] : await findNamedPayments(tx, tenantId, ids)
  return rows.map(({ id, merchant_name, amount, error_message, configuration_name, created }) => ({
    id,
    merchant_name,
    amount,
    error_message,
    connector_name: configuration_name,
    created: isoTime(created),
  }))
}
