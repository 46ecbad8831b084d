/** What approve and reject share: lock, judge each transfer, change the usable ones, tell the others. */
import type { AuditedChange, Call } from '../../access/endpoint.ts'
import type { Tx } from '../../infra/database/database.ts'
import { type LockedTransfer, lockTransfers } from '../model/step-store.ts'
import type { AskedStep } from './step-requests.ts'
import { nothingUsable, type Skipped, type SkipReason, skipped } from '../model/step-eligibility.ts'

export interface Sorted {
  readonly usable: readonly { asked: AskedStep; transfer: LockedTransfer }[]
  readonly skipped: readonly Skipped[]
}

/** The step of each transfer, for the audit log. */
export const auditedSteps = ({ usable }: Sorted, stateOf: (transfer: LockedTransfer) => object): AuditedChange[] =>
  usable.map(({ transfer }) => ({
    kind: 'transfer',
    id: transfer.id,
    before: { status: transfer.status },
    after: stateOf(transfer),
  }))

/** Throws when none is usable. The rows stay locked until the transaction ends. */
export const lockAndJudge = async (
  tx: Tx,
  call: Pick<Call, 'tenantId' | 'merchantId'>,
  steps: readonly AskedStep[],
  judge: (transfer: LockedTransfer, asked: AskedStep) => SkipReason | null,
): Promise<Sorted> => {
  const rows = await lockTransfers(
    tx,
    call.tenantId,
    call.merchantId,
    steps.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const usable: { asked: AskedStep; transfer: LockedTransfer }[] = []
  const left: Skipped[] = []
  for (const asked of steps) {
    const transfer = byId.get(asked.id)
    const reason = transfer === undefined ? 'not_found' : judge(transfer, asked)
    if (reason !== null) left.push(skipped(asked.id, reason))
    else usable.push({ asked, transfer: transfer as LockedTransfer })
  }
  if (usable.length === 0) throw nothingUsable(left)
  return { usable, skipped: left }
}
