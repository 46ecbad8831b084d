/**
 * The failure of a payment that a fraud rule stops: returned by the call itself, or recorded by the job if the process
 * died.
 */
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'

export const BLOCKED_BY_RULE = {
  trigger: 'refuse',
  error_code: 'fraud_blocked',
  error_message: 'Blocked by a fraud rule',
} as const satisfies PaymentTransition

/** A rule demands a challenge, but the payment is not 3D Secure. */
export const CHALLENGED_BY_RULE = {
  trigger: 'refuse',
  error_code: 'three_ds_required',
  error_message: 'A fraud rule asks for 3D Secure',
} as const satisfies PaymentTransition

/** The failure of a payment whose review ended without an approval. */
export const NOT_APPROVED = {
  isPassed: false,
  error_code: 'fraud_blocked',
  error_message: 'The fraud review did not approve the payment',
} as const
