/**
 * Decides whether a payment may be captured, voided or refunded now (docs/interface/states.md#steps-refused-by-state,
 * docs/interface/cards.md#captures-voids-and-refunds). Pure: it depends on the current payment and the request.
 */
import { stepUpAgain } from '../../access/unproven.ts'
import { istanbulDay } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { findAcceptedTerms, partAtBank, refundAtBank } from '../model/conversion.ts'
import type { OperationKind } from '../model/operation.ts'
import { isUnderReview } from '../model/payment.ts'
import type { PaymentState, PaymentTrigger } from '../model/payment-states.ts'
import { type OperationDecisionInput, type OperationTarget, refundableAmount } from './decision-input.ts'
import { describeRefusal } from './refusal-details.ts'

export type OperationDecision =
  /** `atBank` is the refund of a converted payment in minor units of the currency that was charged. */
  | { kind: 'go'; trigger: PaymentTrigger; amount: number; atBank?: number }
  /** The payment is under fraud review and ends here, without a call to the bank. */
  | { kind: 'cancel' }
  /** A refund of the same payment is at the bank, which accepts one at a time. */
  | { kind: 'wait' }
  | { kind: 'refuse'; code: ProblemCode; detail: Phrase }

export const decideOperation = (
  payment: OperationTarget,
  input: OperationDecisionInput,
  nowMs: number,
): OperationDecision => {
  const code = findRefusal(payment, input, nowMs)
  if (code !== undefined) return { kind: 'refuse', code, detail: describeRefusal(code, payment, input) }
  const amount = input.amount ?? fullAmount(payment, input.kind)
  if (needsProof(payment, input, amount)) return { kind: 'refuse', code: 'step_up_required', detail: stepUpAgain() }
  if (isUnderReview(payment)) return { kind: 'cancel' }
  if (input.kind === 'refund' && input.oneRefundAtOnce && payment.refunding > 0) return { kind: 'wait' }
  const go = { kind: 'go', trigger: TRIGGERS[input.kind], amount } as const
  if (findAcceptedTerms(payment.history) === undefined) return go
  if (input.kind !== 'refund') return partAtBank(payment, amount).minor > 0 ? go : tooSmallAtBank('invalid_amount')
  const atBank = refundAtBank(payment, amount, payment.chargebacks?.lost).minor
  return atBank > 0 ? { ...go, atBank } : tooSmallAtBank('invalid_refund_amount')
}

/** Parts are added up, because many small refunds of a payment are a large one. */
const needsProof = (
  { refunded, refunding, currency }: OperationTarget,
  { unproven }: OperationDecisionInput,
  amount: number,
): boolean => unproven !== null && (currency !== unproven.currency || refunded + refunding + amount > unproven.minor)

const tooSmallAtBank = (code: ProblemCode): OperationDecision => ({
  kind: 'refuse',
  code,
  detail: phrase`The card was charged in another currency, and this amount is less than its smallest unit at the rate of the charge.`,
})

const TRIGGERS = { capture: 'send_capture', void: 'send_void', refund: 'send_refund' } as const

const findRefusal = (
  payment: OperationTarget,
  input: OperationDecisionInput,
  nowMs: number,
): ProblemCode | undefined => {
  // The payment was never sent to a bank.
  if (input.kind === 'void' && isUnderReview(payment)) return undefined
  return findRefusalAtBank(payment, input, nowMs)
}

const findRefusalAtBank = (
  payment: OperationTarget,
  input: OperationDecisionInput,
  nowMs: number,
): ProblemCode | undefined =>
  findRefusalOfState(payment, input.kind) ??
  findRefusalOfChargeback(payment, input.kind) ??
  RULES[input.kind](payment, input, nowMs) ??
  (input.isSupported ? undefined : (`${input.kind}_not_supported` as const)) ??
  (input.isBankUnavailable ? 'connector_unavailable' : undefined)

const NOT_YET = ['payment_not_pre_auth', 'payment_not_voidable', 'payment_not_refundable'] as const

