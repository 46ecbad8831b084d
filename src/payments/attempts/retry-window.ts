/** How long an approved payment waits for its bank: an open breaker, or an inactive configuration, may recover. */

import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import { applyTransition, type PaymentTransition } from '../persistence/apply-transition.ts'
import type { PaymentServices } from './payment-services.ts'

const RETRY_WINDOW_MS = 15 * 60_000 // from the approval on

/** True: it will be retried, and its lease is released. */
export const scheduleRetry = async (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: PaymentRow,
): Promise<boolean> => {
  const nowMs = services.runtime.clock.ms()
  if (nowMs - (payment.attempt_at ?? payment.created).getTime() >= RETRY_WINDOW_MS) return false
  const later: PaymentTransition = { trigger: undefined, next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count) }
  await services.records.record(applyTransition(payment, later, [], services.records.updateContext(nowMs)))
  return true
}
