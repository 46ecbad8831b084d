/** The part of a payment that can still be refunded. */
import type { OperationTarget } from './decision-input.ts'

/** Returns what is left to refund: refunds in flight count as refunded, and lost chargebacks are subtracted. */
export const refundableAmount = (
  payment: Pick<OperationTarget, 'captured' | 'refunded' | 'refunding' | 'chargebacks'>,
): number => payment.captured - payment.refunded - payment.refunding - (payment.chargebacks?.lost ?? 0)
