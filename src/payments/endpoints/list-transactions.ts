/** GET /api/v1/transactions: payments of the tenant, newest first, with all filters of the interface. */

import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { PAYMENT_LIST } from '../queries/payment-list.ts'
import { resolveTransactionFilters, toListFilter } from '../queries/transaction-list-query.ts'
import { toTransactionRow } from '../queries/transaction-row.ts'
import { TransactionPage, TransactionQueryParams } from '../queries/transaction-schemas.ts'
import { findNamedPayments } from '../queries/transaction-store.ts'

export const listTransactions = (services: Pick<PaymentServices, 'banks' | 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transactions',
    tag: 'Transactions',
    summary: 'List transactions',
    description:
      'Newest first, or with `sort` oldest first. For figures and support; a shop that follows its own payments keeps the events instead.',
    allow: 'read',
    query: TransactionQueryParams,
    answers: { 200: TransactionPage },
    errors: ['validation_failed'],
    handle: async (call) => {
      const { query, tenantId } = call
      const filters = await resolveTransactionFilters(services, call, query)
      const wanted = toListFilter(tenantId, filters)
      const { rows, total } = await PAYMENT_LIST.page(call, wanted, toPlace(query), (tx, ids) =>
        findNamedPayments(tx, tenantId, ids),
      )
      return ok(toPage(rows.map(toTransactionRow), total, query))
    },
  })
