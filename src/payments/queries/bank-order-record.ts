/** The bank's own record of a payment, for manual comparison. Reading changes nothing. */

import { isBoundToMerchant, narrowToMerchant } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import type { BankMovement, BankOrder } from '../../connectors/bank-order.ts'
import { money } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { rebuildAttempt } from '../attempts/rebuild-attempt.ts'
import { toBankReferences } from '../model/bank-facts.ts'
import { type NamedByReference, parseBankReference } from '../model/bank-reference.ts'
import type { OperationRow } from '../model/operation.ts'
import { findOperation, findOperationsOfPayment } from '../model/operation-store.ts'
import { chargeOperation, type PaymentRow } from '../model/payment.ts'
import { toSteps } from '../model/payment-steps.ts'
import { findPayment } from '../model/payment-store.ts'
import { findPaymentsByReference } from '../model/reference-store.ts'

/**
 * Checks which order the caller may read. The bank's account is often shared by all merchants of a tenant, and may be
 * shared by several tenants. An order in the platform's own form is returned to callers with access to its payment; any
 * other, such as one made at the bank itself, to callers of the whole tenant. All refusals look the same.
 */
export const checkOrderId = async (
  tx: Tx,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
  orderId: string | undefined,
): Promise<void> => {
  if (orderId === undefined) return
  const named = parseBankReference(orderId)
  if (named === undefined ? !isBoundToMerchant(call.principal) : await isWithinReach(tx, call, named)) return
  throw new Problem('payment_not_found', {
    detail: phrase`order_id names no order of a payment within reach of this token and merchant.`,
  })
}

const isWithinReach = async (
  tx: Tx,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
  named: NamedByReference,
): Promise<boolean> => {
  const merchantId = narrowToMerchant(call)
  const id = await findPaymentId(tx, call.tenantId, named)
  const payment = id === undefined ? undefined : await findPayment(tx, call.tenantId, id)
  return payment !== undefined && (merchantId === null || payment.merchant_id === merchantId)
}

/** An id is that of a payment, or of one of its operations. A bank has no order of an operation, so no key names one. */
const findPaymentId = async (tx: Tx, tenantId: string, named: NamedByReference): Promise<string | undefined> => {
  if ('id' in named) return (await findOperation(tx, tenantId, named.id))?.payment_id ?? named.id
  return (await findPaymentsByReference(tx, tenantId, [named.keyReference])).get(named.keyReference)
}

/**
 * `no_answer` means that no connector serves the bank, or the bank cannot be reached. `orderId` selects another order
 * of the same bank account.
 */
export const findBankOrder = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  payment: PaymentRow,
  orderId: string | undefined,
): Promise<BankOrder | 'not_found' | 'no_answer'> => {
  // A refund is a movement in its payment's order.
  const made = payment.operation_type === 'refund' ? undefined : await rebuildAttempt(services, payment)
  if (made === undefined) return 'no_answer'
  const { tenant_id, id } = payment
  const operations = await services.runtime.db.transaction({ of: tenant_id }, (tx) =>
    findOperationsOfPayment(tx, tenant_id, id),
  )
  const recordedOrder = toRecordedOrder(payment, operations)
  const attempt = { ...made.attempt, ...(recordedOrder && { recordedOrder }) }
  return services.banks.connectors.lookUp(made.connector, attempt, orderId)
}

/** Returns undefined if no bank responded about it. */
const toRecordedOrder = (payment: PaymentRow, operations: readonly OperationRow[]): BankOrder | undefined => {
  if (payment.bank_code === null) return undefined
  const state = toOrderState(payment)
  return {
    state,
    word: state,
    amount: money(payment.amount, payment.currency),
    captured: payment.captured,
    refunded: payment.refunded,
    references: toBankReferences(payment),
    bankCode: payment.bank_code,
    maskedCardNumber: payment.masked_card_number,
    settlementId: null,
    movements: [toFirstMovement(payment), ...operations.flatMap(toMovements)],
  }
}

const toOrderState = ({ status, captured }: PaymentRow): BankOrder['state'] => {
  if (status === 'failed') return 'declined'
  if (status === 'canceled') return 'voided'
  if (status === 'refunded') return 'refunded'
  return captured > 0 ? 'captured' : 'authorized'
}

const FIRST_ENDS = ['completed', 'authorized', 'failed']

const toFirstMovement = (payment: PaymentRow): BankMovement => ({
  operation: chargeOperation(payment),
  word: payment.status === 'failed' ? 'declined' : 'approved',
  amount: payment.amount,
  at: toSteps(payment).find((step) => FIRST_ENDS.includes(step.to))?.at ?? payment.created.getTime(),
  references: toBankReferences(payment),
  bankCode: payment.bank_code,
  settlementId: null,
})

const toMovements = (operation: OperationRow): BankMovement[] => {
  if (operation.bank_code === null) return []
  return [
    {
      operation: operation.kind,
      word: operation.status === 'completed' ? 'approved' : 'declined',
      amount: operation.amount,
      at: (operation.completed_at ?? operation.created).getTime(),
      references: toBankReferences(operation),
      bankCode: operation.bank_code,
      settlementId: null,
    },
  ]
}
