/** Stores the state that time and payments have given to sessions that are no longer read, and drops the oldest ones. */
import { listTenantIds } from '../access/callers/realm-lookup.ts'
import { idAt, ZERO_ID } from '../core/id.ts'
import type { Tx } from '../infra/database/database.ts'
import { rawSql, sql } from '../infra/database/statements/sql.ts'
import type { Job } from '../infra/process/jobs.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { SessionRow } from './model/session-row.ts'
import { lockAndFollow } from './sessions/follow-session.ts'

const BATCH = 200
const CONCURRENCY = 4
const DROPPED_AT_ONCE = 500

type Upkeep = Pick<Runtime, 'db' | 'clock' | 'log' | 'config'>
type DueSession = Pick<SessionRow, 'tenant_id' | 'id' | 'expires_at'>

export const checkoutJobs = (runtime: Upkeep): Job[] => [
  { name: 'checkout-sessions-due', cron: '* * * * *', run: (signal) => endDueSessions(runtime, signal) },
  { name: 'checkout-sessions-old', cron: '53 3 * * *', run: (signal) => dropOldSessions(runtime, signal) },
]

/** Past their time and still open, or paid for since. However many tenants there are, only those with such a session are asked. */
export const endDueSessions = async (runtime: Upkeep, signal?: AbortSignal): Promise<void> => {
  const now = runtime.clock.now()
  for (const find of [findOverdue, findProcessing])
    for (let last: DueSession | undefined = FIRST; last !== undefined; ) {
      if (signal?.aborted) return
      const after: DueSession = last
      const due: DueSession[] = await runtime.db.transaction({ as: 'platform' }, (tx) => find(tx, after, now))
      for (let at = 0; at < due.length; at += CONCURRENCY)
        await Promise.all(due.slice(at, at + CONCURRENCY).map((session) => followOne(runtime, session, now.getTime())))
      last = due.length < BATCH ? undefined : due.at(-1)
    }
}

/** A session that fails must not stop the others: the next minute follows it again. */
const followOne = async ({ db, log }: Upkeep, session: DueSession, nowMs: number): Promise<void> => {
  await db
    .transaction({ of: session.tenant_id }, (tx) => lockAndFollow(tx, session, nowMs))
    .catch((err: unknown) => log.error('checkout.not_followed', { session_id: session.id, err }))
}

const FIRST: DueSession = { tenant_id: ZERO_ID, id: ZERO_ID, expires_at: new Date(0) }

const findOverdue = (tx: Tx, after: DueSession, now: Date) =>
  tx.query<DueSession>(
    sql`select tenant_id, id, expires_at from checkout_sessions
      where status = 'open' and expires_at <= ${now} and (expires_at, id) > (${after.expires_at}, ${after.id}) order by expires_at, id limit ${rawSql(BATCH)}`,
  )

/** All of them: when a payment ends is not known here. */
const findProcessing = (tx: Tx, after: DueSession) =>
  tx.query<DueSession>(
    sql`select tenant_id, id, expires_at from checkout_sessions
      where status = 'processing' and (tenant_id, id) > (${after.tenant_id}, ${after.id}) order by tenant_id, id limit ${rawSql(BATCH)}`,
  )

/** Deletes in batches along the key: a tenant may have made millions on one day. */
export const dropOldSessions = async ({ db, clock, config }: Upkeep, signal?: AbortSignal): Promise<void> => {
  const before = clock.now()
  before.setUTCMonth(before.getUTCMonth() - config.keptMonths.checkout_sessions)
  const end = idAt(before.getTime(), 'first')
  for (const tenantId of await db.transaction({ as: 'platform' }, listTenantIds))
    while (
      !signal?.aborted &&
      (await db.transaction({ of: tenantId }, (tx) => dropLot(tx, tenantId, end))) === DROPPED_AT_ONCE
    );
}

const dropLot = (tx: Tx, tenantId: string, end: string): Promise<number> =>
  tx.execute(
    sql`delete from checkout_sessions where tenant_id = ${tenantId} and id = any (array(
       select id from checkout_sessions where tenant_id = ${tenantId} and id < ${end} and status not in ('open', 'processing')
        order by id limit ${rawSql(DROPPED_AT_ONCE)}))`,
  )
