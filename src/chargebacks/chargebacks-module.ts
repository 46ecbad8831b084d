/** Chargebacks of one process: their endpoints, and the alarms of their deadlines. */
import type { Endpoint } from '../access/endpoint.ts'
import { chargebackEndpoints } from './chargeback-endpoints.ts'
import type { ChargebackServices } from './chargeback-services.ts'
import { startAlarms } from './deadline-alarms.ts'

export interface Chargebacks {
  endpoints: readonly Endpoint[]
  /** Starts raising alarms; worker processes only. */
  startAlarms(): { stop(): Promise<void> }
}

export const composeChargebacks = (services: ChargebackServices): Chargebacks => ({
  endpoints: chargebackEndpoints(services),
  startAlarms: () => startAlarms(services.runtime),
})
