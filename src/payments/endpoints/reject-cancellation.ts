/** POST /api/v1/cancellation-requests/{id}/reject: rejects the void, finally. */

import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { described, Uuid } from '../../core/schema.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import {
  checkRepeatedId,
  checkReview,
  requireCancellation,
  toReviewChange,
} from '../cancellations/cancellation-review-rules.ts'
import { ReviewCancellation } from '../cancellations/cancellation-schemas.ts'
import { findCancellation, reviewCancellation } from '../cancellations/cancellation-store.ts'
import { cancellationMachine } from '../model/cancellation-states.ts'

export const rejectCancellation = (services: Pick<PaymentServices, 'runtime'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/cancellation-requests/:id/reject',
    tag: 'CancellationRequests',
    summary: 'Reject a void',
    description: 'The payment stays as it is, and a new request to void it may be made.',
    allow: 'approve',
    fourEyes: 'decide',
    params: Type.Object({ id: described(Uuid, 'Id of the cancellation request, as its creation returned it.') }),
    body: ReviewCancellation,
    isBodyOptional: true,
    answers: { 200: Uuid },
    errors: ['invalid_state_transition'],
    handle: (call) => {
      const { params, body, tenantId, merchantId, principal, inTx } = call
      checkRepeatedId(params.id, body.id)
      return inTx(async (tx) => {
        const request = requireCancellation(
          await findCancellation(tx, tenantId, params.id, merchantId, 'for update of r'),
        )
        checkReview(request, call)
        if (request.void_operation_id !== null)
          throw new Problem('invalid_state_transition', { detail: phrase`It is approved, and its void is under way.` })
        await reviewCancellation(tx, request, {
          by: principal.subject,
          at: isoTime(services.runtime.clock.ms()),
          note: body.note ?? null,
          status: findTarget(cancellationMachine, 'reject'),
          voidOperationId: null,
        })
        const review = {
          status: findTarget(cancellationMachine, 'reject'),
          reviewed_by: principal.subject,
          review_note: body.note ?? null,
        } as const
        return { ...ok(request.id), change: toReviewChange(request, review) }
      })
    },
  })
