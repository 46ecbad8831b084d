/** A person other than the creator rejects transfers before they are approved; no event. */
import { type Answer, type Call, ok } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { whyNotRejectable } from '../model/step-eligibility.ts'
import { REJECTED, rejectTransferRows } from '../model/step-store.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { auditedStepChanges, lockAndCheckSteps } from './lock-and-check.ts'
import { parseRejections, type RejectBody } from './step-requests.ts'

export type RejectCall = Call<unknown, unknown, RejectBody>

export const rejectRequested = (services: Pick<TransferServices, 'runtime'>, call: RejectCall): Promise<Answer> => {
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
