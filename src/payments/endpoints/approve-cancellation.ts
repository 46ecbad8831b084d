/** POST /api/v1/cancellation-requests/{id}/approve: a second person approves and the payment is voided at once. */
import { Type } from 'typebox'
import { type Endpoint, endpoint } from '../../access/endpoint.ts'
import { described, Uuid } from '../../core/schema.ts'
import { APPROVE_PATH, type ApproveCall, approveAndVoid } from '../cancellations/approve-and-void.ts'
import { CancellationRequest, ReviewCancellation } from '../cancellations/cancellation-schemas.ts'
import type { OperationStepServices } from '../operations/operation-recorder.ts'

export const approveCancellation = (services: OperationStepServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: APPROVE_PATH,
    tag: 'CancellationRequests',
    summary: 'Approve a void',
    description:
      'Voids at once. When the void fails the answer is 200 with status `failed` and the reason; 202 with status `pending` means that the bank has not answered yet.',
    allow: 'approve',
    fourEyes: 'decide',
    params: Type.Object({ id: described(Uuid, 'Id of the cancellation request, as its creation returned it.') }),
    body: ReviewCancellation,
    isBodyOptional: true,
    answers: { 200: CancellationRequest, 202: CancellationRequest },
    errors: ['invalid_state_transition'],
    handle: (call) => approveAndVoid(services, call as ApproveCall),
  })
