/** Shared parts of the operations on one plan: the owner of a plan, and the refusals. */
import { Type } from 'typebox'
import type { Call } from '../../access/endpoint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { DisplayedRecurringTransfer } from './recurring-transfer-row.ts'
import { lockRecurringTransfer, type RecurringTransferScope } from './recurring-transfer-store.ts'

export const toRecurringTransferScope = ({
  tenantId,
  merchantId,
}: Pick<Call, 'tenantId' | 'merchantId'>): RecurringTransferScope => ({
  tenantId,
  merchantId,
})

export const recurringTransferNotFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`No recurring transfer with this id is within reach of this token and merchant.`,
  })

export const lockExistingRecurringTransfer = async (
  tx: Tx,
  scope: RecurringTransferScope,
  id: string,
): Promise<DisplayedRecurringTransfer> => {
  const row = await lockRecurringTransfer(tx, scope, id)
  if (row === undefined) throw recurringTransferNotFound()
  return row
}

export const recurringTransferStateConflict = ({ status }: DisplayedRecurringTransfer, step: Phrase): Problem =>
  new Problem('invalid_state_transition', { detail: phrase`This plan is ${status}; it cannot be ${step}.` })

export const RECURRING_TRANSFERS_PATH = '/api/v1/recurringtransfers'

export const RECURRING_TRANSFERS_TAG = 'RecurringTransfers'

export const RecurringTransferParams = Type.Object({ id: described(Uuid, 'Id of the recurring transfer.') })
