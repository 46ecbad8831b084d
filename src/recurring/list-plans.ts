/** The list of plans, newest first. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { limitOf, offsetOf } from '../core/pagination.ts'
import type { Tx } from '../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../infra/database/query-builder.ts'
import type { PlanRow } from './model/plan-row.ts'
import type { PlanFilters } from './plan-schemas.ts'

interface Tables {
  recurring_plans: PlanRow
  connector_configurations: { tenant_id: string; id: string; bank_code: string | null }
}
const db = queryBuilder<Tables>()

/** `merchants` null means all of the tenant. */
export const pageOfPlans = (tx: Tx, tenantId: string, merchants: readonly string[] | null, filters: PlanFilters) =>
  countAndPage(
    tx,
    db
      .selectFrom('recurring_plans as p')
      .leftJoin('connector_configurations as c', (join) =>
        join
          .onRef('c.tenant_id', '=', 'p.tenant_id')
          .on('c.id', '=', sql<string>`coalesce(p.configuration_id, p.wanted_configuration_id)`),
      )
      .selectAll('p')
      .select('c.bank_code')
      .where('p.tenant_id', '=', tenantId)
      .where((eb) => eb.and(conditions(eb, merchants, filters)))
      .orderBy('p.id', 'desc'),
    { limit: limitOf(filters), offset: offsetOf(filters) },
  )

const conditions = (
  eb: ExpressionBuilder<Tables & { p: PlanRow }, 'p'>,
  merchants: readonly string[] | null,
  filters: PlanFilters,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = []
  if (merchants !== null) all.push(sql<boolean>`p.merchant_id = any(${merchants}::uuid[])`)
  if (filters.status !== undefined) all.push(eb('p.status', 'in', filters.status))
  if (filters.period !== undefined) all.push(eb('p.period', '=', filters.period))
  if (filters.start_date !== undefined) all.push(eb('p.created', '>=', new Date(filters.start_date)))
  if (filters.end_date !== undefined) all.push(eb('p.created', '<=', new Date(filters.end_date)))
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    all.push(sql<boolean>`(p.external_id ilike ${part} or p.description ilike ${part} or p.card_holder_name ilike ${part}
      or p.masked_card_number like ${part})`)
  }
  return all
}
