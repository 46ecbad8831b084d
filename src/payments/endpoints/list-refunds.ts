/** GET /api/v1/refunds: refunds of the tenant, newest first. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { idAt } from '../../core/id.ts'
import { pageOf, placeOf } from '../../core/pagination.ts'
import { fillFilterCounts } from '../../infra/database/closed-blocks/filter-counts.ts'
import { readClosedList } from '../../infra/database/closed-blocks/read-closed-list.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { checkRanges, resolveMerchants } from '../queries/list-filters.ts'
import { REFUND_LIST, toRefundFilters } from '../queries/refund-list.ts'
import { toRefundRow } from '../queries/refund-row.ts'
import { RefundPage, RefundQuery } from '../queries/refund-schemas.ts'
import { findNamedRefunds } from '../queries/refund-store.ts'

const LATE_MS = 24 * 3_600_000

export const listRefunds = (services: Pick<PaymentServices, 'runtime' | 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/refunds',
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first. A refund of a part is a row of its own.',
    allow: 'read',
    query: RefundQuery,
    answers: { 200: RefundPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, readList }) => {
      checkRanges(query)
      const filters = toRefundFilters(tenantId, {
        ...query,
        merchantIds: await resolveMerchants(services, tenantId, merchantId, query),
        lateBefore: idAt(services.runtime.clock.ms() - LATE_MS, 'first'),
      })
      await fillFilterCounts(services.runtime.db, REFUND_LIST, filters)
      return readList(async (tx) => {
        const { ids, total } = await readClosedList(tx, REFUND_LIST, filters, placeOf(query))
        const rows = ids.length === 0 ? [] : await findNamedRefunds(tx, tenantId, ids)
        return ok(pageOf(rows.map(toRefundRow), total, query))
      })
    },
  })
