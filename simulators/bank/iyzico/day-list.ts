/** Rows of the list of a day: each item of a payment, of its capture and of its cancellation, and each refund. */
import type { Movement } from '../ledger/order.ts'
import { computeCommission, findBasisPoints } from '../settlement/commission.ts'
import { stampMs } from '../wire/bank-time.ts'
import { splitPaid } from './basket.ts'
import { numberStyle } from './numbers.ts'
import { findSeller, type PaidOrder } from './payment-members.ts'

type RowType = 'PAYMENT' | 'CANCEL' | 'REFUND'
interface RowKind {
  readonly type: RowType
  readonly phase: string
}

const KINDS: Readonly<Partial<Record<Movement['operation'], RowKind>>> = {
  sale: { type: 'PAYMENT', phase: 'AUTH' },
  preauth: { type: 'PAYMENT', phase: 'PRE_AUTH' },
  capture: { type: 'PAYMENT', phase: 'POST_AUTH' },
  void: { type: 'CANCEL', phase: 'AUTH' },
  reversal: { type: 'CANCEL', phase: 'AUTH' },
  refund: { type: 'REFUND', phase: 'AUTH' },
}

/** Only what was done is in the list. */
export const listDay = (order: PaidOrder, isOnDay: (at: number) => boolean): readonly object[] =>
  order.movements.flatMap((movement) => {
    const kind = KINDS[movement.operation]
    if (kind === undefined || !movement.booked || !isOnDay(movement.at)) return []
    const shares = splitPaid(order.payment, movement.amount)
    const isOfOne = movement.operation === 'refund'
    return order.payment.items.flatMap(({ transaction_id, price }, at) => {
      if (isOfOne && transaction_id !== (movement.item ?? order.payment.items[0]!.transaction_id)) return []
      return [toRow(order, { movement, kind, transaction_id, price, paid: isOfOne ? movement.amount : shares[at]! })]
    })
  })

interface RowFacts {
  readonly movement: Movement
  readonly kind: RowKind
  readonly transaction_id: string
  readonly price: number
  readonly paid: number
}

const toRow = (order: PaidOrder, { movement, kind, transaction_id, price, paid }: RowFacts): object => {
  const { payment, session, currency, installments, captureBatch } = order
  const { amount } = numberStyle(findSeller(order))
  const commission = computeCommission(paid, findBasisPoints(order))
  const isAfterSettlement = kind.type !== 'PAYMENT' && captureBatch !== undefined && captureBatch < movement.batch
  return {
    transactionType: kind.type,
    transactionDate: stampMs(movement.at).slice(0, 19),
    transactionId: kind.type === 'PAYMENT' ? Number(transaction_id) : toNumber(movement),
    transactionStatus: 1,
    afterSettlement: isAfterSettlement ? 1 : 0,
    paymentTxId: Number(transaction_id),
    paymentId: Number(payment.payment_id),
    conversationId: payment.conversation_id,
    paymentPhase: kind.phase,
    price: amount(kind.type === 'REFUND' ? paid : price),
    paidPrice: amount(paid),
    transactionCurrency: currency,
    installment: installments,
    threeDS: session === undefined ? 0 : 1,
    settlementCurrency: currency,
    connectorType: 'IYZI_POS',
    authCode: movement.references.auth_code,
    hostReference: movement.references.host_reference,
    basketId: payment.basket_id,
    ...(kind.type === 'PAYMENT'
      ? { iyzicoCommission: amount(commission), iyzicoFee: amount(0), merchantPayoutAmount: amount(paid - commission) }
      : {}),
  }
}

/** The digits of the reference. */
const toNumber = ({ references }: Movement): number => Number(references.host_reference)
