/** Shared parts of the operations on one plan: the owner of a plan, and the refusals. */
import { Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { DisplayedPlan } from './plan-row.ts'
import { lockPlan, type PlanScope } from './plan-store.ts'

export const toPlanScope = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>): PlanScope => ({
  tenantId,
  merchantId,
})

export const planNotFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`No recurring transfer with this id is within reach of this token and merchant.`,
  })

export const lockExistingPlan = async (tx: Tx, scope: PlanScope, id: string): Promise<DisplayedPlan> => {
  const row = await lockPlan(tx, scope, id)
  if (row === undefined) throw planNotFound()
  return row
}

export const planStateConflict = ({ status }: DisplayedPlan, step: Phrase): Problem =>
  new Problem('invalid_state_transition', { detail: phrase`This plan is ${status}; it cannot be ${step}.` })

export const PLANS_PATH = '/api/v1/recurringtransfers'

export const PLANS_TAG = 'RecurringTransfers'

export const PlanParams = Type.Object({ id: described(Uuid, 'Id of the recurring transfer.') })
