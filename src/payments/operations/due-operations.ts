/** Which captures, voids and refunds are due for inquiry, and the lease of the process that inquires. */

import type { Tx } from '../../infra/database/database.ts'
import { ageSince } from '../../infra/database/database-clock.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'
import { LIVING_PROCESSES } from '../../infra/database/process-registry.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'

/** A call of a running process within its lease is never taken over, however far the clock jumps. */
const IS_FREE = `(lease_until is null or lease_until < now() or lease_owner not in (${LIVING_PROCESSES}))`
const IS_DUE = `next_inquiry_at <= $1 and status = 'processing' and ${IS_FREE}`

/** Number of the oldest due ones read to find their tenants; the rest is left to the next round, which follows at once. */
const LOOK_MAX = 500

/** Tenants that have something due; runs across tenants. */
export const findTenantsWithDueOperations = async (tx: Tx, now: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select tenant_id from payment_operations where ${IS_DUE} order by next_inquiry_at limit ${LOOK_MAX}`,
    [now],
  )
  return [...new Set(rows.map((row) => row.tenant_id))]
}

/** `age_ms`: since it was prepared. */
export type DueOperation = OperationRow & { age_ms: number }

/** Takes the lease, oldest first; a late writer of the old lease finds its fencing number outdated. */
export const claimDueOperations = (
  tx: Tx,
  claim: { tenantId: string; now: string; owner: number; limit: number },
): Promise<DueOperation[]> =>
  tx.query<DueOperation>(
    `update payment_operations o set fencing = o.fencing + 1, lease_owner = $3, lease_until = now() + interval '${LEASE_S} s'
     from (select tenant_id as t, id as i from payment_operations where tenant_id = $2 and ${IS_DUE}
           order by next_inquiry_at limit $4 for update skip locked) due
     where o.tenant_id = due.t and o.id = due.i
     returning ${OPERATION_COLUMNS}, ${ageSince('attempt_at')} as age_ms`,
    [claim.now, claim.tenantId, claim.owner, claim.limit],
  )
