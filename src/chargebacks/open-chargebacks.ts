/** Chargebacks of one process: their endpoints, and the alarms of their deadlines. */
import type { Endpoint } from '../access/endpoint.ts'
import type { ChargebackServices } from './chargeback-services.ts'
import { startAlarms } from './deadline-alarms.ts'
import { chargebackEndpoints } from './endpoints.ts'

export interface Chargebacks {
  endpoints: readonly Endpoint[]
  /** Starts raising alarms; worker processes only. */
  startAlarms(): { stop(): Promise<void> }
}

export const openChargebacks = (services: ChargebackServices): Chargebacks => ({
  endpoints: chargebackEndpoints(services),
  startAlarms: () => startAlarms(services.runtime),
})
