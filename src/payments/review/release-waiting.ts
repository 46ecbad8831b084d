/** A payment that waits for its date: released when it has come, or cancelled before. It was never at a bank. */
import { isoTime } from '../../core/clock.ts'
import { edgeFor } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { applyTransition, type PaymentTransition } from '../persistence/apply-transition.ts'

type Waiting = Pick<PaymentRow, 'status' | 'operation_type' | 'secure_type' | 'verdict' | 'next_inquiry_at'>

/** Approved, and nobody works on it: its installment says when it goes. */
export const isWaitingForDate = (payment: Waiting): boolean =>
  payment.status === 'created' &&
  payment.operation_type === 'recurring' &&
  payment.secure_type === 'non_3d' &&
  payment.verdict === 'approve' &&
  payment.next_inquiry_at === null

/** Due for the job that sends what was released; false: it does not wait any more. */
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

/** Ends one that was not sent yet; false: another process was first. Without a reason it is cancelled, else it fails. */
export const endWaiting = async (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: PaymentRow,
  why?: { error_code: string; error_message: string },
): Promise<boolean> => {
  const transition: PaymentTransition = why === undefined ? { trigger: 'cancel' } : { trigger: 'refuse', ...why }
  if (edgeFor(paymentMachine, payment.status, transition.trigger as 'cancel') === undefined) return false
  const context = services.records.updateContext(services.runtime.clock.ms())
  return services.records.record(applyTransition(payment, transition, [], context))
}
