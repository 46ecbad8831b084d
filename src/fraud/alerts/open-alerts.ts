/** Alerts of one process: their operations, and the sweep that ends those nobody decided. */
import type { Endpoint } from '../../access/endpoint.ts'
import type { House } from '../../infra/house.ts'
import { startSweep } from '../../infra/sweep.ts'
import type { EffectsOfAlerts } from './alert-effects.ts'
import { PLATFORM_ALERTS, TENANT_ALERTS } from './alert-sides.ts'
import { decideAlert } from './decide-alert.ts'
import { expireAlerts } from './expire-alerts.ts'
import { listAlerts } from './list-alerts.ts'

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
