/** Services that the operations of chargebacks use. */
import type { Runtime } from '../infra/runtime.ts'

export interface ChargebackServices {
  runtime: Runtime
  /** Names of the tenant's merchants by id. Not inside a transaction: they may have to be read. */
  merchantNamesOf: (tenantId: string) => Promise<(merchantId: string) => string | null>
  /** Deliveries may be due: called right after a commit that published events. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
