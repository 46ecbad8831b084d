/** The rest of a payment that a refund can give back. */
import type { OperationTarget } from './decision-input.ts'

/** What is left to refund; refunds in flight count as refunded, and lost chargebacks have taken their part. */
export const refundableAmount = (
  payment: Pick<OperationTarget, 'captured' | 'refunded' | 'refunding' | 'chargebacks'>,
): number => payment.captured - payment.refunded - payment.refunding - (payment.chargebacks?.lost ?? 0)
