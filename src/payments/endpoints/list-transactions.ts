/** GET /api/v1/transactions: payments of the tenant, newest first, by any of the contract's filters. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { checkRanges, reachedMerchants } from '../queries/list-filters.ts'
import { countTransactions, pageOfTransactionIds, type ResolvedFilters } from '../queries/transaction-list-query.ts'
import { transactionRow } from '../queries/transaction-row.ts'
import { type TransactionFilters, TransactionPage, TransactionQueryParams } from '../queries/transaction-schemas.ts'
import { namedPayments } from '../queries/transaction-store.ts'

export const listTransactions = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions',
    tag: 'Transactions',
    summary: 'List transactions',
    allow: 'read',
    query: TransactionQueryParams,
    answers: { 200: TransactionPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, read }) => {
      checkRanges(query)
      const filters = await resolve(desk, tenantId, merchantId, query)
      return read(async (tx) => {
        const total = await countTransactions(tx, tenantId, filters)
        const ids = await pageOfTransactionIds(tx, tenantId, filters, total)
        const rows = ids.length === 0 ? [] : await namedPayments(tx, tenantId, ids)
        return ok(pageOf(rows.map(transactionRow), total, query))
      })
    },
  })

/** Names become ids: of the merchant by its external id, of configurations by their connector's code. */
const resolve = async (
  desk: PaymentDesk,
  tenantId: string,
  own: string | null,
  query: TransactionFilters,
): Promise<ResolvedFilters> => {
  const merchantIds = await reachedMerchants(desk, tenantId, own, query)
  const configurationIds =
    query.connector_code === undefined
      ? null
      : (await desk.connectors.configurationsOf(tenantId))
          .filter((each) => each.connectorCode === query.connector_code)
          .map((each) => each.id)
  return { ...query, merchantIds, configurationIds }
}
