/** Recurring transfers, operation by operation. */
import type { Endpoint } from '../../../access/endpoint.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { planStateEndpoints } from './change-plan-state.ts'
import { getPlan, listPlans } from './read-plans.ts'
import { createPlan, updatePlan } from './write-plan.ts'

/** `wake` is called if a run may be due. */
export const planEndpoints = (
  services: Pick<TransferServices, 'runtime' | 'connectors' | 'reference'>,
  wake: () => void,
): Endpoint[] => [
  listPlans(services),
  createPlan(services, wake),
  getPlan(services),
  updatePlan(services),
  ...planStateEndpoints(services),
]
