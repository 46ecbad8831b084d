/** Processes the rest of a bank's file once its movements are compared and the file is vouched for: a page of its lines per step. */
import type { Database, Tx } from '../../infra/database/database.ts'
import { runToEnd } from '../../infra/database/staged-run.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { type ReconciliationRow, requireReconciliation } from '../model/reconciliation-store.ts'
import { type BankChargebacks, receiveChargebacks } from './chargeback-rows.ts'
import { compareCommissions, type FindCommissions } from './commission-rows.ts'

export interface FollowUpServices {
  readonly db: Database
  readonly clock: { ms(): number }
  readonly chargebacks: BankChargebacks
  readonly findCommissions: FindCommissions
}

type Stage = Exclude<ReconciliationRow['follow_up'], 'done'>
/** Returns the last line of the page; null after the last page. */
type Step = (tx: Tx, services: FollowUpServices, row: ReconciliationRow) => Promise<number | null>

const STEPS: Readonly<Record<Stage, { take: Step; next: ReconciliationRow['follow_up'] }>> = {
  chargebacks: { take: receiveChargebacks, next: 'commissions' },
  commissions: { take: compareCommissions, next: 'done' },
}

/** Runs to the end; two concurrent runs take turns. */
export const followUp = async (services: FollowUpServices, tenantId: string, id: string): Promise<void> => {
  const taken = await runToEnd({
    inTransaction: (work) => services.db.transaction({ of: [tenantId] }, work),
    async lock(tx) {
      const row = await requireReconciliation(tx, tenantId, id, 'for update')
      const isOpen = row.source === 'files' && row.overall_status === 'in_review' && row.closing_as === null
      return isOpen && row.follow_up !== 'done' && row.waiting_files === 0 ? row : undefined
    },
    takeStep: (tx, row) => takeStep(tx, services, row),
  })
  if (taken > 0) services.chargebacks.wakeDeliveries([tenantId])
}

const takeStep = async (tx: Tx, services: FollowUpServices, row: ReconciliationRow): Promise<void> => {
  const { take, next } = STEPS[row.follow_up as Stage]
  const line = await take(tx, services, row)
  await tx.execute(
    sql`update reconciliations set follow_up = ${line === null ? next : row.follow_up}, follow_up_line = ${line ?? 0} where tenant_id = ${row.tenant_id} and id = ${row.id}`,
  )
}
