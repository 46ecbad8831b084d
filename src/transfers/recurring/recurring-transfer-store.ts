/**
 * SQL of recurring transfers. Every change increases the version, so that a run drafted before the change has no
 * effect.
 */
import type { Tx } from '../../infra/database/database.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, rawSql, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import { GENERATIONS, withGeneration } from '../model/transfer-reference.ts'
import type { DisplayedRecurringTransfer, RecurringTransferRow } from './recurring-transfer-row.ts'
import type { RecurringTransferFilters } from './recurring-transfer-schemas.ts'

/** `merchantId` restricts it to one merchant; null means the whole tenant. */
export interface RecurringTransferScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

const DISPLAYED = sql`p.*, t.status as last_transfer_status`
const displayedPlans = ({ tenantId, merchantId }: RecurringTransferScope): Sql => sql`
  recurring_transfers p left join transfers t on t.tenant_id = p.tenant_id and t.id = p.last_transfer_id
  where ${matches({ 'p.tenant_id': tenantId, 'p.merchant_id': merchantId })}`

/** Returns plans, newest first. */
export const pageOfRecurringTransfers = (tx: Tx, scope: RecurringTransferScope, filters: RecurringTransferFilters) => {
  const { status, repeat_type, connector_account_id, recipient_id } = filters
  const { start_date_from, start_date_to, min_amount, max_amount, search_term } = filters
  const wanted = allOf([
    matches({
      'p.status': status,
      'p.repeat_type': repeat_type,
      'p.account_id': connector_account_id,
      'p.recipient_id': recipient_id,
    }),
    start_date_from !== undefined && sql`p.start_date >= ${new Date(start_date_from)}`,
    start_date_to !== undefined && sql`p.start_date <= ${new Date(start_date_to)}`,
    min_amount !== undefined && sql`p.amount >= ${min_amount}`,
    max_amount !== undefined && sql`p.amount <= ${max_amount}`,
    contains(['p.plan_name', 'p.description'], search_term),
  ])
  return countAndPage<DisplayedRecurringTransfer>(
    tx,
    { columns: DISPLAYED, from: sql`${displayedPlans(scope)} and ${wanted}`, order: sql`p.id desc` },
    filters,
  )
}

export const findRecurringTransfer = async (
  tx: Tx,
  scope: RecurringTransferScope,
  id: string,
): Promise<DisplayedRecurringTransfer | undefined> => {
  const [row] = await tx.query<DisplayedRecurringTransfer>(
    sql`select ${DISPLAYED} from ${displayedPlans(scope)} and p.id = ${id}`,
  )
  return row
}

/** Locks the plan until the transaction ends. */
export const lockRecurringTransfer = async (
  tx: Tx,
  scope: RecurringTransferScope,
  id: string,
): Promise<DisplayedRecurringTransfer | undefined> => {
  await tx.execute(sql`select 1 from recurring_transfers where tenant_id = ${scope.tenantId} and id = ${id} for update`)
  return findRecurringTransfer(tx, scope, id)
}

/** `row.run_reference` is that of the first plan like this one; each further one gets the next, so that their runs differ. */
export const insertRecurringTransfer = async (
  tx: Tx,
  row: RecurringTransferRow & { run_reference: string },
): Promise<void> => {
  const { tenant_id, account_id, run_reference: first } = row
  await lockName(tx, `runs of plan ${first}`)
  const [alike] = await tx.query<{ count: number }>(
    sql`select count(*)::integer as count from recurring_transfers where tenant_id = ${tenant_id} and account_id = ${account_id}
      and run_reference between ${first} and ${withGeneration(first, GENERATIONS - 1)}`,
  )
  const run_reference = alike!.count < GENERATIONS ? withGeneration(first, alike!.count) : null
  const plan = { ...row, run_reference }
  await tx.execute(buildDocumentInsert('recurring_transfers', [plan]), [JSON.stringify([plan])])
}

/** Applies `changes` to a row that is locked. */
export const updateRecurringTransferRow = (
  tx: Tx,
  { tenant_id, id, version }: RecurringTransferRow,
  changes: Partial<RecurringTransferRow> & { last_modified: Date },
): Promise<number> => {
  const changed = { ...changes, version: version + 1 }
  const columns = Object.keys(changed).join(', ')
  return tx.execute(
    sql`update recurring_transfers set (${rawSql(columns)}) =
       (select ${rawSql(columns)} from jsonb_populate_record(null::recurring_transfers, ${JSON.stringify(changed)}))
     where tenant_id = ${tenant_id} and id = ${id}`,
  )
}
