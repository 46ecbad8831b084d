/** Alerts of one process: their operations, and the sweep that ends those nobody decided. */
import type { Endpoint } from '../access/endpoint.ts'
import type { House } from '../infra/runtime.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { EffectsOfAlerts } from './alerts/alert-decision-handler.ts'
import { PLATFORM_ALERTS, TENANT_ALERTS } from './endpoints/alert-route-scope.ts'
import { decideAlert } from './endpoints/decide-alert.ts'
import { expireAlerts } from './alerts/expire-alerts.ts'
import { listAlerts } from './endpoints/list-alerts.ts'

export interface Alerts {
  endpoints: readonly Endpoint[]
  /** Starts ending what is past its time; worker processes only. */
  startExpiry(): { stop(): Promise<void> }
}

const EXPIRY_IDLE_MS = 5_000 // of a day's life

export const openAlerts = (house: House, effects: EffectsOfAlerts): Alerts => ({
  endpoints: alertEndpoints(effects),
  startExpiry() {
    const { log, notices } = house
    const work = (): Promise<number> => expireAlerts(house, effects)
    const sweep = startSweep({ name: 'fraud-alerts', work, idleMs: EXPIRY_IDLE_MS, log })
    const deaf = notices.on('clock', () => sweep.wake())
    return {
      stop() {
        deaf()
        return sweep.stop()
      },
    }
  },
})

export const alertEndpoints = (effects: EffectsOfAlerts): Endpoint[] =>
  [PLATFORM_ALERTS, TENANT_ALERTS].flatMap((side) => [
    listAlerts(side),
    decideAlert(side, 'approve', effects),
    decideAlert(side, 'reject', effects),
  ])
