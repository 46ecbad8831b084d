/**
 * A payment stored with its decision: the columns that an attempt and its record need, whether just written or read
 * back.
 */
import type { PaymentRow } from '../model/payment.ts'

export type PreparedPayment = Readonly<
  Pick<
    PaymentRow,
    | 'tenant_id'
    | 'id'
    | 'merchant_id'
    | 'status'
    | 'operation_type'
    | 'amount'
    | 'captured'
    | 'refunded'
    | 'currency'
    | 'installment_count'
    | 'external_id'
    | 'masked_card_number'
    | 'card_scheme'
    | 'configuration_id'
    | 'connector_code'
    | 'attempt_no'
    | 'fencing'
    | 'sequence'
    | 'inquiry_count'
    | 'verdict'
    | 'extra'
    | 'correlation_id'
    | 'client_id'
    | 'actor'
    | 'caller_address'
    | 'ip_address'
    | 'bank_code'
    | 'history'
    | 'secure_type'
  >
>
