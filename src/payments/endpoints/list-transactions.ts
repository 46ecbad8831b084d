/** GET /api/v1/transactions: payments of the tenant, newest first, by any of the interface's filters. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf, placeOf } from '../../core/pagination.ts'
import { fillFilterCounts } from '../../infra/database/closed-blocks/filter-counts.ts'
import { readClosedList } from '../../infra/database/closed-blocks/read-closed-list.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { checkRanges, resolveMerchants } from '../queries/list-filters.ts'
import { PAYMENT_LIST } from '../queries/payment-list.ts'
import { type ResolvedFilters, toListFilter } from '../queries/transaction-list-query.ts'
import { toTransactionRow } from '../queries/transaction-row.ts'
import { type TransactionFilters, TransactionPage, TransactionQueryParams } from '../queries/transaction-schemas.ts'
import { findNamedPayments } from '../queries/transaction-store.ts'

export const listTransactions = (services: Pick<PaymentServices, 'banks' | 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions',
    tag: 'Transactions',
    summary: 'List transactions',
    allow: 'read',
    query: TransactionQueryParams,
    answers: { 200: TransactionPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, readList, runtime }) => {
      checkRanges(query)
      const filters = await resolveFilters(services, tenantId, merchantId, query)
      const wanted = toListFilter(tenantId, filters)
      await fillFilterCounts(runtime.db, PAYMENT_LIST, wanted)
      return readList(async (tx) => {
        const { ids, total } = await readClosedList(tx, PAYMENT_LIST, wanted, placeOf(query))
        const rows = ids.length === 0 ? [] : await findNamedPayments(tx, tenantId, ids)
        return ok(pageOf(rows.map(toTransactionRow), total, query))
      })
    },
  })

/** Resolves names to ids: the merchant by its external id, configurations by their connector's code. */
const resolveFilters = async (
  services: Pick<PaymentServices, 'banks' | 'directory'>,
  tenantId: string,
  own: string | null,
  query: TransactionFilters,
): Promise<ResolvedFilters> => {
  const merchantIds = await resolveMerchants(services, tenantId, own, query)
  const configurationIds =
    query.connector_code === undefined
      ? null
      : (await services.banks.connectors.configurationsOf(tenantId))
          .filter((each) => each.connectorCode === query.connector_code)
          .map((each) => each.id)
  return { ...query, merchantIds, configurationIds }
}
