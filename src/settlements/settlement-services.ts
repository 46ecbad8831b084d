/** Services for the operations of settlements. */
import type { Runtime } from '../infra/runtime.ts'

export interface SettlementServices {
  runtime: Runtime
  /**
   * Returns names of the tenant's merchants by id. Call it outside any transaction, because they may have to be read.
   */
  merchantNamesOf: (tenantId: string) => Promise<(merchantId: string) => string | null>
  /** Wakes the deliveries; called right after a commit that published events. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
