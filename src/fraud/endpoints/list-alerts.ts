/** GET of fraud alerts: open ones and decided ones, newest first. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { decidingPeople } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import type { AlertRouteScope } from '../alerts/alert-route-scope.ts'
import { AlertsQuery, FraudAlertPage, isMe } from '../alerts/alert-schemas.ts'
import { pageOfAlerts, toAlertResponse } from '../alerts/alert-store.ts'

export const listAlerts = (routes: AlertRouteScope) =>
  endpoint({
    method: 'GET',
    path: routes.path,
    tag: routes.tag,
    summary: 'List fraud alerts',
    description: 'Newest first. A payment or transfer waits while its alert is open; an expired one was not decided.',
    allow: routes.role,
    query: AlertsQuery,
    dateRange: ['from', 'to'],
    answers: { 200: FraudAlertPage },
    errors: ['validation_failed'],
    async handle(call) {
      const { query, runtime } = call
      const now = runtime.clock.now()
      const { assigned_to } = query
      const filters =
        assigned_to !== undefined && isMe(assigned_to) ? { ...query, assigned_to: call.principal.subject } : query
      const waitingForPeople = decidingPeople(query, call.principal, 'fraud', {
        allow: routes.role,
        isOpenToBound: true,
      })
      if (waitingForPeople === null) return ok(toPage([], 0, query))
      const whose = { tenantId: routes.listedTenant(call), merchantId: routes.merchantOf(call), waitingForPeople }
      const { rows, total } = await routes.page(call, filters, (tx, asked) => pageOfAlerts(tx, whose, asked, now))
      return ok(
        toPage(
          rows.map((row) => toAlertResponse(row, now)),
          total,
          query,
        ),
      )
    },
  })
