/** Payments and operations this process stopped working on because a write of its own failed: their leases are released as soon as the database takes it, so that the bank is asked at once. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../infra/database/database.ts'
import { isConnectionError } from '../../infra/database/database-errors.ts'
import { LEASE_S } from '../../infra/database/lease-age.ts'

interface LeasedRow {
  readonly tenant_id: string
  readonly id: string
  /** As it was when the lease was taken: a later owner keeps its lease. */
  readonly fencing: number
}

export type ReleaseLease = (leased: LeasedRow) => Promise<void>

const RETRY_MS = 500

const releaseSql = (table: LeasedTable): string => `update ${table} set lease_until = null, lease_owner = null
  where tenant_id = $1 and id = $2 and fencing = $3 and lease_owner = $4 and next_inquiry_at is not null`

type LeasedTable = 'payments' | 'payment_operations'

/** No call to a bank may be in flight. What is not released within the life of the lease has expired. */
export const openLeaseRelease =
  (db: Database, processNo: number, table: LeasedTable = 'payments'): ReleaseLease =>
  async ({ tenant_id, id, fencing }) => {
    for (const until = performance.now() + LEASE_S * 1_000; performance.now() < until; ) {
      try {
        await db.inTenant(tenant_id, (tx) => tx.execute(releaseSql(table), [tenant_id, id, fencing, processNo]))
        return
      } catch (error) {
        if (!isConnectionError(error)) return
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
