/** GET /api/v1/cancellation-requests: requests to void, newest first, and one of them. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { decidingPeople } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { requireCancellation } from '../cancellations/cancellation-review-rules.ts'
import { CancellationPage, CancellationQuery, CancellationRequest } from '../cancellations/cancellation-schemas.ts'
import { findCancellation, pageOfCancellations, toCancellationView } from '../cancellations/cancellation-store.ts'
import { resolveMerchants } from '../queries/list-filters.ts'

export const listCancellations = (services: Pick<PaymentServices, 'directory'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/cancellation-requests',
    tag: 'CancellationRequests',
    summary: 'List cancellation requests',
    description: 'Newest first: voids that wait for a second person, and what became of them.',
    allow: 'read',
    query: CancellationQuery,
    dateRange: ['from_date', 'to_date'],
    answers: { 200: CancellationPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, principal, readList }) => {
      const waitingForPeople = decidingPeople(query, principal, 'cards', { allow: 'approve' })
      if (waitingForPeople === null) return ok(toPage([], 0, query))
      const merchantIds = await resolveMerchants(services, tenantId, merchantId, query)
      const reach = { tenantId, merchantIds, waitingForPeople }
      return readList(async (tx) => {
        const { rows, total } = await pageOfCancellations(tx, reach, query)
        return ok(toPage(rows.map(toCancellationView), total, query))
      })
    },
  })

export const getCancellation: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/cancellation-requests/:id',
  tag: 'CancellationRequests',
  summary: 'Read a cancellation request',
  description: 'One request to void with its payment: who asked, who decided, and what became of the void.',
  allow: 'read',
  params: Type.Object({ id: described(Uuid, 'Id of the cancellation request, as its creation returned it.') }),
  answers: { 200: CancellationRequest },
  handle: ({ params, tenantId, merchantId, read }) =>
    read(async (tx) =>
      ok(toCancellationView(requireCancellation(await findCancellation(tx, tenantId, params.id, merchantId)))),
    ),
})
