/** Members of the events of a capture, void or refund. */

import { findTarget } from '../../core/state-machine.ts'
import type { OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { paymentMachine } from '../model/payment-states.ts'

/** Returns the payment as the event describes it: with the amount of this step, and its bank references. */
export const toEventPayment = (payment: PaymentRow, settled: OperationRow) => ({
  ...payment,
  // While another refund is in flight, the event reports a partially refunded payment.
  status: payment.status === 'refund_processing' ? findTarget(paymentMachine, 'refund_part') : payment.status,
  amount: settled.amount,
  provider_transaction_id: settled.provider_transaction_id ?? payment.provider_transaction_id,
  auth_code: settled.kind === 'refund' ? null : (settled.auth_code ?? payment.auth_code),
})

export const toEventMembers = ({ kind, id }: OperationRow): Record<string, unknown> =>
  kind === 'refund' ? { refund_id: id } : {}
