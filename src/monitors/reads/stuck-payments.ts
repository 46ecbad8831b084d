/** Work that has been on its way to a bank for too long, or waits for people to decide: one finding a tenant and kind of work. */
import type { Tx } from '../../infra/database/database.ts'
import { type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { Seen } from '../model/monitor-kinds.ts'

const STUCK_MS = 15 * 60_000

interface Stuck {
  readonly tenant_id: string
  readonly count: number
  readonly since: Date
}

/** Finds the tenants with something of this work that was due before that time. */
export interface WorkOfTenants {
  readonly work: string
  find(before: Date): Sql
}

const WORK: readonly WorkOfTenants[] = [
  {
    work: 'payments',
    find: (before) =>
      sql`select tenant_id, count(*)::int as count, min(attempt_at) as since from payments
         where next_inquiry_at is not null and status = 'processing' and attempt_at < ${before} group by tenant_id`,
  },
  {
    work: 'operations',
    find: (before) =>
      sql`select tenant_id, count(*)::int as count, min(attempt_at) as since from payment_operations
         where next_inquiry_at is not null and status = 'processing' and attempt_at < ${before} group by tenant_id`,
  },
  {
    work: 'transfers',
    find: (before) =>
      sql`select tenant_id, count(*)::int as count, min(next_step_at) as since from transfers
         where next_step_at < ${before} group by tenant_id`,
  },
  {
    work: 'unresolved',
    find: () =>
      sql`select tenant_id, count(*)::int as count, min(since) as since from unresolved_operations
         where resolved_at is null group by tenant_id`,
  },
]

/** `others`: work of folders that this one may not import. */
export const readStuckPayments = async (tx: Tx, nowMs: number, others: readonly WorkOfTenants[]): Promise<Seen[]> => {
  const before = new Date(nowMs - STUCK_MS)
  const seen: Seen[] = []
  for (const { work, find } of [...WORK, ...others])
    for (const { tenant_id, count, since } of await tx.query<Stuck>(find(before)))
      seen.push({
        tenantId: tenant_id,
        kind: 'payments_stuck',
        subject: work,
        facts: { work, count, oldest: since.toISOString() },
      })
  return seen
}
