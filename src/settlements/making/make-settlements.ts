/**
 * Makes the settlements of a finalized reconciliation: one page of lines per step, then the settlements they add up to,
 * some per step.
 */
import type { Database } from '../../infra/database/database.ts'
import { runToEnd } from '../../infra/database/staged-run.ts'
import { advanceRun } from './advance-run.ts'
import { lockRun } from './settlement-run-store.ts'

export interface MakingServices {
  readonly db: Database
  readonly nowMs: () => number
  readonly wakeDeliveries: (tenantIds: readonly string[]) => void
}

/** Runs to the end, unless another process is working on it. */
export const makeSettlements = async (
  { db, nowMs, wakeDeliveries }: MakingServices,
  tenantId: string,
  reconciliationId: string,
): Promise<void> => {
  await runToEnd({
    inTransaction: (work) => db.transaction({ of: tenantId }, work),
    lock: (tx) => lockRun(tx, tenantId, reconciliationId),
    takeStep: (tx, run) => advanceRun(tx, run, nowMs()),
  })
  wakeDeliveries([tenantId])
}
