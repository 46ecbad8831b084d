/** Settlements of one process: their endpoints. */
import type { Endpoint } from '../access/endpoint.ts'
import { settlementEndpoints } from './endpoints.ts'
import type { SettlementServices } from './settlement-services.ts'

export interface Settlements {
  endpoints: readonly Endpoint[]
}

export const openSettlements = (services: SettlementServices): Settlements => ({
  endpoints: settlementEndpoints(services),
})
