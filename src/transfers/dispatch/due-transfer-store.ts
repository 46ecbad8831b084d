/** Due transfers, and the lease of the process that sends or inquires. */

import type { Tx } from '../../infra/database/database.ts'
import { ageSince, PLATFORM_TIME } from '../../infra/database/database-clock.ts'
import { LEASE_S, type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { LIVING_PROCESSES } from '../../infra/database/process-registry.ts'
import type { TransferRow } from '../model/transfer.ts'

/** A call of a running process inside its lease is never taken over, however far the clock jumps. */
const IS_FREE = `(lease_until is null or lease_until < now() or lease_owner not in (${LIVING_PROCESSES}))`

export type DueTransfer = Leased<TransferRow> & {
  due: 'send' | 'inquire'
  /** Since it was last claimed to be sent. */
  age_ms: number
}

/** From tenant to tenant along the index, however much waits for each of them. */
const TENANTS_WITH_DUE = `
with recursive waiting as (
  (select tenant_id from transfers where next_step_at is not null order by tenant_id limit 1)
  union all
  select (select t.tenant_id from transfers t where t.next_step_at is not null and t.tenant_id > w.tenant_id
          order by t.tenant_id limit 1)
  from waiting w where w.tenant_id is not null)
select w.tenant_id from waiting w
where exists (select from transfers t where t.tenant_id = w.tenant_id and t.next_step_at <= $1 and ${IS_FREE})`

/** Tenants that have something due; runs across tenants. */
export const findTenantsWithDueTransfers = async (tx: Tx, now: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(TENANTS_WITH_DUE, [now], 'tenants-with-due-transfers')
  return rows.map((row) => row.tenant_id)
}

/**
 * Takes the lease of what is due, oldest first; a late writer of the old lease finds its fencing number outdated. From
 * here on an order that was due to be sent may be at the bank: if this process dies, the next one asks.
 */
export const claimDueTransfers = async (
  tx: Tx,
  claim: { tenantId: string; now: string; owner: number; limit: number },
): Promise<DueTransfer[]> => {
  const leasedAt = readClocks()
  const rows = await tx.query<DueTransfer>(
    `update transfers t set fencing = t.fencing + 1, lease_owner = $3, lease_until = clock_timestamp() + interval '${LEASE_S} s',
       step = 'inquire', attempt_at = case t.step when 'send' then ${PLATFORM_TIME} else t.attempt_at end
     from (select tenant_id as of_tenant, id as of_id, step as due from transfers
           where tenant_id = $1 and next_step_at <= $2 and ${IS_FREE}
           order by next_step_at limit $4 for update skip locked) found
     where t.tenant_id = found.of_tenant and t.id = found.of_id
     returning t.*, found.due, ${ageSince('coalesce(t.attempt_at, t.created)')} as age_ms`,
    [claim.tenantId, claim.now, claim.owner, claim.limit],
    'claim-due-transfers',
  )
  return rows.map((row) => ({ ...row, leasedAt }))
}
