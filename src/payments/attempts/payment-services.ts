/** Services the steps of a payment share in one process: banks, fraud decisions, and the two group-committed writes. */
import type { PlanQuota } from '../../access/limits/plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/open-connectors.ts'
import type { BankCodeMeaning } from '../../connectors/port.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Leases } from '../../infra/database/due-work/leases.ts'
import type { TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { BinLookup } from '../../reference/reference-data.ts'
import type { UpdateContext } from '../persistence/apply-transition.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparationResult } from '../persistence/prepare-payments.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import type { PaymentSettings } from '../settings/payment-settings.ts'

export interface PaymentDependencies {
  runtime: Runtime
  /** Number of this process: owner of its leases. */
  processNo: number
  /** False: the owners of leases cannot be determined right now. */
  canTrustLeases: () => boolean
  connectors: Connectors
  binOf: (cardNumber: string) => Promise<BinLookup>
  /** By name or code. */
  isListedCity: (city: string) => Promise<boolean>
  fraud: Pick<FraudScreening, 'checkPayment' | 'decide'>
  policyOf: (
    tenantId: string,
  ) => Promise<{ allow_non_3d: boolean; preferred_three_d_flow: 'standard' | 'pay' | 'hosted' }>
  /** How many payments plan and key allow. */
  quota: Pick<PlanQuota, 'quotaOf' | 'refuseUsedUp' | 'grant'>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Name of a merchant, as displayed to the shopper. */
  merchantNameOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** The merchant with this external id, or null. */
  merchantIdOf: (tenantId: string, externalId: string) => Promise<string | null>
  /** Deliveries may be due: called right after a commit that published events. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}

export interface PaymentServices extends PaymentDependencies {
  /** The payment is new and durable, with its decision; or its key belongs to an earlier one, or a limit is reached. */
  prepare: (draft: PaymentDraft) => Promise<PreparationResult>
  /** True: recorded. False: another process was first; read the stored state. */
  record: (update: PaymentUpdate) => Promise<boolean>
  leases: Leases
  settings: TenantCache<PaymentSettings>
  /** What a bank code means; category and fallback follow the tenant's own table. */
  meaningOf: (tenantId: string, connectorCode: string, bankCode: string) => Promise<BankCodeMeaning>
  updateContext: (nowMs: number) => UpdateContext
  /** Payments this process is working on: a repeat of the key waits for them instead of polling the database. */
  running: Map<string, Promise<unknown>>
}

export const PAYMENTS_PATH = '/api/v1/payments'
