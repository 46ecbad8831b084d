/** The list of plans, newest first. */
import type { Tx } from '../infra/database/database.ts'
import { countAndPage } from '../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, sql } from '../infra/database/statements/sql.ts'
import type { RecurringPlanRow } from './model/recurring-plan-row.ts'
import type { RecurringPlanFilters } from './recurring-plan-schemas.ts'

interface ListedRecurringPlan extends RecurringPlanRow {
  bank_code: string | null
}

/** `merchants` null means all of the tenant. */
export const pageOfRecurringPlans = (
  tx: Tx,
  tenantId: string,
  merchants: readonly string[] | null,
  filters: RecurringPlanFilters,
) => {
  const { status, period, start_date, end_date, search_term } = filters
  const wanted = allOf([
    matches({ 'p.tenant_id': tenantId, 'p.merchant_id': merchants, 'p.status': status, 'p.period': period }),
    start_date !== undefined && sql`p.created >= ${new Date(start_date)}`,
    end_date !== undefined && sql`p.created <= ${new Date(end_date)}`,
    contains(['p.external_id', 'p.description', 'p.card_holder_name', 'p.masked_card_number'], search_term),
  ])
  return countAndPage<ListedRecurringPlan>(
    tx,
    {
      columns: sql`p.*, c.bank_code`,
      from: sql`recurring_plans p
        left join connector_configurations c on c.tenant_id = p.tenant_id
          and c.id = coalesce(p.configuration_id, p.wanted_configuration_id)
        where ${wanted}`,
      order: sql`p.id desc`,
    },
    filters,
  )
}
