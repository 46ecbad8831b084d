/** SQL of plans. They belong to no tenant. */
import { isoTime } from '../../core/clock.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import { SESSION_IDLE_MINUTES_MAX, SESSION_MINUTES_MAX } from '../tokens/session-limits.ts'
import { featuresOf } from './plan-features.ts'
import type { PlanFilters } from './plan-schemas.ts'

export interface PlanRow {
  id: string
  code: string
  name: string
  description: string | null
  daily_transaction_limit: number
  monthly_transaction_limit: number
  rate_limit_per_second: number
  burst: number
  is_active: boolean
  is_default: boolean
  sort_order: number
  features: string[]
  session_idle_minutes: number | null
  session_max_minutes: number | null
  created: Date
  last_modified: Date
}
interface Tables {
  plans: PlanRow
}
const db = queryBuilder<Tables>()

/** Sorted by sort_order, then newest first. */
export const pageOfPlans = (tx: Tx, filters: PlanFilters): Promise<{ rows: PlanRow[]; total: number }> => {
  let list = db.selectFrom('plans').selectAll().orderBy('sort_order').orderBy('created', 'desc').orderBy('id', 'desc')
  if (!filters.include_inactive) list = list.where('is_active', '=', true)
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    const columns = ['code', 'name', 'description'] as const
    list = list.where((eb) => eb.or(columns.map((column) => eb(column, 'ilike', part))))
  }
  return countAndPage(tx, list, { limit: limitOf(filters), offset: offsetOf(filters) })
}

export const planById = async (tx: Tx, id: string): Promise<PlanRow | undefined> =>
  (await tx.query<PlanRow>('select * from plans where id = $1', [id]))[0]

/** Allows one change of plans at a time, because the default plan depends on all of them. */
export const lockPlans = async (tx: Tx): Promise<void> => {
  await tx.execute('lock table plans in share row exclusive mode')
}

export const requirePlan = (plan: PlanRow | undefined): PlanRow => {
  if (plan) return plan
  throw new Problem('plan_not_found', {
    detail: phrase`There is no plan with this id; GET /api/v1/platform/plans lists them.`,
  })
}

/** A plan that takes tenants; it cannot be deleted until this transaction ends. */
export const holdActivePlan = async (tx: Tx, id: string): Promise<PlanRow> => {
  const [plan] = await tx.query<PlanRow>('select * from plans where id = $1 and is_active for key share', [id])
  return requirePlan(plan)
}

export const defaultPlan = async (tx: Tx): Promise<PlanRow> => {
  const [plan] = await tx.query<PlanRow>('select * from plans where is_default for key share')
  if (!plan) throw new Error('there is no default plan')
  return plan
}

/** Returns false when the code is taken. */
export const insertPlan = async (tx: Tx, row: PlanRow): Promise<boolean> =>
  (await tx.execute(
    `insert into plans (id, code, name, description, daily_transaction_limit, monthly_transaction_limit,
       rate_limit_per_second, burst, is_active, is_default, sort_order, features, session_idle_minutes,
       session_max_minutes, created, last_modified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict (code) do nothing`,
    [...valuesOf(row), row.created, row.last_modified],
  )) > 0

export const isCodeTaken = async (tx: Tx, code: string, besideId: string): Promise<boolean> =>
  (await tx.query('select 1 from plans where code = $1 and id <> $2', [code, besideId])).length > 0

export const writePlan = (tx: Tx, row: PlanRow): Promise<number> =>
  tx.execute(
    `update plans set code = $2, name = $3, description = $4, daily_transaction_limit = $5,
       monthly_transaction_limit = $6, rate_limit_per_second = $7, burst = $8, is_active = $9, is_default = $10,
       sort_order = $11, features = $12, session_idle_minutes = $13, session_max_minutes = $14, last_modified = $15
      where id = $1`,
    [...valuesOf(row), row.last_modified],
  )

const valuesOf = (row: PlanRow): unknown[] => [
  row.id,
  row.code,
  row.name,
  row.description,
  row.daily_transaction_limit,
  row.monthly_transaction_limit,
  row.rate_limit_per_second,
  row.burst,
  row.is_active,
  row.is_default,
  row.sort_order,
  row.features,
  row.session_idle_minutes,
  row.session_max_minutes,
]

export const clearDefault = (tx: Tx, now: Date): Promise<number> =>
  tx.execute('update plans set is_default = false, last_modified = $1 where is_default', [now])

/** Returns whether a tenant has it, or a key. A foreign key decides, as this transaction does not see other tenants' rows. */
export const deletePlan = async (tx: Tx, id: string): Promise<'deleted' | 'in use'> => {
  try {
    await tx.execute('delete from plans where id = $1', [id])
    return 'deleted'
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) return 'in use'
    throw error
  }
}
const FOREIGN_KEY_VIOLATION = '23503'

export const planBody = (row: PlanRow) => ({
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
  features: featuresOf(row.features),
})
