/**
 * SQL of recurring transfers. Every change increases the version, so that a run drafted before the change has no
 * effect.
 */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import { buildDocumentInsert } from '../../infra/database/rows/document-rows.ts'
import type { TransferRow } from '../model/transfer.ts'
import type { DisplayedPlan, PlanRow } from './plan-row.ts'
import type { PlanFilters } from './plan-schemas.ts'

/** `merchantId` restricts it to one merchant; null means the whole tenant. */
export interface PlanScope {
  readonly tenantId: string
  readonly merchantId: string | null
}

interface Tables {
  recurring_transfers: PlanRow
  transfers: TransferRow
}
const db = queryBuilder<Tables>()

const selectDisplayed = ({ tenantId, merchantId }: PlanScope) =>
  db
    .selectFrom('recurring_transfers as p')
    .leftJoin('transfers as t', (join) =>
      join.onRef('t.tenant_id', '=', 'p.tenant_id').onRef('t.id', '=', 'p.last_transfer_id'),
    )
    .selectAll('p')
    .select('t.status as last_transfer_status')
    .where('p.tenant_id', '=', tenantId)
    .$if(merchantId !== null, (query) => query.where('p.merchant_id', '=', merchantId as string))

/** Returns plans, newest first. */
export const pageOfPlans = (tx: Tx, scope: PlanScope, filters: PlanFilters) =>
  countAndPage(
    tx,
    selectDisplayed(scope)
      .where((eb) => eb.and(conditions(eb, filters)))
      .orderBy('p.id', 'desc'),
    { limit: limitOf(filters), offset: offsetOf(filters) },
  )

export const findPlan = async (tx: Tx, scope: PlanScope, id: string): Promise<DisplayedPlan | undefined> => {
  const [row] = await fetchRows(tx, selectDisplayed(scope).where('p.id', '=', id))
  return row
}

/** Locks the plan until the transaction ends. */
export const lockPlan = async (tx: Tx, scope: PlanScope, id: string): Promise<DisplayedPlan | undefined> => {
  await tx.execute('select 1 from recurring_transfers where tenant_id = $1 and id = $2 for update', [
    scope.tenantId,
    id,
  ])
  return findPlan(tx, scope, id)
}

const conditions = (
  eb: ExpressionBuilder<Tables & { p: PlanRow; t: TransferRow | null }, 'p'>,
  filters: PlanFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  if (filters.status !== undefined) all.push(eb('p.status', 'in', filters.status))
  if (filters.repeat_type !== undefined) all.push(eb('p.repeat_type', '=', filters.repeat_type))
  if (filters.connector_account_id !== undefined) all.push(eb('p.account_id', '=', filters.connector_account_id))
  if (filters.recipient_id !== undefined) all.push(eb('p.recipient_id', '=', filters.recipient_id))
  if (filters.start_date_from !== undefined) all.push(eb('p.start_date', '>=', new Date(filters.start_date_from)))
  if (filters.start_date_to !== undefined) all.push(eb('p.start_date', '<=', new Date(filters.start_date_to)))
  if (filters.min_amount !== undefined) all.push(eb('p.amount', '>=', filters.min_amount))
  if (filters.max_amount !== undefined) all.push(eb('p.amount', '<=', filters.max_amount))
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    all.push(sql<boolean>`(p.plan_name ilike ${part} or p.description ilike ${part})`)
  }
  return all
}

export const insertPlan = (tx: Tx, row: PlanRow): Promise<number> =>
  tx.execute(buildDocumentInsert('recurring_transfers', [row]), [JSON.stringify([row])])

/** Applies `changes` to a row that is locked. */
export const updatePlanRow = (
  tx: Tx,
  { tenant_id, id, version }: PlanRow,
  changes: Partial<PlanRow> & { last_modified: Date },
): Promise<number> => {
  const changed = { ...changes, version: version + 1 }
  const columns = Object.keys(changed).join(', ')
  return tx.execute(
    `update recurring_transfers set (${columns}) =
       (select ${columns} from jsonb_populate_record(null::recurring_transfers, $3))
     where tenant_id = $1 and id = $2`,
    [tenant_id, id, JSON.stringify(changed)],
  )
}
