/** SQL of plans. They belong to no tenant. */
import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'
import { SESSION_IDLE_MINUTES_MAX, SESSION_MINUTES_MAX } from '../tokens/session-limits.ts'
import { toFeatures } from './tariff-plan-features.ts'
import type { TariffPlanFilters } from './tariff-plan-schemas.ts'

export type TariffPlanRow = Omit<Row<'plans'>, 'is_unlimited'>

/** Sorted by sort_order, then newest first. */
export const pageOfTariffPlans = (
  tx: Tx,
  filters: TariffPlanFilters,
): Promise<{ rows: TariffPlanRow[]; total: number }> => {
  const wanted = allOf([
    !filters.include_inactive && sql`is_active`,
    contains(['code', 'name', 'description'], filters.search_term),
  ])
  return countAndPage(
    tx,
    { columns: sql`*`, from: sql`plans where ${wanted}`, order: sql`sort_order, created desc, id desc` },
    filters,
  )
}

export const tariffPlanById = async (tx: Tx, id: string): Promise<TariffPlanRow | undefined> =>
  (await tx.query<TariffPlanRow>(sql`select * from plans where id = ${id}`))[0]

/** Allows one change of plans at a time, because the default plan depends on all of them. */
export const lockTariffPlans = async (tx: Tx): Promise<void> => {
  await tx.execute('lock table plans in share row exclusive mode')
}

export const requireTariffPlan = (plan: TariffPlanRow | undefined): TariffPlanRow => {
  if (plan) return plan
  throw new Problem('plan_not_found', {
    detail: phrase`There is no plan with this id; GET /api/v1/platform/plans lists them.`,
  })
}

/** A plan that takes tenants; it cannot be deleted until this transaction ends. */
export const holdActiveTariffPlan = async (tx: Tx, id: string): Promise<TariffPlanRow> => {
  const [plan] = await tx.query<TariffPlanRow>(sql`select * from plans where id = ${id} and is_active for key share`)
  return requireTariffPlan(plan)
}

export const defaultTariffPlan = async (tx: Tx): Promise<TariffPlanRow> => {
  const [plan] = await tx.query<TariffPlanRow>('select * from plans where is_default for key share')
  if (!plan) throw new Error('there is no default plan')
  return plan
}

/** Returns false when the code is taken. */
export const insertTariffPlan = async (tx: Tx, row: TariffPlanRow): Promise<boolean> =>
  (await tx.execute(insertInto('plans', row, sql`on conflict (code) do nothing`))) > 0

export const isCodeTaken = async (tx: Tx, code: string, besideId: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from plans where code = ${code} and id <> ${besideId}`)).length > 0

export const writeTariffPlan = (tx: Tx, { id, created: _, ...changing }: TariffPlanRow): Promise<number> =>
  tx.execute(updateTable('plans', { id }, changing))

export const clearDefault = (tx: Tx, now: Date): Promise<number> =>
  tx.execute(sql`update plans set is_default = false, last_modified = ${now} where is_default`)

/** Runs across tenants. */
export const isInUse = async (tx: Tx, id: string): Promise<boolean> =>
  (
    await tx.query(
      sql`select tenant_id from realms where plan_id = ${id} union all select tenant_id from clients where plan_id = ${id} limit 1`,
    )
  ).length > 0

/** Returns whether a tenant has it, or a key. A foreign key decides, as this transaction does not see other tenants' rows. */
export const deleteTariffPlan = async (tx: Tx, id: string): Promise<'deleted' | 'in use'> => {
  try {
    await tx.execute(sql`delete from plans where id = ${id}`)
    return 'deleted'
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return 'in use'
    throw error
  }
}
const FOREIGN_KEY_VIOLATION = '23503'

export const tariffPlanBody = (row: TariffPlanRow) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  description: row.description,
  daily_transaction_limit: row.daily_transaction_limit,
  monthly_transaction_limit: row.monthly_transaction_limit,
  rate_limit_per_second: row.rate_limit_per_second,
  burst: row.burst,
  is_active: row.is_active,
  is_default: row.is_default,
  sort_order: row.sort_order,
  session_idle_minutes: row.session_idle_minutes ?? SESSION_IDLE_MINUTES_MAX,
  session_max_minutes: row.session_max_minutes ?? SESSION_MINUTES_MAX,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
  features: toFeatures(row.features),
})
