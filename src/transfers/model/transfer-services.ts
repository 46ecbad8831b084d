/** Services that the steps of a transfer use in one process; each step names those it needs. */
import type { TariffPlanQuota } from '../../access/limits/tariff-plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/connectors-module.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { ReferenceLookup } from '../../reference/reference-data.ts'

export interface TransferServices {
  runtime: Runtime
  connectors: Connectors
  reference: Pick<ReferenceLookup, 'data' | 'binOf'>
  fraud: Pick<FraudScreening, 'checkTransfers' | 'decide' | 'recordRefused'>
  quota: Pick<TariffPlanQuota, 'quotaOf' | 'grant'>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Wakes the deliveries; called right after a commit that published events. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}
