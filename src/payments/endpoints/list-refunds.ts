/** GET /api/v1/refunds: refunds of the tenant, newest first, and one refund together with the others of its payment. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { idAt } from '../../core/id.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { resolveMerchants } from '../queries/list-filters.ts'
import { REFUND_LIST, toRefundFilters } from '../queries/refund-list.ts'
import { toRefundDetail, toRefundRow } from '../queries/refund-row.ts'
import { RefundDetail, RefundPage, RefundQuery } from '../queries/refund-schemas.ts'
import { findNamedRefund, findNamedRefunds, findRefundIds, findSiblingRefunds } from '../queries/refund-store.ts'

const LATE_MS = 24 * 3_600_000

export const listRefunds = (services: Pick<PaymentServices, 'runtime' | 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/refunds',
    tag: 'Refunds',
    summary: 'List refunds',
    description: 'Newest first, or with `sort` oldest first. A refund of a part is a row of its own.',
    allow: 'read',
    query: RefundQuery,
    answers: { 200: RefundPage },
    errors: ['validation_failed'],
    handle: async (call) => {
      const { query, tenantId, merchantId, readList } = call
      const { transaction_id: ofPayment } = query
      const filters = toRefundFilters(tenantId, {
        ...query,
        ...(ofPayment && { refundIds: await readList((tx) => findRefundIds(tx, tenantId, ofPayment)) }),
        merchantIds: await resolveMerchants(services, tenantId, merchantId, query),
        lateBefore: idAt(services.runtime.clock.ms() - LATE_MS, 'first'),
      })
      const { rows, total } = await REFUND_LIST.page(call, filters, toPlace(query), (tx, ids) =>
        findNamedRefunds(tx, tenantId, ids),
      )
      return ok(toPage(rows.map(toRefundRow), total, query))
    },
  })

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/v1/refunds/:id',
  tag: 'Refunds',
  summary: 'Read a refund',
  description: 'One refund with the payment it belongs to and what the bank answered.',
  allow: 'read',
  params: Type.Object({ id: described(Uuid, 'Id of the refund, as the list shows it.') }),
  answers: { 200: RefundDetail },
  handle: ({ params, tenantId, merchantId, read }) =>
    read(async (tx) => {
      const refund = await findNamedRefund(tx, tenantId, params.id, merchantId)
      if (refund === undefined)
        throw new Problem('resource_not_found', {
          detail: phrase`No refund with this id is within reach of this token and merchant.`,
        })
      return ok(toRefundDetail(refund, await findSiblingRefunds(tx, refund)))
    }),
})
