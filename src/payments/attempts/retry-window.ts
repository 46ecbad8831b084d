/**
 * How long an approved payment waits for its bank, because an open breaker closes and an inactive configuration may be
 * activated.
 */

import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { StepServices } from './payment-services.ts'
import { takePaymentStep } from './take-payment-step.ts'

const RETRY_WINDOW_MS = 15 * 60_000 // from the approval

/** Returns true if the payment will be retried; its lease is then released. */
export const scheduleRetry = async (services: StepServices, payment: PaymentRow): Promise<boolean> => {
  const nowMs = services.runtime.clock.ms()
  if (nowMs - (payment.attempt_at ?? payment.created).getTime() >= RETRY_WINDOW_MS) return false
  const next_inquiry_ms = nowMs + inquiryWaitMs(payment.inquiry_count)
  await takePaymentStep(services, payment, { trigger: undefined, next_inquiry_ms })
  return true
}
