/** What the steps of a transfer share in one process: connectors, fraud screening, look-up data, quotas. */
import type { PlanQuota } from '../../access/limits/plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/open-connectors.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ReferenceLookup } from '../../reference/reference-data.ts'

export interface TransferServices {
  runtime: Runtime
  /** Number of this process: owner of its leases. */
  processNo: number
  /** False: the owners of leases cannot be determined right now. */
  canTrustLeases: () => boolean
  connectors: Connectors
  reference: Pick<ReferenceLookup, 'data' | 'binOf'>
  fraud: Pick<FraudScreening, 'checkTransfers' | 'decide' | 'recordRefused'>
  quota: Pick<PlanQuota, 'quotaOf' | 'grant'>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Deliveries may be due: called right after a commit that announced something. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
