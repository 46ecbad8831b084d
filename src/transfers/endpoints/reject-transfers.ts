/** POST /api/v1/transfers/bulk/reject: another person than the creator stops transfers before they are approved; no event. */

import { type Answer, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { auditedStepChanges, lockAndCheckSteps } from '../approval/lock-and-check.ts'
import { parseRejections, type RejectBody, RejectResult, RejectTransfers } from '../approval/step-requests.ts'
import { whyNotRejectable } from '../model/step-eligibility.ts'
import { REJECTED, rejectTransferRows } from '../model/step-store.ts'
import type { TransferServices } from '../model/transfer-services.ts'

type RejectCall = Call<unknown, unknown, RejectBody>

export const rejectTransfers = (services: TransferServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/transfers/bulk/reject',
    tag: 'Transfers',
    summary: 'Reject transfers',
    description: 'Those that cannot be rejected stand in `skipped`; an approved transfer can no longer be rejected.',
    allow: 'decide',
    fourEyes: 'decide',
    movesMoney: true,
    body: RejectTransfers,
    answers: { 200: RejectResult },
    errors: [
      'transfer_not_found',
      'invalid_state_transition',
      'payment_already_approved',
      'payment_already_sent',
      'payment_already_rejected',
      'four_eyes_violation',
    ],
    handle: (call) => rejectAll(services, call as RejectCall),
  })

const rejectAll = (services: TransferServices, call: RejectCall): Promise<Answer> => {
  const asked = parseRejections(call.body)
  const { tenantId, principal } = call
  const nowMs = services.runtime.clock.ms()
  return call.inTx(async (tx) => {
    const sorted = await lockAndCheckSteps(tx, call, asked, (transfer) =>
      whyNotRejectable(transfer, principal.accountable),
    )
    const now = isoTime(nowMs)
    await rejectTransferRows(
      tx,
      { tenantId, actor: principal.subject, now },
      sorted.eligible.map(({ asked: { id, note } }) => ({
        id,
        sourceAccountId: null,
        step: { to: REJECTED, at: nowMs, actor: principal.subject, ...(note === null ? {} : { note }) },
      })),
    )
    const body = {
      rejected: sorted.eligible.map(({ asked: { id } }) => ({
        id,
        status: REJECTED,
        rejected_at: now,
        rejected_by: principal.subject,
      })),
      skipped: sorted.skipped,
      total_rejected: sorted.eligible.length,
    }
    const change = auditedStepChanges(sorted, () => ({ status: REJECTED, rejected_by: principal.subject }))
    return { ...ok(body), change }
  })
}
