/** Stores what time and payments have made of sessions that nobody looks at any more, and drops the oldest. */
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import type { Tx } from '../infra/database/database.ts'
import type { Job } from '../infra/process/jobs.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { SessionRow } from './model/session-row.ts'
import { lockAndFollow } from './sessions/follow-session.ts'

const BATCH = 200
/** As long as the interface promises to keep transactions. */
const KEPT_MONTHS = 36

type Upkeep = Pick<Runtime, 'db' | 'clock'>

export const checkoutJobs = (runtime: Upkeep): Job[] => [
  { name: 'checkout-sessions-due', cron: '* * * * *', run: () => endDueSessions(runtime) },
  { name: 'checkout-sessions-old', cron: '53 3 * * *', run: () => dropOldSessions(runtime) },
]

/** Past their time and still open, or paid for since. */
export const endDueSessions = async ({ db, clock }: Upkeep): Promise<void> => {
  const nowMs = clock.ms()
  for (const tenantId of await db.acrossTenants(listTenantIds))
    for (let after: string | null = NO_ID; after !== null; ) {
      const due = await db.inTenant(tenantId, (tx) => findDue(tx, tenantId, new Date(nowMs), after as string))
      for (const session of due) await db.inTenant(tenantId, (tx) => lockAndFollow(tx, session, nowMs))
      after = due.length < BATCH ? null : (due.at(-1)?.id ?? null)
    }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

const findDue = (tx: Tx, tenantId: string, now: Date, after: string) =>
  tx.query<Pick<SessionRow, 'tenant_id' | 'id'>>(
    `select tenant_id, id from checkout_sessions
      where tenant_id = $1 and status in ('open', 'processing') and (expires_at <= $2 or status = 'processing') and id > $3
      order by id limit ${BATCH}`,
    [tenantId, now, after],
  )

const dropOldSessions = async ({ db, clock }: Upkeep): Promise<void> => {
  const before = new Date(clock.ms())
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS)
  for (const tenantId of await db.acrossTenants(listTenantIds))
    await db.inTenant(tenantId, (tx) =>
      tx.execute(
        `delete from checkout_sessions where tenant_id = $1 and created < $2 and status not in ('open', 'processing')`,
        [tenantId, before],
      ),
    )
}
