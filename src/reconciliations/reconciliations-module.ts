/** Reconciliations of one process: their endpoints, and the sweep that continues interrupted work. */
import type { Endpoint } from '../access/endpoint.ts'
import type { Tx } from '../infra/database/database.ts'
import { continueRuns } from '../infra/database/staged-run.ts'
import { ifGiven, sql } from '../infra/database/statements/sql.ts'
import type { Job } from '../infra/process/jobs.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { ForceStatus } from '../payments/inquiries/force-status.ts'
import type { BankChargebacks } from './follow-up/chargeback-rows.ts'
import type { FindCommissions } from './follow-up/commission-rows.ts'
import { type FollowUpServices, followUp } from './follow-up/follow-up.ts'
import { removeLeftFiles } from './intake/nameless-file.ts'
import { matchReconciliation } from './matching/match.ts'
import { reconciliationEndpoints } from './reconciliation-endpoints.ts'
import type { RemedyServices } from './resolution/carry-out.ts'
import { type SettlingServices, settleReconciliation } from './resolution/finalize.ts'
import { receiveFolder } from './watched-folder/receive-folder.ts'

export interface Reconciliations {
  endpoints: readonly Endpoint[]
  /** Only for worker processes. */
  startUnfinished: () => { stop(): Promise<void> }
  /** Jobs that check the watched folder, if there is one. */
  jobs: readonly Job[]
}

const IDLE_MS = 10_000

interface ReconciliationDependencies {
  readonly runtime: Runtime
  readonly forceStatus: ForceStatus
  readonly remedies: RemedyServices['remedies']
  readonly chargebacks: BankChargebacks
  readonly findCommissions: FindCommissions
  readonly beginSettlementRun: SettlingServices['beginSettlementRun']
}

export const composeReconciliations = ({
  runtime,
  forceStatus,
  remedies,
  chargebacks,
  findCommissions,
  beginSettlementRun,
}: ReconciliationDependencies): Reconciliations => {
  const { db, clock, log, config } = runtime
  const { bankFiles } = config
  const services = { runtime, db, clock, forceStatus, remedies, chargebacks, findCommissions, beginSettlementRun }
  return {
    endpoints: reconciliationEndpoints(services),
    jobs: bankFiles === undefined ? [] : [folderJob(services, bankFiles)],
    startUnfinished() {
      removeLeftFiles(runtime.config.dataDir)
      const work = continueRuns({ db, find: findUnfinished, run: (...of) => finish(services, ...of) })
      return startSweep({ name: 'reconciliations', work, idleMs: IDLE_MS, log })
    },
  }
}

/** Finds the longest begun reconciliation after `after` that has something left to do. */
const findUnfinished = async (tx: Tx, after: string | null): Promise<{ tenant_id: string; id: string } | undefined> => {
  const [open] = await tx.query<{ tenant_id: string; id: string }>(
    sql`select tenant_id, id from reconciliations r
     where (overall_status = 'draft' or (closing_as is not null and finalized_at is null)
         or (overall_status = 'cancelled' and stage <> 'done')
         or (source = 'files' and overall_status = 'in_review' and follow_up <> 'done' and not exists (select from bank_files f
           where f.tenant_id = r.tenant_id and f.id = any(r.file_ids) and not is_file_vouched(f)))) and ${ifGiven(after, sql`id > ${after}`)}
     order by id limit 1`,
  )
  return open
}

/** Runs every stage; a stage does nothing if it is not due. */
const finish = async (services: FollowUpServices & SettlingServices, tenantId: string, id: string): Promise<void> => {
  await matchReconciliation(services.db, tenantId, id)
  await followUp(services, tenantId, id)
  await settleReconciliation(services, tenantId, id)
}

const folderJob = (services: Parameters<typeof receiveFolder>[0], folder: string): Job => ({
  name: 'take-bank-files',
  cron: '* * * * *',
  run: (signal) => receiveFolder(services, folder, signal),
})
