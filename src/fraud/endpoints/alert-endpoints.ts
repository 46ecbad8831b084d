/** Alerts of a tenant and, for the platform, of every tenant. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { AlertDecisionHandlers } from '../alerts/alert-decision-handler.ts'
import { PLATFORM_ALERT_ROUTES, TENANT_ALERT_ROUTES } from '../alerts/alert-route-scope.ts'
import { assignAlert, listAssignees } from './assign-alert.ts'
import { decideAlert } from './decide-alert.ts'
import { getAlert } from './get-alert.ts'
import { listAlerts } from './list-alerts.ts'

export const alertEndpoints = (decisionHandlers: AlertDecisionHandlers): Endpoint[] =>
  [PLATFORM_ALERT_ROUTES, TENANT_ALERT_ROUTES].flatMap((scope) => [
    listAlerts(scope),
    listAssignees(scope),
    getAlert(scope),
    assignAlert(scope),
    decideAlert(scope, 'approve', decisionHandlers),
    decideAlert(scope, 'reject', decisionHandlers),
  ])
