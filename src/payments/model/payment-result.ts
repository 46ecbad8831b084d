/** The response of a payment write: the result for a success or a pending payment, a problem for a failure. */
import { isoTime } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { storedReason } from '../../core/phrases/stored-reason.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { BankFacts } from './bank-facts.ts'
import { findOpenOffer, toConversionKeys } from './conversion.ts'
import { isUnderReview, type PaymentRow, toWriteStatus, type WriteStatus } from './payment.ts'
import type { StoredStep } from './payment-steps.ts'
import { findPlanId } from './stored-credential.ts'

/** All steps as read, or only the one being recorded. */
type History = readonly StoredStep[] | StoredStep | null

export interface PaymentResult {
  transaction_id: string
  status: WriteStatus
  is_success: boolean
  message: string | null
  error_code: string | null
  provider_error_code: string | null
  extra_properties: Record<string, string> | null
}

const MESSAGES: Record<WriteStatus, string> = {
  pending: 'The payment is waiting for the outcome; ask again or wait for the event.',
  pending_3ds: 'The cardholder has to confirm the payment with the bank.',
  authorized: 'The amount is blocked on the card until it is captured or voided.',
  completed: 'The payment is completed.',
  failed: 'The payment failed.',
  voided: 'The payment is voided.',
  refunded: 'The payment is refunded in full.',
  partially_refunded: 'The payment is refunded in part.',
}

const CONFIRMED = 'The cardholder has confirmed; the payment waits for 3d/complete or for a fraud review.'
const OFFERED = 'The bank offers the currency of the card; answer with dcc/confirm. Nothing is charged before.'
const UNDER_REVIEW = 'A fraud rule holds the payment for review; it goes to the bank once a person approves it.'

/**
 * States in which the step is done or waits only for the shopper; an unknown outcome is not a success
 * (docs/interface/cards.md#write-results).
 */
const SUCCESSES: ReadonlySet<PaymentRow['status']> = new Set([
  'three_d_secure_init_processing',
  'authorized',
  'completed',
  'refunded',
  'canceled',
])

/** `waits` means after its challenge, for 3d/complete or a fraud review. */
export const buildPaymentResult = (
  payment: Pick<PaymentRow, 'id' | 'status' | 'refunded' | 'external_id'> &
    BankFacts & {
      processed_ms: number | null
      used_points?: number | null
      history?: History
      verdict?: string
      secure_type?: string
      waits?: boolean
      operation_type?: PaymentRow['operation_type']
      amount?: number
      currency?: string
      extra?: PaymentRow['extra']
    },
): PaymentResult => {
  const status = toWriteStatus(payment, payment.waits)
  const failed = status === 'failed'
  return {
    transaction_id: payment.id,
    status,
    is_success: SUCCESSES.has(payment.status) || isOffered(payment),
    message: buildMessage(payment, status),
    error_code: failed ? payment.error_code : null,
    provider_error_code: failed ? payment.bank_code : null,
    extra_properties: buildExtraProperties(payment),
  }
}

type Result = Parameters<typeof buildPaymentResult>[0]

const buildMessage = (payment: Result, status: WriteStatus): string => {
  if (status === 'failed') return payment.error_message ?? MESSAGES.failed
  if (isResultUnderReview(payment)) return UNDER_REVIEW
  if (isOffered(payment)) return OFFERED
  return payment.status === 'three_d_secure_auth_processing' && payment.waits ? CONFIRMED : MESSAGES[status]
}
const isResultUnderReview = ({ status, verdict, secure_type }: Result): boolean =>
  verdict !== undefined && secure_type !== undefined && isUnderReview({ status, verdict, secure_type })

const isOffered = ({ status, history }: Pick<Result, 'status' | 'history'>): boolean =>
  findOpenOffer({ status, history: [history ?? []].flat() }) !== undefined

const buildExtraProperties = (payment: Result): Record<string, string> => {
  const used = payment.used_points ?? findUsedPoints(payment.history ?? [])
  const keys: Record<string, string | null> = {
    processed_at: payment.processed_ms === null ? null : isoTime(payment.processed_ms),
    receipt_id: payment.host_reference,
    external_id: payment.external_id,
    provider_transaction_id: payment.provider_transaction_id,
    auth_code: payment.auth_code,
    host_reference: payment.host_reference,
    used_points: used === undefined || used === null ? null : String(used),
    recurring_plan_id: findPlanId({ operation_type: payment.operation_type ?? 'sale', extra: payment.extra ?? null }),
  }
  const history = [payment.history ?? []].flat()
  return {
    ...Object.fromEntries(Object.entries(keys).filter((entry): entry is [string, string] => entry[1] !== null)),
    ...toConversionKeys({ ...payment, history }),
  }
}

