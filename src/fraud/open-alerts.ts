/** Alerts of one process: their endpoints, and the sweep that expires undecided ones. */
import type { Endpoint } from '../access/endpoint.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { AlertDecisionHandlers } from './alerts/alert-decision-handler.ts'
import { expireAlerts } from './alerts/expire-alerts.ts'
import { PLATFORM_ALERT_ROUTES, TENANT_ALERT_ROUTES } from './endpoints/alert-route-scope.ts'
import { decideAlert } from './endpoints/decide-alert.ts'
import { listAlerts } from './endpoints/list-alerts.ts'

export interface Alerts {
  endpoints: readonly Endpoint[]
  /** Starts ending what is past its time; worker processes only. */
  startExpiry(): { stop(): Promise<void> }
}

const EXPIRY_IDLE_MS = 5_000 // of a day's life

export const openAlerts = (runtime: Runtime, decisionHandlers: AlertDecisionHandlers): Alerts => ({
  endpoints: alertEndpoints(decisionHandlers),
  startExpiry() {
    const { log, notifications } = runtime
    const work = (): Promise<number> => expireAlerts(runtime, decisionHandlers)
    const sweep = startSweep({ name: 'fraud-alerts', work, idleMs: EXPIRY_IDLE_MS, log })
    const unsubscribe = notifications.subscribe('clock', () => sweep.wake())
    return {
      stop() {
        unsubscribe()
        return sweep.stop()
      },
    }
  },
})

export const alertEndpoints = (decisionHandlers: AlertDecisionHandlers): Endpoint[] =>
  [PLATFORM_ALERT_ROUTES, TENANT_ALERT_ROUTES].flatMap((side) => [
    listAlerts(side),
    decideAlert(side, 'approve', decisionHandlers),
    decideAlert(side, 'reject', decisionHandlers),
  ])
