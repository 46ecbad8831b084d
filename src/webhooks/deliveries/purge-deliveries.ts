/** Takes out of the delivery log what is older than 30 days; a job of the maintenance. */
import type { Runtime } from '../../infra/runtime.ts'
import { findAllSubscriptions } from '../subscriptions/subscription-store.ts'
import { deleteDeliveriesBefore } from './delivery-store.ts'

const RETENTION_MS = 30 * 86_400_000
const BATCH_ROWS = 5_000

/** Returns how many rows it took out. */
export const purgeDeliveries = async (runtime: Runtime): Promise<number> => {
  const beforeMs = runtime.clock.ms() - RETENTION_MS
  let purged = 0
  for (const { tenant_id, id } of await runtime.db.acrossTenants(findAllSubscriptions)) {
    for (let rows = BATCH_ROWS; rows === BATCH_ROWS; purged += rows)
      rows = await runtime.db.inTenant(tenant_id, (tx) =>
        deleteDeliveriesBefore(tx, tenant_id, id, beforeMs, BATCH_ROWS),
      )
  }
  return purged
}
