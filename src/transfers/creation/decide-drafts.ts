/**
 * Applies plan limits and fraud decisions to new transfers, inside the transaction that creates them; one refusal
 * refuses the whole call.
 */
import type { Quota } from '../../access/limits/tariff-plan-quota.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { Problem } from '../../core/problem.ts'
import type { DecidedCheck } from '../../fraud/checks/fraud-check.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import type { DraftedTransfer } from './draft-transfers.ts'
import type { DecidedTransfers } from './insert-transfers.ts'
import { toItemsProblem } from './item-fault.ts'

/** Ends the transaction: nothing was created, and only the checks are stored. */
class BlockedByFraudRules extends Error {
  readonly problem: Problem
  readonly decided: readonly DecidedCheck[]
  constructor(problem: Problem, decisions: readonly DecidedCheck[]) {
    super(problem.message)
    this.problem = problem
    this.decided = decisions
  }
}

/** Call it inside {@link recordingRefusals}. `quota` null means that the number is not limited. */
export const decideDrafts = async (
  services: Pick<TransferServices, 'fraud' | 'quota'>,
  tx: Tx,
  drafts: readonly DraftedTransfer[],
  quota: Quota | null,
): Promise<DecidedTransfers> => {
  const [first] = drafts as [DraftedTransfer]
  const request = quota && { quota, atMs: Date.parse(first.transfer.created), wanted: drafts.length }
  const [refusal] = await services.quota.grant(tx, [request])
  if (refusal) throw refusal
  const decisions = await services.fraud.decide(
    tx,
    drafts.map(({ check }) => check),
  )
  const blocked = decisions.flatMap(({ fraudDecision }, index) => (fraudDecision.decision === 'block' ? [index] : []))
  if (blocked.length > 0) throw new BlockedByFraudRules(toItemsProblem(blocked.map(blockedItemFault)), decisions)
  return {
    checks: decisions,
    transfers: drafts.map(({ transfer }, at) => {
      const { decision } = (decisions[at] as DecidedCheck).fraudDecision
      return { ...transfer, verdict: decision, is_held: decision === 'review' || decision === 'challenge' }
    }),
  }
}

const blockedItemFault = (index: number) => ({
  index,
  field: 'recipient',
  code: 'fraud_blocked' as const,
  message: phrase`is refused by the fraud rules`,
})

/**
 * Runs a transaction with fraud checks; if it is refused, its checks are stored and the refusal is thrown as a problem.
 */
export const recordingRefusals = async <T>(
  services: Pick<TransferServices, 'fraud'>,
  tenantId: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BlockedByFraudRules)) throw error
    await services.fraud.recordRefused(tenantId, error.decided)
    throw error.problem
  }
}
