/**
 * Warns about cards that expire before their plan ends, a month before the first installment they miss: once in the
 * log, and as a count.
 */
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import type { Tx } from '../infra/database/database.ts'
import { sql } from '../infra/database/statements/sql.ts'
import type { Job } from '../infra/process/jobs.ts'
import { counter } from '../infra/process/metrics.ts'
import type { Runtime } from '../infra/runtime.ts'

const AHEAD_MS = 30 * 86_400_000

const alarms = counter('vezne_recurring_card_expiries_total')

export const recurringJobs = (runtime: Pick<Runtime, 'db' | 'clock' | 'log'>): Job[] => [
  { name: 'recurring-card-expiries', cron: '23 6 * * *', run: () => tellExpiringCards(runtime) },
]

export const tellExpiringCards = async ({ db, clock, log }: Pick<Runtime, 'db' | 'clock' | 'log'>): Promise<void> => {
  for (const tenantId of await db.transaction({ as: 'platform' }, listTenantIds))
    for (const plan of await db.transaction({ of: tenantId }, (tx) => markExpiring(tx, tenantId, clock.ms()))) {
      alarms.inc()
      log.warn('recurring.card_expires', { tenant_id: tenantId, ...plan })
    }
}

const markExpiring = (tx: Tx, tenantId: string, nowMs: number) =>
  tx.query<{ recurring_plan_id: string; installment_index: number; due_date: Date }>(
    sql`update recurring_plans p set expiry_alarm_at = ${new Date(nowMs)}
      from recurring_installments i
      where p.tenant_id = ${tenantId} and p.uncovered_index is not null and p.expiry_alarm_at is null and p.status = 'active'
        and i.tenant_id = p.tenant_id and i.plan_id = p.id and i.installment_index = p.uncovered_index
        and i.due_date <= ${new Date(nowMs + AHEAD_MS)} and i.status = 'pending'
      returning p.id as recurring_plan_id, i.installment_index, i.due_date`,
  )
