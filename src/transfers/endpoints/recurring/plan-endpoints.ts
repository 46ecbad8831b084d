/** Recurring transfers, operation by operation. */
import type { Endpoint } from '../../../access/endpoint.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { getPlan, listPlans } from './read-plans.ts'
import { switchesOfPlans } from './change-plan-state.ts'
import { createPlan, updatePlan } from './write-plan.ts'

/** `wake`: a run may be due. */
export const planEndpoints = (desk: TransferParts, wake: () => void): Endpoint[] => [
  listPlans(desk),
  createPlan(desk, wake),
  getPlan(desk),
  updatePlan(desk),
  ...switchesOfPlans(desk),
]
