/**
 * Makes the settlements of a finalized reconciliation: lines a page a transaction, then the settlements that they add up to, some a
 * transaction. Each step commits with where it stands, so that whoever goes on, and however often it is interrupted, makes the same, once.
 */
import type { Database } from '../../infra/database/database.ts'
import { takeStep } from './take-step.ts'

export interface MakingServices {
  readonly db: Database
  readonly nowMs: () => number
  readonly wakeDeliveries: (tenantIds: readonly string[]) => void
}

/** To its end, unless another process is at it. */
export const makeSettlements = async (
  services: MakingServices,
  tenantId: string,
  reconciliationId: string,
): Promise<void> => {
  for (let isOpen = true; isOpen; )
    isOpen = await services.db.inTenant(tenantId, (tx) => takeStep(tx, services, tenantId, reconciliationId))
  services.wakeDeliveries([tenantId])
}
