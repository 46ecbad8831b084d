/** Accounts not used for 90 days are disabled; an administrator enables them again. */
import { appendAudit } from '../../access/audit/append-audit.ts'
import type { Tx } from '../../infra/database/database.ts'
import { rawSql, sql } from '../../infra/database/statements/sql.ts'
import { type Sweep, startSweep } from '../../infra/process/sweep.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { endLinks } from './end-credentials.ts'
import { endSessions } from './user-login-store.ts'

const UNUSED_MS = 90 * 86_400_000 // PCI DSS 4.0, 8.2.6; platform clock
const LOOK_MAX = 100
const IDLE_MS = 60_000

export const isUnused = ({ unusedSince }: { unusedSince: Date }, nowMs: number): boolean =>
  unusedSince.getTime() <= nowMs - UNUSED_MS

export const startDisablingUnusedUsers = (runtime: Runtime): Pick<Sweep, 'stop'> =>
  startSweep({
    name: 'unused-accounts',
    work: () => disableUnusedUsers(runtime),
    idleMs: IDLE_MS,
    log: runtime.log,
    wokenBy: (wake) => [runtime.notifications.subscribe('clock', wake)],
  })

interface Unused {
  readonly tenant_id: string
  readonly id: string
  readonly slug: string
}

/** One round over all tenants; returns how many it disabled. */
const disableUnusedUsers = async (runtime: Runtime): Promise<number> => {
  const before = new Date(runtime.clock.ms() - UNUSED_MS)
  const unused = await runtime.db.transaction({ as: 'platform' }, (tx) => findUnused(tx, before))
  let disabled = 0
  for (const user of unused) if (await disableOne(runtime, user, before)) disabled++
  return disabled
}

const disableOne = async (runtime: Runtime, { tenant_id, id, slug }: Unused, before: Date): Promise<boolean> => {
  const now = runtime.clock.now()
  const isDone = await runtime.db.transaction({ of: tenant_id }, async (tx) => {
    if (!(await disable(tx, tenant_id, id, before, now))) return false
    await endSessions(tx, tenant_id, id, Date.now(), now)
    await endLinks(tx, tenant_id, id, now)
    await appendAudit(runtime, tx, [
      {
        tenantId: tenant_id,
        actor: 'system',
        realm: slug,
        operation: 'disable unused account',
        outcome: 'done',
        code: null,
        kind: 'user',
        targetId: id,
        merchantId: null,
        correlationId: null,
        address: null,
        before: { enabled: true },
        after: { enabled: false },
      },
    ])
    return true
  })
  if (isDone) runtime.log.info('user.disabled_unused', { tenant_id, user_id: id })
  return isDone
}

/** Runs across tenants. */
const findUnused = (tx: Tx, before: Date): Promise<Unused[]> =>
  tx.query<Unused>(
    sql`select u.tenant_id, u.id, r.slug from users u join realms r using (tenant_id)
     where u.enabled and not u.is_deleted and coalesce(u.unused_since, u.created) <= ${before}
     order by coalesce(u.unused_since, u.created) limit ${rawSql(LOOK_MAX)}`,
  )

/** Returns false if it was used, or disabled, in between. */
const disable = async (tx: Tx, tenantId: string, id: string, before: Date, now: Date): Promise<boolean> =>
  (await tx.execute(
    sql`update users set enabled = false, last_modified = ${now}
     where tenant_id = ${tenantId} and id = ${id} and enabled and not is_deleted and coalesce(unused_since, created) <= ${before}`,
  )) === 1
