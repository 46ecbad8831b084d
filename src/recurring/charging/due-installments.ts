/** Installments that are due, as rows under a lease. */
import { PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import type { LeasedTable } from '../../infra/database/due-work/leased-table.ts'
import { uuidAt } from '../../webhooks/events/event-outbox.ts'
import { INSTALLMENT_COLUMNS } from '../recurring-plan-store.ts'

/**
 * The claim begins an attempt if none is in progress: its number and the id of its payment are durable before they are
 * used. Installments of a suspended tenant wait.
 */
export const LEASED_INSTALLMENTS: LeasedTable = {
  name: 'recurring_installments',
  dueAt: 'next_step_at',
  only: `status = 'pending' and tenant_id in (select r.tenant_id from realms r where r.status = 'active')`,
  set: `is_trying = true, try_count = try_count + case when is_trying then 0 else 1 end,
    last_try_at = case when is_trying then last_try_at else ${PLATFORM_TIME} end,
    step_count = case when is_trying then step_count else 0 end,
    payment_id = coalesce(payment_id, ${uuidAt(PLATFORM_TIME)})`,
  columns: INSTALLMENT_COLUMNS,
}
