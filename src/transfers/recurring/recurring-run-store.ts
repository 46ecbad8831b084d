/** SQL of runs: which plans are due, and the step of a plan that belongs to the transfer it created. */
import { findTarget } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import { insertInto } from '../../infra/database/statements/write-rows.ts'
import type { DueRecurringTransfer } from './recurring-transfer-row.ts'
import { recurringTransferMachine } from './recurring-transfer-states.ts'
import type { ScheduledRun } from './run-schedule.ts'

/** Returns tenants with due plans; plans of a suspended tenant wait. Runs across tenants. */
export const findTenantsWithDueRecurringTransfers = async (tx: Tx, now: Date): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    sql`select distinct p.tenant_id from recurring_transfers p join realms r on r.tenant_id = p.tenant_id
      where p.try_at <= ${now} and r.status = 'active'`,
  )
  return rows.map((row) => row.tenant_id)
}

/** Returns due plans, oldest first. */
export const findDueRecurringTransfers = (
  tx: Tx,
  tenantId: string,
  now: Date,
  limit: number,
): Promise<DueRecurringTransfer[]> =>
  tx.query<DueRecurringTransfer>(
    'select * from recurring_transfers where tenant_id = $1 and try_at <= $2 order by try_at, id limit $3',
    [tenantId, now, limit],
    'due-plans',
  )

/** The result of a run: a transfer, or the code of why there is none. */
type RunResult = { readonly transferId: string } | { readonly errorCode: string }

/** Advances the plan past its due run; returns false if another process made the run, or the plan was changed. */
export const advanceRecurringTransfer = async (
  tx: Tx,
  plan: DueRecurringTransfer,
  { result, next, now }: { result: RunResult; next: ScheduledRun | null; now: Date },
): Promise<boolean> => {
  const isMade = 'transferId' in result
  const moved = await tx.execute(
    `update recurring_transfers set run_no = run_no + 1, execution_count = execution_count + $4, last_run_day = next_run_day,
       last_run_at = $5, last_transfer_id = $6, next_run_at = $7, next_run_day = $8, try_at = $7, status = $9,
       version = version + 1, last_modified = $5
      where tenant_id = $1 and id = $2 and version = $3 and status = 'active'`,
    [
      plan.tenant_id,
      plan.id,
      plan.version,
      isMade ? 1 : 0,
      now,
      isMade ? result.transferId : null,
      next && new Date(next.atMs),
      next?.day ?? null,
      next === null ? findTarget(recurringTransferMachine, 'end') : plan.status,
    ],
  )
  return moved > 0
}

/** Call it after the transfer it names is inserted. */
export const insertRun = async (tx: Tx, plan: DueRecurringTransfer, result: RunResult, now: Date): Promise<void> => {
  await tx.execute(
    insertInto('recurring_runs', {
      tenant_id: plan.tenant_id,
      plan_id: plan.id,
      run_no: plan.run_no + 1,
      day: plan.next_run_day,
      due_at: plan.next_run_at,
      transfer_id: 'transferId' in result ? result.transferId : null,
      error_code: 'errorCode' in result ? result.errorCode : null,
      created: now,
    }),
  )
}

/** Postpones a run, which stays due and is retried then. */
export const postponeRun = (tx: Tx, plan: DueRecurringTransfer, until: Date): Promise<number> =>
  tx.execute(
    sql`update recurring_transfers set try_at = ${until}, version = version + 1
      where tenant_id = ${plan.tenant_id} and id = ${plan.id} and version = ${plan.version} and status = 'active'`,
  )
