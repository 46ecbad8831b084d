/** GET /api/v1/refunds: refunds of the tenant, newest first. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { idAt } from '../../core/id.ts'
import { pageOf } from '../../core/pagination.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { checkRanges, reachedMerchants } from '../queries/list-filters.ts'
import { refundRow } from '../queries/refund-row.ts'
import { RefundPage, RefundQuery } from '../queries/refund-schemas.ts'
import { countRefunds, namedRefunds, pageOfRefundIds } from '../queries/refund-store.ts'

const LATE_MS = 24 * 3_600_000

export const listRefunds = (desk: PaymentDesk): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/refunds',
    tag: 'Refunds',
    summary: 'List refunds',
    allow: 'read',
    query: RefundQuery,
    answers: { 200: RefundPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, read }) => {
      checkRanges(query)
      const filters = {
        ...query,
        merchantIds: await reachedMerchants(desk, tenantId, merchantId, query),
        lateBefore: idAt(desk.house.clock.ms() - LATE_MS, 'first'),
      }
      return read(async (tx) => {
        const [total, ids] = await Promise.all([
          countRefunds(tx, tenantId, filters),
          pageOfRefundIds(tx, tenantId, filters),
        ])
        const rows = ids.length === 0 ? [] : await namedRefunds(tx, tenantId, ids)
        return ok(pageOf(rows.map(refundRow), total, query))
      })
    },
  })
