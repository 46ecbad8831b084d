/** SQL of the list of chargebacks. */
import type { Accountable } from '../access/four-eyes.ts'
import { idAt } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { countAndPage } from '../infra/database/statements/count-and-page.ts'
import { allOf, ifGiven, matches, sql } from '../infra/database/statements/sql.ts'
import type { ChargebackFilters } from './chargeback-schemas.ts'
import type { ChargebackRow } from './chargeback-store.ts'

/** `waitingFor` keeps chargebacks that someone other than these people decides; undefined keeps all. */
type ListedChargebacks = ChargebackFilters & { readonly waitingFor: Accountable | undefined }

const ORDER = {
  created: sql`tenant_id desc, id desc`,
  deadline: sql`tenant_id, response_deadline, id`,
}

export const pageOfChargebacks = (tx: Tx, tenantId: string, merchantId: string | null, filters: ListedChargebacks) =>
  countAndPage<ChargebackRow>(
    tx,
    {
      columns: sql`*`,
      from: sql`chargebacks where ${allOf([
        matches({
          tenant_id: tenantId,
          merchant_id: merchantId,
          status: filters.status,
          payment_id: filters.transaction_id,
        }),
        // Ids follow `created`: a range of times is a range of the key.
        filters.start_date !== undefined && sql`id >= ${idAt(Date.parse(filters.start_date), 'first')}`,
        filters.end_date !== undefined && sql`id <= ${idAt(Date.parse(filters.end_date), 'last')}`,
        filters.deadline_before !== undefined && sql`response_deadline < ${new Date(filters.deadline_before)}`,
        ifGiven(
          filters.waitingFor,
          sql`asked_action is not null and not coalesce(asked_people && ${filters.waitingFor}, false)`,
        ),
      ])}`,
      order: ORDER[filters.order_by ?? 'created'],
    },
    filters,
  )
