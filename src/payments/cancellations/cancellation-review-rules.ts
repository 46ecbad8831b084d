/** Checks shared by both reviews of a cancellation request. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { CancellationRow } from './cancellation-store.ts'

/** Throws if the caller may not review it. */
export const checkReview = (request: CancellationRow, call: Pick<Call, 'checkFourEyes' | 'principal'>): void => {
  if (request.status !== 'pending') throw alreadyReviewedProblem(request)
  // A request made with a key of the platform counts, because a shop asks with the key that the platform created for it,
  // and a void returns the money only to the card that paid.
  call.checkFourEyes(phrase`request`, { create: request.requested_people, decide: request.reviewed_people }, true)
  if (request.void_operation_id !== null && request.reviewed_by !== call.principal.subject)
    throw new Problem('invalid_state_transition', {
      detail: phrase`Another person approved it, and its void is under way.`,
    })
}

export const alreadyReviewedProblem = ({ status }: CancellationRow): Problem =>
  new Problem('invalid_state_transition', {
    detail: phrase`The request is ${status}; only a pending one can be reviewed.`,
  })

/** Returns the review as an entry for the audit log. */
export const toReviewChange = (
  request: CancellationRow,
  after: Partial<Pick<CancellationRow, 'status' | 'reviewed_by' | 'review_note' | 'void_operation_id'>>,
): AuditedChange => ({
  kind: 'cancellation_request',
  id: request.id,
  before: toAuditedReview(request),
  after: toAuditedReview({ ...request, ...after }),
})
const toAuditedReview = (request: CancellationRow) => ({
  transaction_id: request.payment_id,
  status: request.status,
  requested_by: request.requested_by,
  reviewed_by: request.reviewed_by,
  review_note: request.review_note,
  is_approved: request.void_operation_id !== null,
})

export const requireCancellation = (request: CancellationRow | undefined): CancellationRow => {
  if (request) return request
  throw new Problem('resource_not_found', {
    detail: phrase`No cancellation request with this id is within reach of this token and merchant.`,
  })
}

export const checkRepeatedId = (ofPath: string, ofBody: string | undefined): void => {
  if (ofBody !== undefined && ofBody !== ofPath)
    throw fieldProblem('id', 'mismatch', phrase`must be the one of the path, or be left out`)
}
