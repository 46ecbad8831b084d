/** GET /api/v1/payments/{transaction_id}/query: our record beside the bank's own. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { Observation } from '../../connectors/attempt.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { attemptOfPayment } from '../inquiry/attempt-of-payment.ts'
import type { PaymentRow } from '../payment.ts'
import type { PaymentDesk } from '../payment-desk.ts'
import { findPayment } from '../payment-store.ts'
import { paymentResult } from '../write-result.ts'
import { found, processedMs, TransactionIdParams } from './get-payment.ts'
import { OrderIdQuery, TransactionQuery } from './query-schemas.ts'

export const queryPayment = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/payments/:transaction_id/query',
    tag: 'Payments',
    summary: "Our record of a payment beside the bank's",
    allow: 'read',
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    query: OrderIdQuery,
    answers: { 200: TransactionQuery },
    errors: ['payment_not_found'],
    handle: async ({ params, tenantId, merchantId, read }) => {
      const payment = found(await read((tx) => findPayment(tx, tenantId, params.transaction_id, merchantId)))
      const observation = await askBank(desk, payment)
      const result = paymentResult({ ...payment, processed_ms: processedMs(payment) })
      return ok({
        transaction_id: payment.id,
        status: payment.status,
        is_success: result.is_success,
        message: result.message,
        external_query_available: observation !== undefined && observation.kind !== 'no_answer',
        internal: internalDetail(payment),
        external: observation === undefined ? null : externalDetail(payment, observation),
      })
    },
  })

/** Undefined: nobody can be asked. Where the bank cannot be reached the answer says so; reading changes nothing. */
const askBank = async (desk: PaymentDesk, payment: PaymentRow): Promise<Observation | undefined> => {
  const made = await attemptOfPayment(desk, payment)
  if (made === undefined || made.connector.capabilities.inquiry === 'none') return undefined
  const { observation } = await desk.connectors.inquire(made.connector, made.attempt)
  return observation
}

const chargeTypeOf = (payment: PaymentRow): string => payment.operation_type

const internalDetail = (payment: PaymentRow) => {
  const processed = processedMs(payment)
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
    masked_card_number: payment.masked_card_number,
    card_brand: payment.card_brand,
    card_holder_name: payment.card_holder_name,
    bank_code: payment.bank_code,
    transaction_status: null,
    charge_type: chargeTypeOf(payment),
    settlement_id: null,
    captured_amount: payment.captured === 0 ? null : payment.captured,
    error_code: payment.error_code,
    error_message: payment.error_message,
    processed_at: processed === null ? null : isoTime(processed),
    completed_at: isoTimeOrNull(payment.completed_at),
    created_at: isoTime(payment.created),
  }
}

/** The bank's side: its own word for the state, and only what it told. */
const externalDetail = (payment: PaymentRow, observation: Observation) => {
  if (observation.kind === 'no_answer' || observation.kind === 'not_found') return null
  const isApproved = observation.kind === 'approved'
  const isSale = payment.operation_type === 'sale'
  return {
    ...internalDetail(payment),
    status: isApproved ? (isSale ? 'completed' : 'authorized') : 'failed',
    provider_transaction_id: observation.references.providerTransactionId,
    auth_code: observation.references.authCode,
    host_reference: observation.references.hostReference,
    bank_code: isApproved ? observation.bankCode : observation.fault.providerCode,
    transaction_status: observation.kind,
    captured_amount: isApproved && isSale ? payment.amount : null,
    error_code: null,
    error_message: isApproved ? null : observation.fault.providerMessage,
    processed_at: null,
    completed_at: null,
    created_at: null,
  }
}
