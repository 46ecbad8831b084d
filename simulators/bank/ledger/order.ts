/** An order in the bank's ledger, derived only from its facts. */
import type { Charged, ChargeOperation, Disputed, Operated, Protocol, References, RefundEnded } from './facts.ts'
import type { InstitutionPayment } from './institution-facts.ts'

export interface Movement {
  readonly operation: Operated['operation'] | ChargeOperation
  readonly item?: string
  readonly conversation?: string
  readonly at: number
  readonly amount: number
  /** The code that was returned. */
  readonly code: string
  /** True if the movement was really posted. */
  booked: boolean
  readonly references: References
  readonly batch: number
  /** For a refund that was pending: the batch in which its money moved. */
  bookedBatch?: number
  /** A refund is pending until then. */
  due_at?: number
  readonly fails?: boolean
}

export interface Order {
  readonly face: Protocol
  readonly merchant: string
  readonly order_id: string
  readonly operation: ChargeOperation
  readonly amount: number
  readonly currency: string
  readonly installments: number
  readonly card: string
  readonly scheme: string
  /** The code that was returned for the charge. */
  readonly code: string
  readonly references: References
  readonly at: number
  readonly session?: string
  readonly payment?: InstitutionPayment
  hidden_until?: number
  /** Currently on hold. */
  held: number
  captured: number
  refunded: number
  /** Pending refunds; their amounts are already deducted. */
  refunding: number
  voided: boolean
  /** The bank itself reversed it. */
  reversed: boolean
  expired: boolean
  capturedAt?: number
  captureBatch?: number
  voidedAt?: number
  readonly movements: Movement[]
  readonly disputes: Dispute[]
}

/** The cardholder's dispute, or its end in the merchant's favour. */
export interface Dispute {
  readonly kind: 'CHARGEBACK' | 'CHARGEBACK_REVERSAL'
  readonly amount: number
  readonly at: number
  readonly batch: number
  readonly references: References
}

export type OrderState = 'declined' | 'authorized' | 'captured' | 'refunded' | 'voided' | 'reversed' | 'expired'

export const toOrderState = (order: Order): OrderState => {
  if (order.reversed) return 'reversed'
  if (order.voided) return 'voided'
  if (order.expired) return 'expired'
  if (order.captured > 0) return order.refunded === order.captured ? 'refunded' : 'captured'
  return order.held > 0 ? 'authorized' : 'declined'
}

/** Returns what the merchant finally gets for it. */
export const sumNet = (order: Order): number => (order.voided || order.reversed ? 0 : order.captured - order.refunded)

export const orderFrom = (fact: Charged, at: number): Order => {
  const isSale = fact.operation === 'sale'
  return {
    face: fact.face,
    merchant: fact.merchant,
    order_id: fact.order_id,
    operation: fact.operation,
    amount: fact.amount,
    currency: fact.currency,
    installments: fact.installments,
    card: fact.card,
    scheme: fact.scheme,
    code: fact.code,
    references: fact.references,
    at,
    ...(fact.session === undefined ? {} : { session: fact.session }),
    ...(fact.payment === undefined ? {} : { payment: fact.payment }),
    ...(fact.hidden_until === undefined ? {} : { hidden_until: fact.hidden_until }),
    held: fact.booked && !isSale ? fact.amount : 0,
    captured: fact.booked && isSale ? fact.amount : 0,
    refunded: 0,
    refunding: 0,
    voided: false,
    reversed: false,
    expired: false,
    ...(fact.booked && isSale ? { capturedAt: at, captureBatch: fact.batch } : {}),
    movements: [movementOf(fact, at)],
    disputes: [],
  }
}

const movementOf = (fact: Charged | Operated, at: number): Movement => ({
  operation: fact.operation,
  at,
  amount: fact.amount,
  code: fact.code,
  booked: fact.booked,
  references: fact.references,
  batch: fact.batch,
  ...('item' in fact && fact.item !== undefined ? { item: fact.item } : {}),
  ...('conversation' in fact && fact.conversation !== undefined ? { conversation: fact.conversation } : {}),
  ...('due_at' in fact && fact.due_at !== undefined ? { due_at: fact.due_at, fails: fact.fails === true } : {}),
})

export const operate = (order: Order, fact: Operated, at: number): void => {
  order.movements.push(movementOf(fact, at))
  if (fact.due_at !== undefined) order.refunding += fact.amount
  if (!fact.booked) return
  switch (fact.operation) {
    case 'capture':
      order.captured = fact.amount
      order.held = 0
      order.capturedAt = at
      order.captureBatch = fact.batch
      break
    case 'capture_void':
      order.captured = 0
      order.held = order.amount
      delete order.capturedAt
      delete order.captureBatch
      break
    case 'void':
    case 'reversal':
      order[fact.operation === 'void' ? 'voided' : 'reversed'] = true
      order.held = 0
      order.voidedAt = at
      break
    case 'expiry':
      order.expired = true
      order.held = 0
      break
    case 'refund':
      order.refunded += fact.amount
  }
}

export const dispute = (order: Order, { dispute, amount, batch, references }: Disputed, at: number): void => {
  order.disputes.push({ kind: dispute, amount, at, batch, references })
}

export const endRefund = (order: Order, { transaction_id, done }: RefundEnded, batch: number): void => {
  const movement = order.movements.find(({ references }) => references.transaction_id === transaction_id)
  if (movement?.due_at === undefined) return
  delete movement.due_at
  movement.booked = done
  movement.bookedBatch = batch
  order.refunding -= movement.amount
  if (done) order.refunded += movement.amount
}
