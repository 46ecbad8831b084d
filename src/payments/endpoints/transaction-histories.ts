/** GET /api/v1/transactions/{id}/histories: every step of a transaction, oldest first. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { stepsOf } from '../model/payment-steps.ts'
import { factsAt, sessionOf, threeDFacts } from '../three-d-secure/authentication-details.ts'
import { foundTransaction, IdParams } from './get-transaction.ts'
import { TransactionHistory } from '../queries/transaction-schemas.ts'
import { namedPayment } from '../queries/transaction-store.ts'

export const transactionHistories = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions/:id/histories',
    tag: 'Transactions',
    summary: 'Every step of a transaction',
    allow: 'read',
    params: IdParams,
    answers: { 200: Type.Array(TransactionHistory) },
    handle: async ({ params, tenantId, merchantId, read, house }) => {
      const [payment, session] = await read(async (tx) => {
        const payment = foundTransaction(await namedPayment(tx, tenantId, params.id, merchantId))
        return [payment, await sessionOf(tx, payment)] as const
      })
      const facts = await threeDFacts(house, session)
      const names = new Map((await desk.connectors.configurationsOf(tenantId)).map((each) => [each.id, each.name]))
      return ok(
        stepsOf(payment).map((entry) => ({
          id: entry.id,
          transaction_id: payment.id,
          connector_configuration_id: entry.configuration_id,
          connector_configuration_name: names.get(entry.configuration_id) ?? null,
          previous_status: entry.from,
          new_status: entry.to,
          message: entry.message,
          error_code: entry.error_code ?? null,
          error_message: entry.error_message ?? null,
          provider_transaction_id: entry.provider_transaction_id ?? null,
          auth_code: entry.auth_code ?? null,
          host_reference: entry.host_reference ?? null,
          ...factsAt(facts, session, entry.at),
          md: null,
          provider_raw_response: null,
          operation_amount: entry.amount,
          created: isoTime(entry.at),
        })),
      )
    },
  })
