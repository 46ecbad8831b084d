/** What the steps of a transfer share in one process: banks, verdicts, look-up data, and the durable writes gathered in groups. */
import type { PlanQuota } from '../../access/limits/plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/open-connectors.ts'
import type { Fraud } from '../../fraud/screen.ts'
import type { House } from '../../infra/runtime.ts'
import type { Bins } from '../../reference/reference-data.ts'

export interface TransferParts {
  house: House
  /** Number of this process: owner of its leases. */
  processNo: number
  /** False: whose lease counts cannot be told right now. */
  seesOthers: () => boolean
  connectors: Connectors
  reference: Pick<Bins, 'data' | 'binOf'>
  fraud: Pick<Fraud, 'checkTransfers' | 'judge' | 'keepRefused'>
  quota: Pick<PlanQuota, 'quotaOf' | 'grant'>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Deliveries may be due: called right after a commit that announced something. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
