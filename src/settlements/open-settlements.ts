/** Settlements of one process: their endpoints. */
import type { Endpoint } from '../access/endpoint.ts'
import { settlementEndpoints } from './endpoints.ts'

export interface Settlements {
  endpoints: readonly Endpoint[]
}

export const openSettlements = (): Settlements => ({ endpoints: settlementEndpoints() })
