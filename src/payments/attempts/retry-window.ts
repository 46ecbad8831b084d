/** How long an approved payment waits for its bank: a breaker that is open, or a configuration that is switched off, may be mended. */
import { inquiryWaitMs } from './inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentDesk } from './payment-services.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'

const PATIENCE_MS = 15 * 60_000 // from the approval on

/** True: it will be tried again, and its lease is given back. */
export const triesLater = async (desk: PaymentDesk, payment: PaymentRow): Promise<boolean> => {
  const nowMs = desk.house.clock.ms()
  if (nowMs - (payment.attempt_at ?? payment.created).getTime() >= PATIENCE_MS) return false
  const later: Finding = { trigger: undefined, next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count) }
  await desk.record(outcomeOfAttempt(payment, later, [], desk.recordContext(nowMs)))
  return true
}