const findUsedPoints = (history: NonNullable<History>): number | undefined =>
  [history].flat().findLast((step) => step.used_points !== undefined)?.used_points

/**
 * Returns the HTTP status of a result that is not a failure: 202 while the outcome is unknown, 200 while the shopper is
 * asked.
 */
export const toResultStatus = (payment: Pick<Result, 'status' | 'history'>): 200 | 202 =>
  (payment.status === 'processing' || payment.status === 'created') && !isOffered(payment) ? 202 : 200

/** Stored codes that are also the code of the response; every other refusal of a bank is returned as bank_declined. */
const ANSWERED_AS_IS = new Set([
  'dcc_offer_expired',
  'fraud_blocked',
  'config_error',
  'three_ds_required',
  'three_ds_not_supported',
  'three_ds_module_not_found',
  'three_ds_authentication_failed',
  'three_ds_card_data_missing',
  'three_ds_complete_failed',
])
/**
 * Technical faults: the call itself gets the specific fault, a repeat of its key learns that the payment has failed.
 */
const TECHNICAL = new Set(['three_ds_init_exception', 'three_ds_complete_exception'])
const BANK_FAULTS = new Set(['bank_system_error', 'bank_timeout'])
/**
 * Failures whose first response is a 5xx, so that the response stored for repeats has not been returned to any caller
 * yet.
 */
export const FIRST_ANSWERED_DIFFERENTLY: readonly string[] = [...TECHNICAL, ...BANK_FAULTS]

/**
 * Returns the problem of a failed payment (docs/interface/bank-codes.md#card-payments). `isFirst` means the response of
 * the call itself, not of a repeat.
 */
export const buildFailureProblem = (
  payment: Pick<PaymentRow, 'id' | 'bank_code' | 'error_code' | 'error_message'>,
  isFirst: boolean,
): Problem => {
  const code = toFailureCode(payment, isFirst)
  return new Problem(code, {
    detail: buildDetail(code, payment),
    transaction_id: payment.id,
    ...(payment.error_code === null ? {} : { error_code: payment.error_code }),
    ...(payment.bank_code === null ? {} : { provider_error_code: payment.bank_code }),
  })
}

const toFailureCode = (payment: Pick<PaymentRow, 'bank_code' | 'error_code'>, isFirst: boolean): ProblemCode => {
  const stored = payment.error_code ?? 'payment_failed'
  // After a fault of the bank a new payment may be tried at once, but a repeat of the key returns that this payment has
  // failed.
  if (BANK_FAULTS.has(stored)) return isFirst ? 'connector_unavailable' : 'payment_failed'
  if (TECHNICAL.has(stored)) return isFirst ? (stored as ProblemCode) : 'payment_failed'
  if (payment.bank_code !== null && stored !== 'config_error') return 'bank_declined'
  if (ANSWERED_AS_IS.has(stored)) return stored as ProblemCode
  return payment.bank_code === null ? 'payment_failed' : 'bank_declined'
}

const saidByBank = (words: string | null): Phrase | undefined => (words === null ? undefined : storedReason(words))

const buildDetail = (code: ProblemCode, payment: Pick<PaymentRow, 'error_message'>): Phrase => {
  switch (code) {
    case 'bank_declined':
      return (
        saidByBank(payment.error_message) ??
        phrase`The bank declined the payment; nothing was charged. Ask for another card.`
      )
    case 'connector_unavailable':
      return phrase`The bank reports a fault of its own and nothing was booked. This payment has failed, and its Idempotency-Key repeats that: try again later with a new Idempotency-Key.`
    case 'three_ds_init_exception':
      return phrase`3D Secure could not be started at the bank, and nothing was charged. This payment has failed, and its Idempotency-Key repeats that: try again later with a new Idempotency-Key.`
    case 'payment_failed':
      return phrase`Nothing was booked at the bank. Start a new payment with a new Idempotency-Key.`
    case 'fraud_blocked':
      return phrase`A fraud rule blocked the payment; it was not sent to the bank.`
    case 'three_ds_required':
      return phrase`This payment needs 3D Secure: start it with POST /api/v1/payments/3d/init.`
    case 'dcc_offer_expired':
      return phrase`The offer was not answered in time, and nothing was charged. Start a new payment.`
    case 'config_error':
      return phrase`The bank refuses the terminal or its routing: check the connector configuration.`
    default:
      return saidByBank(payment.error_message) ?? phrase`The payment failed.`
  }
}
