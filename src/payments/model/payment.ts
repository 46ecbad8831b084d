/** A payment as stored, and the two vocabularies for its state. */

import type { ThreeDModel } from '../../connectors/attempt.ts'
import type { CardScheme } from '../../core/card-number.ts'
import type { CardBrandName, CardTypeName } from '../../core/schema.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { BankFacts } from './bank-facts.ts'
import type { PaymentState } from './payment-states.ts'
import type { StoredStep } from './payment-steps.ts'

/** The card of a payment, without its number. */
interface CardFacts
  extends Row<
    'payments',
    'bin' | 'masked_card_number' | 'card_holder_name' | 'card_scheme' | 'card_type' | 'card_brand' | 'issuer_bank_code'
  > {
  card_scheme: CardScheme
  card_type: CardTypeName
  card_brand: CardBrandName | null
}

/** Columns that are known before a payment is stored, from its request and its route. */
export interface RequestedPayment
  extends CardFacts,
    Row<
      'payments',
      | 'tenant_id'
      | 'id'
      | 'merchant_id'
      | 'amount'
      | 'currency'
      | 'installment_count'
      | 'external_id'
      | 'basket_id'
      | 'configuration_id'
      | 'connector_code'
      | 'extra'
      | 'fingerprint'
      | 'correlation_id'
      | 'client_id'
      | 'actor'
      | 'caller_address'
      | 'ip_address'
      | 'request_body'
      | 'key_reference'
    > {
  extra: Record<string, string> | null
  /** Null means the API key itself. */
  actor: string | null
}

/** Columns of the table `payments` that reads and writes use; the names are the interface's own. */
export interface PaymentRow
  extends RequestedPayment,
    BankFacts,
    Row<
      'payments',
      | 'parent_id'
      | 'status'
      | 'operation_type'
      | 'payment_type'
      | 'secure_type'
      | 'captured'
      | 'refunded'
      | 'refunding'
      | 'card_sealed'
      | 'attempt_no'
      | 'attempt_at'
      | 'fencing'
      | 'next_inquiry_at'
      | 'inquiry_count'
      | 'verdict'
      | 'sequence'
      | 'history'
      | 'answer_status'
      | 'answer_body'
      | 'answer_unseen'
      | 'duration_ms'
      | 'created'
      | 'completed_at'
      | 'settlement_date'
      | 'last_modified'
    > {
  status: PaymentState
  operation_type: 'sale' | 'pre_auth' | 'post_auth' | 'refund' | 'recurring'
  /** Sum of refunds in flight to the bank. */
  refunding: number
  history: StoredStep[]
  /** True if the final response has not been returned to any caller yet. */
  answer_unseen: boolean
  /** Whether a process is working on it right now; null if none has. */
  is_leased: boolean | null
  /** Set by a finalized reconciliation. */
  settlement_date: Date | null
  /** Set when an operation is decided or recorded; absent if no chargeback was looked up, or there is none. */
  chargebacks?: PaymentChargebacks
}

/** The bin of an order link that has not been paid yet. */
export const NO_BIN = 0

/** Effects of chargebacks on the captures, voids and refunds of their payment. */
export interface PaymentChargebacks {
  /** One is open, so the amount is already claimed. */
  readonly isOpen: boolean
  /** Minor units that lost chargebacks took. */
  readonly lost: number
}

export const WRITE_STATUSES = [
  'pending',
  'pending_3ds',
  'authorized',
  'completed',
  'failed',
  'voided',
  'refunded',
  'partially_refunded',
] as const
export type WriteStatus = (typeof WRITE_STATUSES)[number]

const WRITE_STATUS: Record<PaymentState, WriteStatus> = {
  created: 'pending',
  processing: 'pending',
  capture_processing: 'pending',
  canceled_processing: 'pending',
  refund_processing: 'pending',
  three_d_secure_init_processing: 'pending_3ds',
  three_d_secure_auth_processing: 'pending',
  authorized: 'authorized',
  completed: 'completed',
  refunded: 'refunded',
  canceled: 'voided',
  failed: 'failed',
}
/**
 * Returns the name of the stored state in write results (docs/interface/states.md#two-vocabularies-of-a-payment). After
 * its challenge a payment is at its bank, unless it `waits` for 3d/complete or for a fraud review.
 */
export const toWriteStatus = (payment: Pick<PaymentRow, 'status' | 'refunded'>, waits = false): WriteStatus => {
  if (payment.status === 'three_d_secure_auth_processing' && waits) return 'pending_3ds'
  return payment.status === 'completed' && payment.refunded > 0 ? 'partially_refunded' : WRITE_STATUS[payment.status]
}

/**
 * Returns whether the payment waits for a person before it is sent to a bank. A payment with 3D Secure is challenged
 * first, and waits in another state.
 */
export const isUnderReview = (payment: Pick<PaymentRow, 'status' | 'secure_type' | 'verdict'>): boolean =>
  payment.status === 'created' && payment.secure_type === 'non_3d' && payment.verdict === 'review'

/** Returns the name of the charge at a bank; an installment of a plan is a sale. */
export const chargeOperation = ({ operation_type }: Pick<PaymentRow, 'operation_type'>): 'sale' | 'pre_auth' =>
  operation_type === 'pre_auth' ? 'pre_auth' : 'sale'

const MODELS: Readonly<Record<string, ThreeDModel>> = { three_ds_v2: '3d_secure', three_d_pay: '3d_pay' }

/** Returns how its cardholder was authenticated. */
export const toThreeDModel = ({ secure_type }: Pick<PaymentRow, 'secure_type'>): ThreeDModel =>
  MODELS[secure_type] ?? 'none'

/** Returns when its last step was taken; null while the first bank call is open. */
export const processedAtMs = (payment: PaymentRow): number | null =>
  payment.history.findLast((entry) => !WAITING.has(entry.to))?.at ?? null

const WAITING: ReadonlySet<string> = new Set([
  'created',
  'processing',
  'three_d_secure_init_processing',
  'three_d_secure_auth_processing',
])
