/** The list of chargeback endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import type { ChargebackServices } from './chargeback-services.ts'
import { createChargeback } from './endpoints/create-chargeback.ts'
import { getChargeback } from './endpoints/get-chargeback.ts'
import { listChargebacks } from './endpoints/list-chargebacks.ts'
import { updateChargebackStatus } from './endpoints/update-chargeback-status.ts'
import { addEvidence } from './evidence/add-evidence.ts'
import { removeEvidence } from './evidence/delete-evidence.ts'
import { downloadEvidence, listEvidence } from './evidence/read-evidence.ts'

export const chargebackEndpoints = (services: ChargebackServices): readonly Endpoint[] => [
  listChargebacks(services),
  createChargeback(services),
  getChargeback(services),
  updateChargebackStatus(services),
  addEvidence(services),
  listEvidence,
  downloadEvidence(services),
  removeEvidence,
]
