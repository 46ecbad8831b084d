/** Reconciliations of one process: their endpoints, and the sweep that goes on with what a process that ended had begun. */
import type { Endpoint } from '../access/endpoint.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { ForceStatus } from '../payments/inquiries/force-status.ts'
import { reconciliationEndpoints } from './endpoints.ts'
import { removeLeftFiles } from './intake/nameless-file.ts'
import { clearAbandoned, matchReconciliation } from './matching/match.ts'
import { settleReconciliation } from './resolution/finalize.ts'

export interface Reconciliations {
  endpoints: readonly Endpoint[]
  /** Worker processes only. */
  startUnfinished: () => { stop(): Promise<void> }
}

const IDLE_MS = 10_000

export const openReconciliations = ({
  runtime,
  forceStatus,
}: {
  runtime: Runtime
  forceStatus: ForceStatus
}): Reconciliations => {
  const { db, log } = runtime
  return {
    endpoints: reconciliationEndpoints({ runtime, db, forceStatus }),
    startUnfinished() {
      removeLeftFiles(runtime.config.dataDir)
      return startSweep({ name: 'reconciliations', work: finishUnfinished(runtime), idleMs: IDLE_MS, log })
    },
  }
}

/** One after another, the longest begun first, whatever becomes of each: one that cannot be finished holds up no other. */
const finishUnfinished = ({ db }: Pick<Runtime, 'db'>): (() => Promise<number>) => {
  let after: string | null = null
  return async () => {
    const [open] = await db.acrossTenants((tx) =>
      tx.query<{ tenant_id: string; id: string; overall_status: string }>(
        `select tenant_id, id, overall_status from reconciliations
         where (overall_status = 'draft' or (closing_as is not null and finalized_at is null)
             or (overall_status = 'cancelled' and stage <> 'done')) and ($1::uuid is null or id > $1)
         order by id limit 1`,
        [after],
      ),
    )
    after = open?.id ?? null
    if (open === undefined) return 0
    if (open.overall_status === 'draft') await matchReconciliation(db, open.tenant_id, open.id)
    else if (open.overall_status === 'cancelled') await clearAbandoned(db, open.tenant_id, open.id)
    else await settleReconciliation(db, open.tenant_id, open.id)
    return 1
  }
}
