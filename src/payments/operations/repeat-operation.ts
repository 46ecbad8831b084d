/**
 * The response to a repeat of a key, or to a caller that lost a race: the stored response, otherwise the operation's
 * current state.
 */
import type { Answer } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { waitUntilResolved } from '../attempts/wait-until-resolved.ts'
import { findOperation, type StoredOperation } from '../model/operation-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { claimUnseenAnswer, findPayment } from '../model/payment-store.ts'
import type { OperationServices, OperationStepServices } from './operation-recorder.ts'
import { buildOperationResult, unsentOperationProblem } from './operation-result.ts'

interface StoredOperationAndPayment {
  operation: StoredOperation
  payment: PaymentRow
}

/**
 * Waits at most ten seconds while another call works on it, then returns what is stored. `isFirst` is set for the call
 * that created it.
 */
export const respondWithOperation = async (
  services: OperationStepServices,
  tenantId: string,
  id: string,
  isFirst = false,
): Promise<Answer> => {
  const { operation, payment } = await awaitOperation(services, tenantId, id)
  if (operation.nothing_sent) throw unsentOperationProblem(operation)
  if (operation.answer_status === null || operation.answer_body === null)
    return { status: 202, body: buildOperationResult(payment, operation, null) }
  const isUnseen =
    operation.answer_unseen &&
    (await services.runtime.db.transaction({ of: tenantId }, (tx) =>
      claimUnseenAnswer(tx, 'payment_operations', operation),
    ))
  return { status: operation.answer_status, bodyText: operation.answer_body, isReplay: !isUnseen && !isFirst }
}

const awaitOperation = (
  services: OperationStepServices,
  tenantId: string,
  id: string,
): Promise<StoredOperationAndPayment> =>
  waitUntilResolved({
    read: () => readStoredOperation(services, tenantId, id),
    // A process holds the lease of the attempt, so the first response is pending.
    isOpen: ({ operation }) => operation.answer_body === null && operation.is_leased,
    running: () => services.operations.running.get(id),
  })

const readStoredOperation = (
  services: Pick<OperationServices, 'runtime'>,
  tenantId: string,
  id: string,
): Promise<StoredOperationAndPayment> =>
  services.runtime.db.transaction({ of: tenantId }, async (tx) => {
    const operation = await findOperation(tx, tenantId, id)
    const payment = operation && (await findPayment(tx, tenantId, operation.payment_id))
    if (operation === undefined || payment === undefined) throw new Problem('payment_not_found')
    return { operation, payment }
  })
