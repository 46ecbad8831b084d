/** A capture, void or refund as stored, from before its first byte is sent until its outcome is known. */

import type { BankReferences, PaymentOperationType } from '../../connectors/attempt.ts'
import type { Row } from '../../infra/database/statements/write-rows.ts'
import { BANK_FACT_COLUMNS, type BankFacts } from './bank-facts.ts'
import type { OperationState } from './operation-states.ts'
import type { PaymentState } from './payment-states.ts'

export type OperationKind = PaymentOperationType

export const REFUND_REASONS = [
  'customer_request',
  'out_of_stock',
  'duplicate_charge',
  'product_defect',
  'fraud',
  'wrong_amount',
  'other',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** Columns of the table `payment_operations`. */
export interface OperationRow
  extends BankFacts,
    Omit<
      Row<'payment_operations'>,
      | 'lease_owner'
      | 'lease_until'
      | 'next_inquiry_at'
      | 'provider_transaction_id'
      | 'auth_code'
      | 'host_reference'
      | 'bank_code'
      | 'error_code'
      | 'error_message'
      | 'idempotency_key'
      | 'last_modified'
    > {
  /** For a refund this is also the id of its child transaction. */
  id: string
  kind: OperationKind
  status: OperationState
  state_before: PaymentState
  reason_code: RefundReason | null
  extra: Record<string, string> | null
  /** True if the final response has not been returned to any caller yet. */
  answer_unseen: boolean
  /** True if the operation failed before a byte was sent to the bank, so that a repeat of its key retries it. */
  nothing_sent: boolean
}

export const OPERATION_COLUMNS = `tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before,
  reason, reason_code, extra, cancellation_request_id, configuration_id, connector_code, attempt_no, attempt_at, fencing,
  inquiry_count, ${BANK_FACT_COLUMNS}, fingerprint, answer_status, answer_body, answer_unseen,
  nothing_sent, path, correlation_id, client_id, created_by, caller_address, request_body, duration_ms, created, completed_at, key_reference`

/** Consequence of a bank's outcome, which may still be unknown. */
export type OperationTransition =
  /** `bankCode` is null if people found the operation in the bank's records. */
  | { kind: 'accepted'; references: BankReferences; bankCode: string | null }
  /**
   * `storedCode` is the meaning of the bank's code (docs/interface/bank-codes.md#card-payments); a technical one means
   * that nothing was booked.
   */
  | {
      kind: 'refused'
      storedCode: string
      bankCode: string | null
      message: string
      references?: BankReferences
      nothingSent?: true
    }
  /** The bank is asked after this time. */
  | { kind: 'open'; waitMs: number }