/** Refusal of a capture, void and refund by state; null means that the state allows it. */
// biome-ignore format: one row per line reads as the table it is
const BY_STATE: Record<PaymentState, readonly [capture: ProblemCode | null, void_: ProblemCode | null, refund: ProblemCode | null]> = {
  created: NOT_YET,
  processing: NOT_YET,
  three_d_secure_init_processing: NOT_YET,
  three_d_secure_auth_processing: NOT_YET,
  authorized: [null, null, 'payment_not_refundable'],
  capture_processing: ['capture_not_allowed', 'payment_not_voidable', 'payment_not_refundable'],
  completed: ['payment_already_captured', null, null],
  refund_processing: ['payment_already_captured', 'payment_not_voidable', null],
  refunded: ['payment_already_captured', 'payment_not_voidable', 'payment_already_refunded'],
  canceled_processing: ['capture_not_allowed', 'payment_not_voidable', 'payment_not_refundable'],
  canceled: ['payment_not_pre_auth', 'payment_already_voided', 'payment_not_refundable'],
  failed: NOT_YET,
}
const COLUMNS = { capture: 0, void: 1, refund: 2 } as const

/** Returns whether it waits for the decision of an alert, before or after its challenge. */
const isUnderReviewAnywhere = ({ status, verdict }: OperationTarget): boolean =>
  verdict === 'review' && OPEN_TO_REVIEW.has(status)
const OPEN_TO_REVIEW: ReadonlySet<PaymentState> = new Set([
  'created',
  'three_d_secure_init_processing',
  'three_d_secure_auth_processing',
])

const findRefusalOfState = (payment: OperationTarget, kind: OperationKind): ProblemCode | undefined => {
  // A refund is listed like a payment, but has no operations.
  if (payment.operation_type === 'refund') return NOT_YET[COLUMNS[kind]]
  if (kind !== 'void' && isUnderReviewAnywhere(payment)) return 'fraud_review_required'
  const code = BY_STATE[payment.status][COLUMNS[kind]] ?? undefined
  return code === 'payment_already_captured' && payment.operation_type !== 'pre_auth' ? 'payment_not_pre_auth' : code
}

/** Refuses if an open chargeback claims the amount: its result has to come first. */
const findRefusalOfChargeback = ({ chargebacks }: OperationTarget, kind: OperationKind): ProblemCode | undefined => {
  if (!chargebacks?.isOpen || kind === 'capture') return undefined
  return kind === 'void' ? 'void_not_allowed' : 'refund_not_allowed'
}

type Rule = (payment: OperationTarget, input: OperationDecisionInput, nowMs: number) => ProblemCode | undefined

const RULES: Record<OperationKind, Rule> = {
  capture(payment, { amount, currency, windows }, nowMs) {
    if (nowMs - authorizedAtMs(payment) > windows.captureMs) return 'pre_auth_expired'
    if (currency !== null && currency !== payment.currency) return 'capture_currency_mismatch'
    if (amount !== null && amount <= 0) return 'invalid_amount'
    if (amount !== null && amount > payment.amount) return 'capture_amount_exceeds_authorization'
    return undefined
  },
  void(payment, { windows: { voidMs } }, nowMs) {
    if (payment.status !== 'completed') return undefined
    if (payment.settlement_date !== null) return 'void_not_allowed_after_settlement'
    if (payment.refunded > 0 || (payment.chargebacks?.lost ?? 0) > 0) return 'void_not_allowed'
    const completed = completedAtMs(payment)
    const isInTime = voidMs === null ? istanbulDay(completed) === istanbulDay(nowMs) : nowMs - completed <= voidMs
    return isInTime ? undefined : 'void_not_allowed'
  },
  refund(payment, { amount, currency, windows }, nowMs) {
    if (nowMs - completedAtMs(payment) > windows.refundMs) return 'bank_refund_period_expired'
    if (currency !== null && currency !== payment.currency) return 'refund_currency_mismatch'
    if (amount !== null && amount <= 0) return 'invalid_refund_amount'
    const rest = refundableAmount(payment)
    if (amount === null) return rest === 0 ? 'payment_already_refunded' : undefined
    return amount > rest ? 'refund_exceeds_original' : undefined
  },
}

const fullAmount = (payment: OperationTarget, kind: OperationKind): number => {
  if (kind === 'refund') return refundableAmount(payment)
  return kind === 'void' && payment.status === 'completed' ? payment.captured : payment.amount
}

/**
 * Returns when the amount was blocked. A refused capture leads back to `authorized`, which is not a new authorization.
 */
export const authorizedAtMs = ({ history, completed_at }: Pick<OperationTarget, 'history' | 'completed_at'>): number =>
  history.find((step) => step.to === 'authorized')?.at ?? completed_at?.getTime() ?? 0

const completedAtMs = ({ completed_at }: OperationTarget): number => completed_at?.getTime() ?? 0
