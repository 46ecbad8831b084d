/** What is due of a payment that has not gone anywhere yet: released from a review, refused, or left over by a process that died. */
import { hasAlert } from '../../fraud/alerts/alert-store.ts'
import type { DuePayment } from '../attempts/due-payments.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { BLOCKED, CHALLENGED } from '../charge/fraud-refusals.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { NOT_APPROVED } from '../charge/review-not-approved.ts'
import { releasePayment } from './release-payment.ts'

/** The payment's lease is this process's. */
export const settleCreated = async (desk: PaymentDesk, payment: DuePayment): Promise<void> => {
  const is3d = payment.secure_type !== 'non_3d'
  if (payment.verdict === 'approve' && !is3d) return releasePayment(desk, payment)
  const finding = payment.verdict === 'block' ? await blocked(desk, payment) : is3d ? BROKEN_OFF : CHALLENGED
  await desk.record(outcomeOfAttempt(payment, finding, [], desk.recordContext(desk.house.clock.ms())))
}

/** One that was held has an alert. */
const blocked = async (desk: PaymentDesk, { tenant_id, id }: DuePayment): Promise<Finding> => {
  const wasHeld = await desk.house.db.inTenant(tenant_id, (tx) => hasAlert(tx, tenant_id, id))
  return wasHeld ? { ...BLOCKED, error_message: NOT_APPROVED.error_message } : BLOCKED
}
const BROKEN_OFF: Finding = {
  trigger: 'refuse',
  error_code: 'three_ds_init_exception',
  error_message: 'The start of 3D Secure broke off',
}
