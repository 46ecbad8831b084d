/** Alerts of one process: the effects of their decisions, and the sweep that expires undecided ones. */
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { AlertDecisionHandlers } from './alerts/alert-decision-handler.ts'
import { expireAlerts } from './alerts/expire-alerts.ts'

export interface Alerts {
  readonly decisionHandlers: AlertDecisionHandlers
  /** Starts expiring overdue alerts; worker processes only. */
  startExpiry(): { stop(): Promise<void> }
}

const EXPIRY_IDLE_MS = 5_000 // of a day's life

export const composeAlerts = (runtime: Runtime, decisionHandlers: AlertDecisionHandlers): Alerts => ({
  decisionHandlers,
  startExpiry() {
    const { log, notifications } = runtime
    const work = (): Promise<number> => expireAlerts(runtime, decisionHandlers)
    const wokenBy = (wake: () => void) => [notifications.subscribe('clock', wake)]
    return startSweep({ name: 'fraud-alerts', work, idleMs: EXPIRY_IDLE_MS, log, wokenBy })
  },
})
