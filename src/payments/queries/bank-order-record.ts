/** The bank's own record of a payment, for people who compare. Reading changes nothing. */
import type { Call } from '../../access/endpoint.ts'
import { isBound, narrowedTo } from '../../access/callers/request-merchant.ts'
import type { BankMovement, BankOrder } from '../../connectors/bank-order.ts'
import { money } from '../../core/money.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findOperation, operationsOf } from '../model/operation-store.ts'
import type { OperationRow } from '../model/operation.ts'
import { attemptOfPayment } from '../attempts/rebuild-attempt.ts'
import { idInReference, type PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { stepsOf } from '../model/payment-steps.ts'
import { findPayment } from '../model/payment-store.ts'

/**
 * The bank's account is often one for all merchants of a tenant. An order of a payment of ours is shown to those who reach the
 * payment; any other one, such as made at the bank itself, to callers of the whole tenant. Both refusals are one.
 */
export const checkOrderId = async (
  tx: Tx,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'principal' | 'request'>,
  orderId: string | undefined,
): Promise<void> => {
  if (orderId === undefined) return
  const merchantId = narrowedTo(call)
  const payment = await paymentOfOrder(tx, call.tenantId, orderId)
  if (payment ? merchantId === null || payment.merchant_id === merchantId : !isBound(call.principal)) return
  throw new Problem('payment_not_found', {
    detail: 'order_id names no order of a payment within reach of this token and merchant.',
  })
}

const paymentOfOrder = async (tx: Tx, tenantId: string, orderId: string): Promise<PaymentRow | undefined> => {
  const id = idInReference(orderId)
  if (id === undefined) return undefined
  const operation = await findOperation(tx, tenantId, id)
  return findPayment(tx, tenantId, operation?.payment_id ?? id)
}

/** `no_answer`: nobody can be asked, or the bank cannot be reached. `orderId`: another order of the same bank account. */
export const bankSideOf = async (
  desk: PaymentDesk,
  payment: PaymentRow,
  orderId: string | undefined,
): Promise<BankOrder | 'not_found' | 'no_answer'> => {
  // A refund is a movement of its payment's order.
  const made = payment.operation_type === 'refund' ? undefined : await attemptOfPayment(desk, payment)
  if (made === undefined) return 'no_answer'
  const { tenant_id, id } = payment
  const operations = await desk.house.db.inTenant(tenant_id, (tx) => operationsOf(tx, tenant_id, id))
  const recordedOrder = recordedOrderOf(payment, operations)
  const attempt = { ...made.attempt, ...(recordedOrder && { recordedOrder }) }
  return desk.connectors.lookUp(made.connector, attempt, orderId)
}

/** Undefined: no bank said anything of it. */
const recordedOrderOf = (payment: PaymentRow, operations: readonly OperationRow[]): BankOrder | undefined => {
  if (payment.bank_code === null) return undefined
  const state = stateOf(payment)
  return {
    state,
    word: state,
    amount: money(payment.amount, payment.currency),
    captured: payment.captured,
    refunded: payment.refunded,
    references: referencesOf(payment),
    bankCode: payment.bank_code,
    maskedCardNumber: payment.masked_card_number,
    settlementId: null,
    movements: [firstMovement(payment), ...operations.flatMap(movementOf)],
  }
}

const stateOf = ({ status, captured }: PaymentRow): BankOrder['state'] => {
  if (status === 'failed') return 'declined'
  if (status === 'canceled') return 'voided'
  if (status === 'refunded') return 'refunded'
  return captured > 0 ? 'captured' : 'authorized'
}

type Told = Pick<PaymentRow, 'provider_transaction_id' | 'auth_code' | 'host_reference'>
const referencesOf = (told: Told) => ({
  providerTransactionId: told.provider_transaction_id,
  authCode: told.auth_code,
  hostReference: told.host_reference,
})

const FIRST_ENDS = ['completed', 'authorized', 'failed']

const firstMovement = (payment: PaymentRow): BankMovement => ({
  operation: payment.operation_type === 'pre_auth' ? 'pre_auth' : 'sale',
  word: payment.status === 'failed' ? 'declined' : 'approved',
  amount: payment.amount,
  at: stepsOf(payment).find((step) => FIRST_ENDS.includes(step.to))?.at ?? payment.created.getTime(),
  references: referencesOf(payment),
  bankCode: payment.bank_code,
  settlementId: null,
})

const movementOf = (operation: OperationRow): BankMovement[] => {
  if (operation.bank_code === null) return []
  return [
    {
      operation: operation.kind,
      word: operation.status === 'completed' ? 'approved' : 'declined',
      amount: operation.amount,
      at: (operation.completed_at ?? operation.created).getTime(),
      references: referencesOf(operation),
      bankCode: operation.bank_code,
      settlementId: null,
    },
  ]
}
