/** A second person approves a cancellation request: the payment is voided at once. */
import { type Answer, type Call, ok } from '../../access/endpoint.ts'
import { isSameRequest } from '../../access/idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../../access/idempotency/request-fingerprint.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { Problem } from '../../core/problem.ts'
import { findTarget } from '../../core/state-machine.ts'
import { cancellationMachine } from '../model/cancellation-states.ts'
import { findOperation } from '../model/operation-store.ts'
import { toStoredKey } from '../operations/operation-key.ts'
import type { OperationServices, OperationStepServices } from '../operations/operation-recorder.ts'
import { type OperationRequest, toCallColumns } from '../operations/operation-request.ts'
import { runOperation } from '../operations/run-operation.ts'
import {
  alreadyReviewedProblem,
  checkRepeatedId,
  checkReview,
  requireCancellation,
  toReviewChange,
} from './cancellation-review-rules.ts'
import type { ReviewBody } from './cancellation-schemas.ts'
import {
  type CancellationRow,
  failCancellation,
  findCancellation,
  reopenCancellation,
  reviewCancellation,
  toCancellationView,
} from './cancellation-store.ts'

export const APPROVE_PATH = '/api/v1/cancellation-requests/:id/approve'
export type ApproveCall = Call<{ id: string }, unknown, ReviewBody>

export const approveAndVoid = async (services: OperationStepServices, call: ApproveCall): Promise<Answer> => {
  checkRepeatedId(call.params.id, call.body.id)
  const request = await claimReview(services, call)
  if (request.status !== 'pending') return respondToRepeat(call)
  let refusal: Problem | undefined
  try {
    await runOperation(services, toVoidRequest(call, request))
  } catch (error) {
    // The stored void decides the result; if a refusal stored nothing, the refusal is the result.
    if (!(error instanceof Problem)) throw error
    refusal = error
  }
  const operation = await call.read((tx) => findOperation(tx, call.tenantId, request.void_operation_id as string))
  if (operation?.status === 'processing') return { status: 202, body: await readCurrentView(call) }
  if (operation !== undefined || refusal === undefined) return call.inTx((tx) => readView(tx, call))
  return respondToRefusal(services, call, request, refusal)
}

/** Claims the review; if the same person already has it, the same void continues. */
const claimReview = (services: Pick<OperationServices, 'runtime'>, call: ApproveCall): Promise<CancellationRow> =>
  services.runtime.db.transaction({ of: call.tenantId }, async (tx) => {
    const { tenantId, merchantId, params, principal, body } = call
    const request = requireCancellation(await findCancellation(tx, tenantId, params.id, merchantId, 'for update of r'))
    if (request.status !== 'pending') return request
    checkReview(request, call)
    if (request.void_operation_id !== null) return request
    const nowMs = services.runtime.clock.ms()
    const voidOperationId = newId(nowMs)
    await reviewCancellation(tx, request, {
      by: principal.subject,
      at: isoTime(nowMs),
      note: body.note ?? null,
      status: request.status,
      voidOperationId,
    })
    const review = {
      reviewed_by: principal.subject,
      review_note: body.note ?? null,
      void_operation_id: voidOperationId,
    }
    await call.recordStep(tx, toReviewChange(request, review))
    return { ...request, ...review }
  })

/**
 * Responds when the request is already resolved, by an earlier attempt of this call, whose response may not have been
 * stored, or by another call.
 */
const respondToRepeat = (call: ApproveCall): Promise<Answer> =>
  call.inTx(async (tx) => {
    const { tenantId, merchantId, params } = call
    const request = requireCancellation(await findCancellation(tx, tenantId, params.id, merchantId))
    const operation =
      request.void_operation_id === null ? undefined : await findOperation(tx, tenantId, request.void_operation_id)
    if (!isSameRequest(operation?.fingerprint, fingerprintCall(call))) throw alreadyReviewedProblem(request)
    return ok(toCancellationView(request))
  })

const respondToRefusal = async (
  services: Pick<OperationServices, 'runtime'>,
  call: ApproveCall,
  request: CancellationRow,
  refusal: Problem,
): Promise<Answer> => {
  const isForNow = refusal.status >= 500 || refusal.code === 'idempotency_key_in_use'
  if (isForNow) {
    await services.runtime.db.transaction({ of: call.tenantId }, async (tx) => {
      await reopenCancellation(tx, request)
      await call.recordStep(
        tx,
        toReviewChange(request, { reviewed_by: null, review_note: null, void_operation_id: null }),
      )
    })
    throw refusal
  }
  return call.inTx(async (tx) => {
    await failCancellation(tx, request, { code: refusal.code, message: refusal.message })
    return {
      ...(await readView(tx, call)),
      change: toReviewChange(request, { status: findTarget(cancellationMachine, 'fail') }),
    }
  })
}

type Reading = Parameters<Parameters<ApproveCall['read']>[0]>[0]
const readView = async (tx: Reading, { tenantId, params, merchantId }: ApproveCall): Promise<Answer> =>
  ok(toCancellationView(requireCancellation(await findCancellation(tx, tenantId, params.id, merchantId))))
const readCurrentView = async (call: ApproveCall): Promise<unknown> =>
  (await call.read((tx) => readView(tx, call))).body

const fingerprintCall = (call: ApproveCall): Buffer | null =>
  call.idempotencyKey === null ? null : fingerprintRequest(call)

const toVoidRequest = (call: ApproveCall, request: CancellationRow): OperationRequest => ({
  kind: 'void',
  tenantId: call.tenantId,
  merchantId: call.merchantId,
  paymentId: request.payment_id,
  amount: null,
  currency: null,
  columns: {
    ...toCallColumns(call),
    reason: request.reason,
    reason_code: null,
    extra: null,
    idempotency_key:
      call.idempotencyKey === null ? null : toStoredKey(call.merchantId, `POST ${APPROVE_PATH}`, call.idempotencyKey),
    fingerprint: fingerprintCall(call),
    request_body: JSON.stringify(call.body),
  },
  arrivedAt: call.request.arrivedAt,
  approval: { operationId: request.void_operation_id as string, cancellationRequestId: request.id },
})
