/**
 * Makes the settlements of a finalized reconciliation: one page of lines per transaction, then the settlements they add
 * up to, some per transaction. Each step commits together with its position, so that any process can continue, after
 * any number of interruptions, with the same result, once.
 */
import type { Database } from '../../infra/database/database.ts'
import { takeStep } from './take-step.ts'

export interface MakingServices {
  readonly db: Database
  readonly nowMs: () => number
  readonly wakeDeliveries: (tenantIds: readonly string[]) => void
}

/** Runs to the end, unless another process is working on it. */
export const makeSettlements = async (
  services: MakingServices,
  tenantId: string,
  reconciliationId: string,
): Promise<void> => {
  for (let isOpen = true; isOpen; )
    isOpen = await services.db.inTenant(tenantId, (tx) => takeStep(tx, services, tenantId, reconciliationId))
  services.wakeDeliveries([tenantId])
}
