/** The members of a payment its record is built from, before and after the step. */
import type { PaymentRow } from '../model/payment.ts'

/** Columns of a payment a record is built from; present both in a payment just prepared and in a row read back. */
export type UpdatablePayment = Pick<
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
  | 'external_id'
  | 'masked_card_number'
  | 'card_scheme'
  | 'configuration_id'
  | 'connector_code'
  | 'attempt_no'
  | 'fencing'
  | 'sequence'
  | 'inquiry_count'
  | 'correlation_id'
  | 'client_id'
  | 'actor'
  | 'caller_address'
  | 'bank_code'
>

/** The same once the step is taken. */
export type UpdatedPayment = UpdatablePayment & {
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  error_code: string | null
  error_message: string | null
  processed_ms: number | null
  used_points?: number
}
