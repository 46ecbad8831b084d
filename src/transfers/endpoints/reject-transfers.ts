/** POST /api/v1/transfers/bulk/reject: another person than the creator stops transfers before they are approved; no event. */
import { type Answer, type Call, type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import { auditedSteps, lockAndJudge } from '../approval/lock-and-check.ts'
import { rejectRows } from '../model/step-store.ts'
import { type RejectBody, RejectResult, RejectTransfers, rejectionsOf } from '../approval/step-requests.ts'
import { rejectVerdict } from '../model/step-eligibility.ts'

type RejectCall = Call<unknown, unknown, RejectBody>

export const rejectTransfers = (desk: TransferParts): Endpoint =>
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
    handle: (call) => reject(desk, call as RejectCall),
  })

const reject = (desk: TransferParts, call: RejectCall): Promise<Answer> => {
  const asked = rejectionsOf(call.body)
  const { tenantId, principal } = call
  const nowMs = desk.house.clock.ms()
  return call.inTx(async (tx) => {
    const sorted = await lockAndJudge(tx, call, asked, (transfer) => rejectVerdict(transfer, principal.accountable))
    const now = isoTime(nowMs)
    await rejectRows(
      tx,
      { tenantId, actor: principal.subject, now },
      sorted.usable.map(({ asked: { id, note } }) => ({
        id,
        sourceAccountId: null,
        step: { to: 'rejected', at: nowMs, actor: principal.subject, ...(note === null ? {} : { note }) },
      })),
    )
    const body = {
      rejected: sorted.usable.map(({ asked: { id } }) => ({
        id,
        status: 'rejected',
        rejected_at: now,
        rejected_by: principal.subject,
      })),
      skipped: sorted.skipped,
      total_rejected: sorted.usable.length,
    }
    const change = auditedSteps(sorted, () => ({ status: 'rejected', rejected_by: principal.subject }))
    return { ...ok(body), change }
  })
}
