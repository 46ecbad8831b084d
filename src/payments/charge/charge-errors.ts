/** Errors that refuse a charge wherever it comes from; each operation lists its additional ones. */
import type { ProblemCode } from '../../core/problem.ts'

export const CHARGE_ERRORS = [
  'merchant_id_required',
  'invalid_amount',
  'invalid_currency',
  'invalid_installment',
  'invalid_card_number',
  'invalid_card_expiry',
  'invalid_cvv',
  'invalid_card_holder',
  'invalid_billing_city',
  'invalid_shipping_city',
  'config_error',
  'routing_no_match',
  'connector_not_found',
  'fraud_blocked',
  'daily_limit_exceeded',
  'monthly_limit_exceeded',
  'payment_failed',
] as const satisfies readonly ProblemCode[]

/** Errors of the operations that accept a card token instead of a card. */
export const CARD_TOKEN_ERRORS = [
  'card_token_invalid',
  'card_token_expired',
  'card_token_used',
  'card_token_mismatch',
] as const satisfies readonly ProblemCode[]
