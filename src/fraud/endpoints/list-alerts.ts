/** GET of fraud alerts: what waits for a person, and what was decided, newest first. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { checkRange } from './check-range.ts'
import { AlertsQuery, FraudAlertPage } from '../alerts/alert-schemas.ts'
import type { AlertSide } from './alert-route-scope.ts'
import { alertBody, pageOfAlerts } from '../alerts/alert-store.ts'

export const listAlerts = (side: AlertSide) =>
  endpoint({
    method: 'GET',
    path: side.path,
    tag: side.tag,
    summary: 'List fraud alerts',
    description: 'Newest first. A payment or transfer waits while its alert is open; nobody decided an expired one.',
    allow: side.role,
    query: AlertsQuery,
    answers: { 200: FraudAlertPage },
    errors: ['validation_failed'],
    async handle(call) {
      const { query, house } = call
      checkRange(query, 'from', 'to')
      const now = house.clock.now()
      const whose = { tenantId: side.listed(call), merchantId: side.merchantOf(call) }
      const { rows, total } = await side.read(call, (tx) => pageOfAlerts(tx, whose, query, now))
      return ok(
        pageOf(
          rows.map((row) => alertBody(row, now)),
          total,
          query,
        ),
      )
    },
  })
