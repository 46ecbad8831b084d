/** Capture, void and refund: the bank's checks and postings, in one synchronous step. */
import { toKey } from '../ledger/books.ts'
import type { Operated, OperationKind, References } from '../ledger/facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type Order, toOrderState } from '../ledger/order.ts'
import { type Postings, preparePostings } from '../ledger/postings.ts'
import type { Merchant } from '../world/merchants.ts'
import { endDay } from './bank-day.ts'
import type { FaultEffect } from './fault-effect.ts'
import { buildReferences } from './references.ts'
import { amountScript, isAnswered, type Script } from './script.ts'

export type OperationRefusal =
  | 'merchant_suspended'
  | 'unknown_order'
  | 'currency_mismatch'
  | 'not_authorized'
  | 'authorization_expired'
  | 'above_authorization'
  | 'not_voidable'
  | 'day_ended'
  | 'nothing_to_refund'
  | 'above_captured'
  | 'not_settled'

export interface OperationRequest {
  readonly merchant: Merchant
  readonly orderId: string
  readonly operation: OperationKind
  /** If absent, the whole remaining amount. */
  readonly amount?: number
  readonly currency?: string
  /** The item of a payment institution's payment. */
  readonly item?: string
  /** The name that the merchant gave the call at a payment institution. */
  readonly conversation?: string
}

export type OperationResult =
  | {
      readonly kind: 'refused'
      readonly refusal: OperationRefusal
      /** Set for a refused refund, which is also a movement of its order. */
      readonly references?: References
    }
  | {
      readonly kind: 'answered'
      readonly code: string
      readonly booked: boolean
      readonly references: References
      readonly script: Script
      readonly order: Order
    }

const APPROVED: Script = { code: '00', booked: true, delayMs: 0 }
const PREAUTH_MS = 15 * 86_400_000

export const operate = (ledger: Ledger, request: OperationRequest, effect: FaultEffect = {}): OperationResult => {
  const { merchant, orderId, operation } = request
  if (effect.endsDay === 'before') endDay(ledger)
  const order = ledger.books.orders.get(toKey(merchant.id, orderId))
  const refusal = findRefusal(ledger, request, order)
  if (refusal) {
    if (refusal === 'unknown_order' && operation === 'void') leaveTombstone(ledger, request)
    if (order === undefined || !isKept(refusal)) return { kind: 'refused', refusal }
    return { kind: 'refused', refusal, references: keepRefused(ledger, request, order, refusal) }
  }
  const answer = book(ledger, request, order as Order, effect)
  if (effect.endsDay === 'after') endDay(ledger)
  return answer
}

/** Banks list a refund that the order does not allow next to those that it does. */
const KEPT = ['nothing_to_refund', 'above_captured', 'not_settled'] as const
type Kept = (typeof KEPT)[number]
const isKept = (refusal: OperationRefusal): refusal is Kept => (KEPT as readonly string[]).includes(refusal)

const always = (code: string): Readonly<Record<Kept, string>> => ({
  nothing_to_refund: code,
  above_captured: code,
  not_settled: code,
})
const MISMATCH = 'TransactionAmountMismatchException'
/** Codes that gateways return for their own refusals. */
const OWN_REFUSAL: Readonly<Record<Order['face'], Readonly<Record<Kept, string>>>> = {
  nestpay: always('99'),
  garanti: always('92'),
  posnet: { nothing_to_refund: '0200', above_captured: '0205', not_settled: '0411' },
  payfor: { nothing_to_refund: 'V013', above_captured: 'V015', not_settled: 'V014' },
  iyzico: { nothing_to_refund: '5119', above_captured: '10248', not_settled: '5118' },
  interpos: { nothing_to_refund: 'E39', above_captured: '13', not_settled: 'E39' },
  kuveyt: { nothing_to_refund: '28', above_captured: MISMATCH, not_settled: 'InvalidRequestError' },
  akbank: { nothing_to_refund: 'VPS-1011', above_captured: 'VPS-1021', not_settled: 'VPS-1022' },
}

const keepRefused = (ledger: Ledger, { amount }: OperationRequest, order: Order, refusal: Kept): References => {
  const references = buildReferences(ledger.books.movements + 1, ledger.now(), order.face)
  ledger.commit({
    kind: 'follow_up',
    merchant: order.merchant,
    order_id: order.order_id,
    operation: 'refund',
    amount: amount ?? order.captured,
    code: OWN_REFUSAL[order.face][refusal],
    booked: false,
    references,
    batch: ledger.books.batch,
    postings: [],
  })
  return references
}

