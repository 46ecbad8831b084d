/** A payment that waits for its date is released when the date has come, or canceled before. It was never at a bank. */
import { isoTime } from '../../core/clock.ts'
import { edgeFor } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'

type Waiting = Pick<PaymentRow, 'status' | 'operation_type' | 'secure_type' | 'verdict' | 'next_inquiry_at'>

/** Returns whether it is approved and no process works on it; its installment decides when it is sent. */
export const isWaitingForDate = (payment: Waiting): boolean =>
  payment.status === 'created' &&
  payment.operation_type === 'recurring' &&
  payment.secure_type === 'non_3d' &&
  payment.verdict === 'approve' &&
  payment.next_inquiry_at === null

/** Makes the payment due for the job that sends released payments; returns false if it no longer waits. */
export const releaseWaiting = async (
  tx: Tx,
  { tenant_id, id }: Pick<PaymentRow, 'tenant_id' | 'id'>,
  nowMs: number,
): Promise<boolean> => {
  const released = await tx.execute(
    `update payments set next_inquiry_at = $3, attempt_at = $3, inquiry_count = 0, last_modified = $3
      where tenant_id = $1 and id = $2 and status = 'created' and verdict = 'approve' and next_inquiry_at is null`,
    [tenant_id, id, isoTime(nowMs)],
  )
  return released > 0
}

/**
 * Ends a payment that has not been sent; returns false if another process was first. Without a reason it is canceled,
 * otherwise it fails.
 */
export const endWaiting = async (
  services: StepServices,
  payment: PaymentRow,
  why?: { error_code: string; error_message: string },
): Promise<boolean> => {
  const transition: PaymentTransition = why === undefined ? { trigger: 'cancel' } : { trigger: 'refuse', ...why }
  if (edgeFor(paymentMachine, payment.status, transition.trigger as 'cancel') === undefined) return false
  return (await takePaymentStep(services, payment, transition)) !== undefined
}
