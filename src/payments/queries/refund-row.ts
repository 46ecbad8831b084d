/** A stored refund as lists and the detail return it. */
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { OperationRow } from '../model/operation.ts'
import type { OperationState } from '../model/operation-states.ts'
import type { NamedRefund } from './refund-store.ts'

const STATUS: Record<OperationState, 'pending' | 'completed' | 'failed'> = {
  processing: 'pending',
  completed: 'completed',
  failed: 'failed',
}

export const toRefundRow = (refund: NamedRefund) => ({
  id: refund.id,
  transaction_id: refund.payment_id,
  merchant_id: refund.merchant_id,
  merchant_external_id: refund.merchant_external_id,
  merchant_name: refund.merchant_name,
  refund_amount: refund.amount,
  original_amount: refund.original_amount,
  currency: refund.currency,
  status: STATUS[refund.status],
  reason_code: refund.reason_code,
  reason: refund.reason,
  created_by: refund.created_by,
  created: isoTime(refund.created),
  completed_at: isoTimeOrNull(refund.completed_at),
  error_message: refund.error_message,
})

export const toRefundDetail = (refund: NamedRefund, siblings: readonly OperationRow[]) => ({
  ...toRefundRow(refund),
  original_transaction_basket_id: refund.basket_id,
  original_transaction_card_last4: refund.masked_card_number.slice(-4),
  original_transaction_card_schema_type: refund.card_scheme,
  original_transaction_connector_name: refund.configuration_name,
  original_transaction_created: isoTime(refund.payment_created),
  provider_transaction_id: refund.provider_transaction_id,
  provider_response_code: refund.bank_code,
  provider_response_message: refund.error_message,
  sibling_refunds: siblings.map((each) => ({
    id: each.id,
    refund_amount: each.amount,
    status: STATUS[each.status],
    created: isoTime(each.created),
  })),
})
