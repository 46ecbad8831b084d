/**
 * A payment stored with its decision: the columns that an attempt and its record need, whether just written or read
 * back.
 */
import type { PaymentRow, RequestedPayment } from '../model/payment.ts'

export type PreparedPayment = Readonly<
  RequestedPayment &
    Pick<
      PaymentRow,
      | 'status'
      | 'operation_type'
      | 'secure_type'
      | 'captured'
      | 'refunded'
      | 'attempt_no'
      | 'fencing'
      | 'sequence'
      | 'inquiry_count'
      | 'verdict'
      | 'bank_code'
      | 'history'
    >
>
