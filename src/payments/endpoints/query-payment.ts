/** GET /api/v1/payments/{transaction_id}/query: our record next to the bank's. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { BankOrder } from '../../connectors/bank-order.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toStoredReferences } from '../model/bank-facts.ts'
import type { PaymentRow } from '../model/payment.ts'
import { processedAtMs } from '../model/payment.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import { TransactionIdParams } from '../model/payment-schemas.ts'
import type { PaymentState } from '../model/payment-states.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { toShownCard } from '../model/shown-card.ts'
import { checkOrderId, findBankOrder } from '../queries/bank-order-record.ts'
import { toMovementType } from '../queries/movement-type.ts'
import { OrderIdQuery, TransactionQuery } from '../queries/query-schemas.ts'

export const queryPayment = (services: Pick<PaymentServices, 'runtime' | 'banks'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/payments/:transaction_id/query',
    tag: 'Payments',
    summary: "Our record of a payment beside the bank's",
    description:
      'Asks the bank, where its connector can, and shows both sides; changes nothing. For support, when the two may differ.',
    allow: 'read',
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    query: OrderIdQuery,
    answers: { 200: TransactionQuery },
    errors: ['payment_not_found'],
    handle: async (call) => {
      const { params, query, tenantId, merchantId, read } = call
      const payment = await read(async (tx) => {
        const payment = requirePayment(await findPayment(tx, tenantId, params.transaction_id, merchantId))
        await checkOrderId(tx, call, query.order_id)
        return payment
      })
      const order = await findBankOrder(services, payment, query.order_id)
      const result = buildPaymentResult({ ...payment, processed_ms: processedAtMs(payment) })
      return ok({
        transaction_id: payment.id,
        status: payment.status,
        is_success: result.is_success,
        message: result.message,
        external_query_available: order !== 'no_answer',
        internal: toInternalDetail(payment),
        external: typeof order === 'string' ? null : toExternalDetail(payment, order),
      })
    },
  })

const toChargeType = (payment: PaymentRow): string => payment.operation_type

const toInternalDetail = (payment: PaymentRow) => {
  const processed = processedAtMs(payment)
  const card = toShownCard(payment)
  return {
    status: payment.status,
    operation_type: payment.operation_type,
    amount: payment.amount,
    net_amount: payment.amount - payment.refunded,
    currency: payment.currency,
    installment_count: payment.installment_count,
    is_3d_secure: payment.secure_type !== 'non_3d',
    provider_transaction_id: payment.provider_transaction_id,
    auth_code: payment.auth_code,
    host_reference: payment.host_reference,
    masked_card_number: card.masked_card_number,
    card_brand: card.card_brand,
    card_holder_name: card.card_holder_name,
    bank_code: payment.bank_code,
    transaction_status: null,
    charge_type: toChargeType(payment),
    settlement_id: null,
    captured_amount: payment.captured === 0 ? null : payment.captured,
    error_code: payment.error_code,
    error_message: payment.error_message,
    processed_at: processed === null ? null : isoTime(processed),
    completed_at: isoTimeOrNull(payment.completed_at),
    created_at: isoTime(payment.created),
  }
}

const STATUS: Record<BankOrder['state'], PaymentState> = {
  authorized: 'authorized',
  captured: 'completed',
  voided: 'canceled',
  refunded: 'refunded',
  declined: 'failed',
  pending: 'processing',
}

/** Returns the bank's side: its own name for the state, and only what it returned. */
const toExternalDetail = (payment: PaymentRow, order: BankOrder) => {
  const last = order.movements.at(-1)
  return {
    ...toInternalDetail(payment),
    status: STATUS[order.state],
    amount: order.amount.minor,
    net_amount: order.amount.minor - order.refunded,
    currency: order.amount.currency,
    ...toStoredReferences(order.references),
    masked_card_number: order.maskedCardNumber,
    bank_code: order.bankCode,
    transaction_status: order.word,
    charge_type: last === undefined ? null : toMovementType(last.operation),
    settlement_id: order.settlementId,
    captured_amount: order.captured === 0 ? null : order.captured,
    error_code: null,
    error_message: null,
    processed_at: last === undefined ? null : isoTime(last.at),
    completed_at: null,
    created_at: null,
  }
}