/** A charge still on its way must not be accepted after its reversal. */
const leaveTombstone = (ledger: Ledger, { merchant, orderId }: OperationRequest): void => {
  if (ledger.books.tombstones.has(toKey(merchant.id, orderId))) return
  ledger.commit({ kind: 'tombstone', face: merchant.face, merchant: merchant.id, order_id: orderId })
}

const findRefusal = (ledger: Ledger, request: OperationRequest, order?: Order): OperationRefusal | undefined => {
  const { merchant, orderId, operation, currency } = request
  if (merchant.suspended) return 'merchant_suspended'
  if (!order) return 'unknown_order'
  if (currency !== undefined && currency !== order.currency) return 'currency_mismatch'
  const refusal = CHECKS[operation](ledger, request, order)
  if (refusal && FINAL.has(toOrderState(order)))
    ledger.commit({ kind: 'violation', violation: 'call_after_final_state', merchant: merchant.id, order_id: orderId })
  return refusal
}
const FINAL: ReadonlySet<string> = new Set(['declined', 'voided', 'refunded'])

type Check = (ledger: Ledger, request: OperationRequest, order: Order) => OperationRefusal | undefined

const CHECKS: Readonly<Record<OperationKind, Check>> = {
  capture(ledger, { amount }, order) {
    if (order.expired) return 'authorization_expired'
    if (toOrderState(order) !== 'authorized') return 'not_authorized'
    if (ledger.now() - order.at > PREAUTH_MS) return 'authorization_expired'
    return (amount ?? order.held) > order.held ? 'above_authorization' : undefined
  },
  void(ledger, _request, order) {
    const state = toOrderState(order)
    if (state === 'authorized') return undefined
    if (state !== 'captured' || order.refunded + order.refunding > 0) return 'not_voidable'
    return order.captureBatch === ledger.books.batch ? undefined : 'day_ended'
  },
  capture_void(ledger, _request, order) {
    if (toOrderState(order) !== 'captured' || order.refunded + order.refunding > 0) return 'not_voidable'
    return order.captureBatch === ledger.books.batch ? undefined : 'day_ended'
  },
  refund(ledger, { amount, merchant }, order) {
    if (toOrderState(order) !== 'captured') return 'nothing_to_refund'
    const left = order.captured - order.refunded - order.refunding
    if (left === 0 || (amount ?? left) > left) return 'above_captured'
    return !merchant.refundsSameDay && order.captureBatch === ledger.books.batch ? 'not_settled' : undefined
  },
}

const book = (ledger: Ledger, request: OperationRequest, order: Order, effect: FaultEffect): OperationResult => {
  const { books } = ledger
  const { operation } = request
  const isVoid = operation === 'void' || operation === 'capture_void'
  const amount = isVoid ? order.held || order.captured : (request.amount ?? wholeOf(operation, order))
  const trigger = isVoid ? undefined : amountScript(amount)
  const script = effect.declines ? { ...APPROVED, code: '05', booked: false } : (trigger ?? APPROVED)
  const isLater = operation === 'refund' && effect.refundMs !== undefined && script.booked
  const code = effect.booksDecline && script.booked ? '05' : script.code
  const fact: Operated = {
    kind: 'follow_up',
    merchant: order.merchant,
    order_id: order.order_id,
    operation,
    ...(request.item === undefined ? {} : { item: request.item }),
    ...(request.conversation === undefined ? {} : { conversation: request.conversation }),
    amount,
    code,
    booked: script.booked && !isLater,
    references: buildReferences(
      effect.repeatsReference ? Math.max(books.movements, 1) : books.movements + 1,
      ledger.now(),
      order.face,
    ),
    batch: books.batch,
    ...(isLater ? { due_at: ledger.now() + (effect.refundMs as number), fails: effect.refundFails === true } : {}),
    postings: script.booked && !isLater ? postingsFor(operation, amount, order) : [],
  }
  if (fact.booked || isAnswered(script)) ledger.commit(fact)
  return { kind: 'answered', code, booked: fact.booked, references: fact.references, script, order }
}

const wholeOf = (operation: OperationKind, order: Order): number =>
  operation === 'capture' ? order.held : order.captured - order.refunded - order.refunding

const postingsFor = (operation: OperationKind, amount: number, order: Order): Postings => {
  const postings = preparePostings(order.merchant, order.currency)
  if (operation === 'capture') return postings.capture(amount, order.held)
  if (operation === 'capture_void') return [...postings.refund(amount), ...postings.hold(order.amount)]
  return operation === 'void' && order.held > 0 ? postings.release(amount) : postings.refund(amount)
}
