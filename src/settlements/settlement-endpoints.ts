/** The list of settlement endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { confirmSettlement } from './endpoints/confirm-settlement.ts'
import { createSettlement } from './endpoints/create-settlement.ts'
import { exportSettlements } from './endpoints/export-settlements.ts'
import { readSettlements } from './endpoints/read-settlements.ts'
import { updateSettlementStatus } from './endpoints/update-settlement-status.ts'
import type { SettlementServices } from './settlement-services.ts'
import { listMerchantTerms } from './terms/list-terms.ts'
import { confirmTerms, createTerms, rejectTerms } from './terms/write-terms.ts'

export const settlementEndpoints = (services: SettlementServices): readonly Endpoint[] => [
  ...readSettlements(services),
  exportSettlements(services),
  createSettlement(services),
  confirmSettlement(services),
  updateSettlementStatus(services),
  listMerchantTerms,
  createTerms,
  confirmTerms,
  rejectTerms,
]
