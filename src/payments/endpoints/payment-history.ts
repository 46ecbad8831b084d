/** GET /api/v1/payments/{transaction_id}/history: every step of a payment, oldest first. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { BankMovement } from '../../connectors/bank-order.ts'
import { isoTime } from '../../core/clock.ts'
import { type PaymentRow, referenceOf } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { type Step, stepsOf } from '../model/payment-steps.ts'
import { findPayment } from '../model/payment-store.ts'
import { factsAt, sessionOf, type ThreeDFacts, threeDFacts } from '../three-d-secure/authentication-details.ts'
import { paymentResult } from '../model/payment-result.ts'
import { bankSideOf, checkOrderId } from '../queries/bank-order-record.ts'
import { found, processedMs, TransactionIdParams } from './get-payment.ts'
import { movementType } from '../queries/movement-type.ts'
import { OrderHistory, OrderIdQuery } from '../queries/query-schemas.ts'

export const paymentHistory = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/payments/:transaction_id/history',
    tag: 'Payments',
    summary: 'Every step of a payment',
    allow: 'read',
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    query: OrderIdQuery,
    answers: { 200: OrderHistory },
    errors: ['payment_not_found'],
    handle: async (call) => {
      const { params, query, tenantId, merchantId, read, house } = call
      const [payment, session] = await read(async (tx) => {
        const payment = found(await findPayment(tx, tenantId, params.transaction_id, merchantId))
        await checkOrderId(tx, call, query.order_id)
        return [payment, await sessionOf(tx, payment)] as const
      })
      const facts = await threeDFacts(house, session)
      const order = await bankSideOf(desk, payment, query.order_id)
      const movements = typeof order === 'string' ? [] : order.movements
      const result = paymentResult({ ...payment, processed_ms: processedMs(payment) })
      return ok({
        transaction_id: payment.id,
        status: payment.status,
        original_amount: payment.amount,
        net_amount: payment.amount - payment.refunded,
        currency: payment.currency,
        is_success: result.is_success,
        message: result.message,
        provider_history_available: movements.length > 0,
        internal_history: stepsOf(payment).map((entry) =>
          historyRow(payment, entry, factsAt(facts, session, entry.at)),
        ),
        external_history: movements.length === 0 ? null : movements.map((each) => movementRow(payment, each)),
      })
    },
  })

const historyRow = (payment: PaymentRow, entry: Step, facts: ThreeDFacts) => ({
  timestamp: isoTime(entry.at),
  status: entry.to,
  previous_status: entry.from,
  charge_type: entry.operation ?? payment.operation_type,
  message: entry.message,
  error_code: entry.error_code ?? null,
  error_message: entry.error_message ?? null,
  provider_transaction_id: entry.provider_transaction_id ?? null,
  auth_code: entry.auth_code ?? null,
  host_reference: entry.host_reference ?? null,
  order_id: null,
  settlement_id: null,
  amount: entry.amount,
  md_status: facts.md_status,
  cavv: facts.cavv,
  eci: facts.eci,
  xid: facts.xid,
})

const movementRow = (payment: PaymentRow, movement: BankMovement) => ({
  timestamp: isoTime(movement.at),
  status: movement.word,
  previous_status: null,
  charge_type: movementType(movement.operation),
  message: null,
  error_code: null,
  error_message: null,
  provider_transaction_id: movement.references.providerTransactionId,
  auth_code: movement.references.authCode,
  host_reference: movement.references.hostReference,
  order_id: referenceOf(payment.id, payment.attempt_no),
  settlement_id: movement.settlementId,
  amount: movement.amount,
  md_status: null,
  cavv: null,
  eci: null,
  xid: null,
})
