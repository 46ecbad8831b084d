/** A capture, void or refund before its first durable write. */

import type { RefundReason } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import type { OperationDecisionInput } from './decision-input.ts'

/** Columns that are stored as the caller requested them. */
export interface RequestedColumns {
  reason: string | null
  reason_code: RefundReason | null
  extra: Record<string, string> | null
  /** Merchant, operation and the caller's key. */
  idempotency_key: string | null
  /** A repeat has to match it; null without a key. */
  fingerprint: Buffer | null
  path: string
  correlation_id: string
  client_id: string
  created_by: string
  caller_address: string
  request_body: string
}

/** A caller's request, complete except for what depends on the locked payment. */
export interface NewOperation extends RequestedColumns {
  tenant_id: string
  id: string
  payment_id: string
  merchant_id: string
  /** Derived from the key; null without one. */
  key_reference: string | null
  decisionInput: OperationDecisionInput
  cancellation_request_id: string | null
  configuration_id: string
  connector_code: string
  /** Forms under which the key may already be stored. */
  equivalentKeys: readonly string[]
  lease_owner: number
  /** Platform clock, ms. */
  nowMs: number
  next_inquiry_at: string
}

/** A request to be sent, in the form the statement takes. */
export type OperationInsert = Omit<NewOperation, 'decisionInput' | 'nowMs' | 'equivalentKeys'> & {
  kind: OperationDecisionInput['kind']
  amount: number
  currency: string
  state_before: PaymentRow['status']
  to_status: PaymentRow['status']
  refunding: number
  step: StoredStep
  created: string
}
