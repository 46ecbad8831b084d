/** GET /api/v1/refunds/{id}: one refund, with the others of its payment. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import { toRefundDetail } from '../queries/refund-row.ts'
import { RefundDetail } from '../queries/refund-schemas.ts'
import { findNamedRefund, findSiblingRefunds } from '../queries/refund-store.ts'

export const getRefund = endpoint({
  method: 'GET',
  path: '/api/v1/refunds/:id',
  tag: 'Refunds',
  summary: 'Read a refund',
  description: 'One refund with the payment it belongs to and what the bank answered.',
  allow: 'read',
  params: Type.Object({ id: Uuid }),
  answers: { 200: RefundDetail },
  handle: ({ params, tenantId, merchantId, read }) =>
    read(async (tx) => {
      const refund = await findNamedRefund(tx, tenantId, params.id, merchantId)
      if (refund === undefined)
        throw new Problem('resource_not_found', {
          detail: 'No refund with this id is within reach of this token and merchant.',
        })
      return ok(toRefundDetail(refund, await findSiblingRefunds(tx, refund)))
    }),
})
