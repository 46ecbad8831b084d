/** Services of the steps of a transfer in one process; each step names those it uses. */
import type { PlanQuota } from '../../access/limits/plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/open-connectors.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ReferenceLookup } from '../../reference/reference-data.ts'

export interface TransferServices {
  runtime: Runtime
  connectors: Connectors
  reference: Pick<ReferenceLookup, 'data' | 'binOf'>
  fraud: Pick<FraudScreening, 'checkTransfers' | 'decide' | 'recordRefused'>
  quota: Pick<PlanQuota, 'quotaOf' | 'grant'>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Deliveries may be due: called right after a commit that announced something. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
