/** GET /api/v1/transactions/{id}: one transaction with its bank exchange. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { toTransactionRow } from '../queries/transaction-row.ts'
import { TransactionDetail, TransactionParams } from '../queries/transaction-schemas.ts'
import { findRawExchanges, requireNamedPayment } from '../queries/transaction-store.ts'
import { findSessionOfPayment, readAuthenticationDetails } from '../three-d-secure/authentication-details.ts'

export const getTransaction = endpoint({
  method: 'GET',
  path: '/api/v1/transactions/:id',
  tag: 'Transactions',
  summary: 'Read a transaction',
  description:
    'Everything known of one payment: card (masked), amounts, commissions, 3D Secure, what the bank answered.',
  allow: 'read',
  params: TransactionParams,
  answers: { 200: TransactionDetail },
  handle: async ({ params, tenantId, merchantId, read, runtime }) => {
    const [payment, exchanges, session] = await read(async (tx) => {
      const payment = await requireNamedPayment(tx, tenantId, params.id, merchantId)
      return [
        payment,
        await findRawExchanges(tx, tenantId, params.id),
        await findSessionOfPayment(tx, payment),
      ] as const
    })
    const { md_status: _, ...facts } = await readAuthenticationDetails(runtime, session)
    return ok({
      ...toTransactionRow(payment),
      ip_address: payment.ip_address,
      ...facts,
      md: null,
      provider_raw_request: exchanges[0]?.request_body ?? null,
      provider_raw_response: exchanges[0]?.response_body ?? null,
    })
  },
})
