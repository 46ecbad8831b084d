/** Details of a refused capture, void or refund, telling the caller what to do. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { type OperationDecisionInput, type OperationTarget, refundableAmount } from './decision-input.ts'

export const describeRefusal = (code: ProblemCode, payment: OperationTarget, input: OperationDecisionInput): Phrase =>
  DETAILS[code]?.(payment, input) ?? phrase`The payment is ${payment.status}.`

const OPEN_CHARGEBACK = phrase`A chargeback of the payment is open: money given back beside it would be given back twice. Wait until it is won or lost.`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const describeAmount = (minor: number, { currency }: OperationTarget): Phrase =>
  phrase`${minor} minor units of ${currency}`

const DETAILS: Partial<Record<ProblemCode, (payment: OperationTarget, input: OperationDecisionInput) => Phrase>> = {
  payment_not_pre_auth: (payment) =>
    phrase`Only an authorized pre-authorization can be captured; this is a ${payment.operation_type} that is ${payment.status}.`,
  fraud_review_required: () =>
    phrase`A fraud rule holds the payment for review: it is at no bank yet. Wait for the decision, or void it.`,
  capture_not_allowed: (payment) =>
    phrase`Another step of the payment is at the bank: it is ${payment.status}. Wait for its end.`,
  payment_already_captured: () => phrase`A pre-authorization is captured once; what was not captured is released.`,
  pre_auth_expired: (_, { windows }) =>
    phrase`The capture window is over: ${windows.captureMs / HOUR_MS} hours from the authorization. Void it to release the amount.`,
  capture_currency_mismatch: (payment, { currency }) =>
    phrase`The authorization is in ${payment.currency}, not in ${currency as string}.`,
  invalid_amount: () => phrase`amount must be above zero; leave it out to capture everything.`,
  capture_amount_exceeds_authorization: (payment, { amount }) =>
    phrase`amount is ${amount as number}; ${describeAmount(payment.amount, payment)} are authorized.`,
  capture_not_supported: () => phrase`The payment's connector configuration offers no pre-authorization.`,
  payment_not_voidable: (payment) =>
    phrase`A payment can be voided while it is authorized, or within the void window of a completed one; this one is ${payment.status}.`,
  payment_already_voided: () => phrase`The payment is voided already.`,
  void_not_allowed: (payment, { windows }) =>
    payment.chargebacks?.isOpen
      ? OPEN_CHARGEBACK
      : (payment.chargebacks?.lost ?? 0) > 0
        ? phrase`A chargeback has taken a part of the payment: refund the rest instead.`
        : payment.refunded > 0
          ? phrase`A part of the payment is refunded: refund the rest instead.`
          : windows.voidMs === null
            ? phrase`A completed payment can be voided on the day it was completed (Europe/Istanbul): refund it instead.`
            : phrase`The void window is over: ${windows.voidMs / MINUTE_MS} minutes from completion. Refund it instead.`,
  void_not_allowed_after_settlement: () => phrase`A finalized reconciliation holds the payment: refund it instead.`,
  void_not_supported: () => phrase`The payment's connector configuration offers no void.`,
  refund_not_allowed: () => OPEN_CHARGEBACK,
  payment_not_refundable: (payment) =>
    payment.operation_type === 'refund'
      ? phrase`This transaction is a refund; refund its parent_transaction_id instead.`
      : phrase`Only a completed payment can be refunded; this one is ${payment.status}.`,
  payment_already_refunded: () => phrase`Nothing is left to refund.`,
  bank_refund_period_expired: (_, { windows }) =>
    phrase`The refund window is over: ${windows.refundMs / (24 * HOUR_MS)} days from completion.`,
  refund_currency_mismatch: (payment, { currency }) =>
    phrase`The payment is in ${payment.currency}, not in ${currency as string}.`,
  invalid_refund_amount: () => phrase`amount must be above zero; leave it out to refund all that is left.`,
  refund_exceeds_original: (payment, { amount }) =>
    payment.refunding > 0
      ? phrase`amount is ${amount as number}; ${describeAmount(refundableAmount(payment), payment)} are left to refund, refunds on their way to the bank counted as refunded.`
      : phrase`amount is ${amount as number}; ${describeAmount(refundableAmount(payment), payment)} are left to refund.`,
  refund_not_supported: () => phrase`The payment's connector configuration offers no refund.`,
  connector_unavailable: () =>
    phrase`The bank connection is switched off after repeated faults; nothing was stored. Try again in 30 seconds, with the same Idempotency-Key.`,
}
