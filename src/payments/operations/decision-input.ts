/** Input of the decision on a capture, void or refund: the payment's side with what can still be refunded, and the request's. */

import type { UnprovenLimit } from '../../access/unproven.ts'
import type { OperationKind } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { OperationWindows } from '../settings/payment-settings.ts'

/** The members of a payment the decision depends on. */
export type OperationTarget = Pick<
  PaymentRow,
  | 'status'
  | 'secure_type'
  | 'verdict'
  | 'operation_type'
  | 'amount'
  | 'captured'
  | 'refunded'
  | 'refunding'
  | 'currency'
  | 'completed_at'
  | 'settlement_date'
  | 'history'
  | 'chargebacks'
>

export interface OperationDecisionInput {
  kind: OperationKind
  /** Null means the full amount. */
  amount: number | null
  /** Null means the payment's currency. */
  currency: string | null
  /** The payment's bank offers the operation. */
  isSupported: boolean
  /** The breaker of the payment's bank is open: a call would be refused. */
  isBankUnavailable: boolean
  windows: OperationWindows
  /**
   * Amount the user may refund without entering the password; null if the user has entered it, or the caller is not a
   * user.
   */
  unproven: UnprovenLimit | null
  /** The bank accepts one refund of a payment at a time. */
  oneRefundAtOnce: boolean
}

/** Returns what is left to refund: refunds in flight count as refunded, and lost chargebacks are subtracted. */
export const refundableAmount = (
  payment: Pick<OperationTarget, 'captured' | 'refunded' | 'refunding' | 'chargebacks'>,
): number => payment.captured - payment.refunded - payment.refunding - (payment.chargebacks?.lost ?? 0)
