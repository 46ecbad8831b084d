/** What the operations on one plan share: whose plan it is, and the refusals. */
import type { Call } from '../../../access/endpoint.ts'
import { Problem } from '../../../core/problem.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ShownPlan } from '../../recurring/plan-row.ts'
import { lockPlan, type PlanScope } from '../../recurring/plan-store.ts'

export const scopeOf = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>): PlanScope => ({
  tenantId,
  merchantId,
})

export const noSuchPlan = (): Problem =>
  new Problem('resource_not_found', {
    detail: 'No recurring transfer with this id is within reach of this token and merchant.',
  })

export const lockedPlan = async (tx: Tx, scope: PlanScope, id: string): Promise<ShownPlan> => {
  const row = await lockPlan(tx, scope, id)
  if (row === undefined) throw noSuchPlan()
  return row
}

export const wrongState = ({ status }: ShownPlan, step: string): Problem =>
  new Problem('invalid_state_transition', { detail: `This plan is ${status}; it cannot be ${step}.` })
