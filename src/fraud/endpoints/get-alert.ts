/** GET of one fraud alert, as the list shows it. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { type AlertRouteScope, findVisibleAlert } from '../alerts/alert-route-scope.ts'
import { AlertParams, FraudAlert } from '../alerts/alert-schemas.ts'
import { toAlertResponse } from '../alerts/alert-store.ts'

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
    handle: async (call) => ok(toAlertResponse(await findVisibleAlert(routes, call), call.runtime.clock.now())),
  })
