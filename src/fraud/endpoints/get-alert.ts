/** GET of one fraud alert, as the list shows it. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { type AlertRouteScope, alertNotFound } from '../alerts/alert-route-scope.ts'
import { AlertParams, FraudAlert } from '../alerts/alert-schemas.ts'
import { findAlert, toAlertResponse } from '../alerts/alert-store.ts'

export const getAlert = (routes: AlertRouteScope): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${routes.path}/:id`,
    tag: routes.tag,
    summary: 'Read a fraud alert',
    description: 'One alert as the list shows it, whatever became of it. The check behind it is in the fraud log.',
    allow: routes.role,
    params: AlertParams,
    answers: { 200: FraudAlert },
    async handle(call) {
      const tenantId = await routes.tenantOf(call, call.params.id)
      const row =
        tenantId === undefined ? undefined : await routes.read(call, (tx) => findAlert(tx, tenantId, call.params.id))
      const merchantId = routes.merchantOf(call)
      if (row === undefined || (merchantId !== null && row.merchant_id !== merchantId)) throw alertNotFound(routes)
      return ok(toAlertResponse(row, call.runtime.clock.now()))
    },
  })
