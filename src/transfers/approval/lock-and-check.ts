/**
 * Shared by approve, reject and send: locks the transfers, checks each one, and separates the eligible from the
 * skipped.
 */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import type { Phrase } from '../../core/phrases/phrase.ts'
import type { Tx } from '../../infra/database/database.ts'
import { phraseFor } from '../../infra/http/problem-language.ts'
import { noTransferEligible, type Skipped, type SkipReason, toSkipped } from '../model/step-eligibility.ts'
import { type LockedTransfer, lockTransfers } from '../model/step-store.ts'
import type { RequestedStep } from './step-requests.ts'

export interface SortedSteps {
  readonly eligible: readonly { asked: RequestedStep; transfer: LockedTransfer }[]
  readonly skipped: readonly Skipped[]
}

/** Returns the step of each transfer, for the audit log. */
export const auditedStepChanges = (
  { eligible }: SortedSteps,
  stateOf: (transfer: LockedTransfer) => object,
): AuditedChange[] =>
  eligible.map(({ transfer }) => ({
    kind: 'transfer',
    id: transfer.id,
    before: { status: transfer.status },
    after: stateOf(transfer),
  }))

/** Throws if no transfer is eligible. The rows stay locked until the transaction ends. */
export const lockAndCheckSteps = async (
  tx: Tx,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'request'>,
  steps: readonly RequestedStep[],
  judge: (transfer: LockedTransfer, requested: RequestedStep) => SkipReason | null,
): Promise<SortedSteps> => {
  const rows = await lockTransfers(
    tx,
    call.tenantId,
    call.merchantId,
    steps.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const usable: { asked: RequestedStep; transfer: LockedTransfer }[] = []
  const left: Skipped[] = []
  const say = (message: Phrase): string => phraseFor(call.request, message)
  for (const asked of steps) {
    const transfer = byId.get(asked.id)
    const reason = transfer === undefined ? 'not_found' : judge(transfer, asked)
    if (reason !== null) left.push(toSkipped(asked.id, reason, say))
    else usable.push({ asked, transfer: transfer as LockedTransfer })
  }
  if (usable.length === 0) throw noTransferEligible(left)
  return { eligible: usable, skipped: left }
}
