/** Takes out of the delivery log what is older than 30 days; a job of the maintenance. */
import type { House } from '../../infra/runtime.ts'
import { allSubscriptions } from '../subscriptions/subscription-store.ts'
import { purgeOlder } from './delivery-store.ts'

const KEPT_MS = 30 * 86_400_000
const ROWS_AT_ONCE = 5_000

/** Answers how many rows it took out. */
export const purgeDeliveries = async (house: House): Promise<number> => {
  const beforeMs = house.clock.ms() - KEPT_MS
  let purged = 0
  for (const { tenant_id, id } of await house.db.acrossTenants(allSubscriptions)) {
    for (let rows = ROWS_AT_ONCE; rows === ROWS_AT_ONCE; purged += rows)
      rows = await house.db.inTenant(tenant_id, (tx) => purgeOlder(tx, tenant_id, id, beforeMs, ROWS_AT_ONCE))
  }
  return purged
}
