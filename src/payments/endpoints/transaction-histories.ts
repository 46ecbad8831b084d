/** GET /api/v1/transactions/{id}/histories: every step of a transaction, oldest first. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { toSteps } from '../model/payment-steps.ts'
import { TransactionHistory, TransactionParams } from '../queries/transaction-schemas.ts'
import { requireNamedPayment } from '../queries/transaction-store.ts'
import { detailsAt, findSessionOfPayment, readAuthenticationDetails } from '../three-d-secure/authentication-details.ts'

export const transactionHistories = (services: Pick<PaymentServices, 'banks'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions/:id/histories',
    tag: 'Transactions',
    summary: 'Every step of a transaction',
    description: 'Oldest first: each change of state with its amount, its code and who or what made it.',
    allow: 'read',
    params: TransactionParams,
    answers: { 200: Type.Array(TransactionHistory) },
    handle: async ({ params, tenantId, merchantId, read, runtime }) => {
      const [payment, session] = await read(async (tx) => {
        const payment = await requireNamedPayment(tx, tenantId, params.id, merchantId)
        return [payment, await findSessionOfPayment(tx, payment)] as const
      })
      const facts = await readAuthenticationDetails(runtime, session)
      const names = new Map(
        (await services.banks.connectors.configurationsOf(tenantId)).map((each) => [each.id, each.name]),
      )
      return ok(
        toSteps(payment).map((entry) => ({
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
          ...detailsAt(facts, session, entry.at),
          md: null,
          provider_raw_response: null,
          operation_amount: entry.amount,
          created: isoTime(entry.at),
        })),
      )
    },
  })
