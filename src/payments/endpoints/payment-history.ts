/** GET /api/v1/payments/{transaction_id}/history: every step of a payment, oldest first. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import type { BankMovement } from '../../connectors/bank-order.ts'
import { isoTime } from '../../core/clock.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toStoredReferences } from '../model/bank-facts.ts'
import { toBankReference } from '../model/bank-reference.ts'
import { type PaymentRow, processedAtMs } from '../model/payment.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import { TransactionIdParams } from '../model/payment-schemas.ts'
import { type Step, toSteps } from '../model/payment-steps.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { checkOrderId, findBankOrder } from '../queries/bank-order-record.ts'
import { toMovementType } from '../queries/movement-type.ts'
import { OrderHistory, OrderIdQuery } from '../queries/query-schemas.ts'
import {
  type AuthenticationDetails,
  detailsAt,
  findSessionOfPayment,
  readAuthenticationDetails,
} from '../three-d-secure/authentication-details.ts'

export const paymentHistory = (services: Pick<PaymentServices, 'runtime' | 'banks'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/payments/:transaction_id/history',
    tag: 'Payments',
    summary: 'Every step of a payment',
    description: 'From the request to its present state, oldest first, with the steps of the bank where it shows them.',
    allow: 'read',
    notFound: 'payment_not_found',
    params: TransactionIdParams,
    query: OrderIdQuery,
    answers: { 200: OrderHistory },
    errors: ['payment_not_found'],
    handle: async (call) => {
      const { params, query, tenantId, merchantId, read, runtime } = call
      const [payment, session] = await read(async (tx) => {
        const payment = requirePayment(await findPayment(tx, tenantId, params.transaction_id, merchantId))
        await checkOrderId(tx, call, query.order_id)
        return [payment, await findSessionOfPayment(tx, payment)] as const
      })
      const facts = await readAuthenticationDetails(runtime, session)
      const order = await findBankOrder(services, payment, query.order_id)
      const movements = typeof order === 'string' ? [] : order.movements
      const result = buildPaymentResult({ ...payment, processed_ms: processedAtMs(payment) })
      return ok({
        transaction_id: payment.id,
        status: payment.status,
        original_amount: payment.amount,
        net_amount: payment.amount - payment.refunded,
        currency: payment.currency,
        is_success: result.is_success,
        message: result.message,
        provider_history_available: movements.length > 0,
        internal_history: toSteps(payment).map((entry) =>
          toHistoryRow(payment, entry, detailsAt(facts, session, entry.at)),
        ),
        external_history: movements.length === 0 ? null : movements.map((each) => toMovementRow(payment, each)),
      })
    },
  })

const toHistoryRow = (payment: PaymentRow, entry: Step, facts: AuthenticationDetails) => ({
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

const toMovementRow = (payment: PaymentRow, movement: BankMovement) => ({
  timestamp: isoTime(movement.at),
  status: movement.word,
  previous_status: null,
  charge_type: toMovementType(movement.operation),
  message: null,
  error_code: null,
  error_message: null,
  ...toStoredReferences(movement.references),
  order_id: toBankReference(payment, payment.attempt_no),
  settlement_id: movement.settlementId,
  amount: movement.amount,
  md_status: null,
  cavv: null,
  eci: null,
  xid: null,
})
