/** Limits of the plan and fraud verdicts of new transfers, inside the transaction that makes them: one refusal refuses the whole call. */
import type { Quota } from '../../access/limits/plan-quota.ts'
import type { Problem } from '../../core/problem.ts'
import type { Judged } from '../../fraud/checks/fraud-check.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import type { UndecidedTransfer } from './draft-transfers.ts'
import type { DecidedTransfers } from './insert-transfers.ts'
import { itemsProblem } from './item-fault.ts'

/** Ends the transaction; nothing was made, and the checks are all that is kept of it. */
class Blocked extends Error {
  readonly problem: Problem
  readonly judged: readonly Judged[]
  constructor(problem: Problem, judged: readonly Judged[]) {
    super(problem.message)
    this.problem = problem
    this.judged = judged
  }
}

/** To be called inside {@link keepingRefusals}. `quota` null: nothing limits how many. */
export const judgeDrafts = async (
  desk: TransferParts,
  tx: Tx,
  drafts: readonly UndecidedTransfer[],
  quota: Quota | null,
): Promise<DecidedTransfers> => {
  const [first] = drafts as [UndecidedTransfer]
  const request = quota && { quota, atMs: Date.parse(first.transfer.created), wanted: drafts.length }
  const [refusal] = await desk.quota.grant(tx, [request])
  if (refusal) throw refusal
  const judged = await desk.fraud.judge(
    tx,
    drafts.map(({ check }) => check),
  )
  const blocked = judged.flatMap(({ verdict }, index) => (verdict.decision === 'block' ? [index] : []))
  if (blocked.length > 0) throw new Blocked(itemsProblem(blocked.map(faultOf)), judged)
  return {
    checks: judged,
    transfers: drafts.map(({ transfer }, at) => {
      const { decision } = (judged[at] as Judged).verdict
      return { ...transfer, verdict: decision, is_held: decision === 'review' || decision === 'challenge' }
    }),
  }
}

const faultOf = (index: number) => ({
  index,
  field: 'recipient',
  code: 'fraud_blocked' as const,
  message: 'is refused by the fraud rules',
})

/** Runs a transaction that judges; when it is refused, its checks are kept and the refusal is thrown as a problem. */
export const keepingRefusals = async <T>(desk: TransferParts, tenantId: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    await desk.fraud.keepRefused(tenantId, error.judged)
    throw error.problem
  }
}
