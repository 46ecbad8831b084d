/** Which payments are due for inquiry, and the lease of the process that inquires. */

import type { Tx } from '../../infra/database/database.ts'
import { ageSince } from '../../infra/database/database-clock.ts'
import { LEASE_S, type Leased, readClocks } from '../../infra/database/lease-age.ts'
import { LIVING_PROCESSES } from '../../infra/database/process-registry.ts'
import type { PaymentRow } from '../model/payment.ts'
import { PAYMENT_COLUMNS } from '../model/payment-store.ts'

export type DuePayment = Leased<PaymentRow> & {
  operation_type: 'sale' | 'pre_auth'
  /** Since its last attempt was prepared. */
  age_ms: number
}

/** `failed`: charged at the bank nevertheless, to be reversed. */
const DUE_STATES = `'created', 'processing', 'three_d_secure_init_processing', 'three_d_secure_auth_processing', 'failed'`

/** A call of a running process within its lease is never taken over, however far the clock jumps. */
const IS_FREE = `(lease_until is null or lease_until < now() or lease_owner not in (${LIVING_PROCESSES}))`

/** Number of the oldest due payments read to find their tenants; the rest is left to the next round, which follows at once. */
const LOOK_MAX = 500

/** Tenants that have something due; runs across tenants. */
export const findTenantsWithDuePayments = async (tx: Tx, now: string): Promise<string[]> => {
  const rows = await tx.query<{ tenant_id: string }>(
    `select tenant_id from payments
     where next_inquiry_at <= $1 and status in (${DUE_STATES}) and ${IS_FREE}
     order by next_inquiry_at limit ${LOOK_MAX}`,
    [now],
  )
  return [...new Set(rows.map((row) => row.tenant_id))]
}

/** Takes the lease of due payments, oldest first, or of one only; a late writer of the old lease finds its fencing number outdated. */
export const claimDuePayments = async (
  tx: Tx,
  claim: { tenantId: string; now: string; owner: number; limit: number; id?: string },
): Promise<DuePayment[]> => {
  const leasedAt = readClocks()
  const rows = await tx.query<DuePayment>(
    `update payments p set fencing = p.fencing + 1, lease_owner = $3, lease_until = clock_timestamp() + interval '${LEASE_S} s'
     from (select tenant_id as t, id as i from payments
           where tenant_id = $1 and next_inquiry_at <= $2
             and status in (${DUE_STATES}) and ${IS_FREE} and ($5::uuid is null or id = $5)
           order by next_inquiry_at limit $4 for update skip locked) due
     where p.tenant_id = due.t and p.id = due.i
     returning ${PAYMENT_COLUMNS}, ${ageSince('coalesce(attempt_at, created)')} as age_ms`,
    [claim.tenantId, claim.now, claim.owner, claim.limit, claim.id ?? null],
  )
  return rows.map((row) => ({ ...row, leasedAt }))
}
