/** Services that the steps of a payment use in one process; each step names those it needs. */
import type { TariffPlanQuota } from '../../access/limits/tariff-plan-quota.ts'
import type { Connectors } from '../../acquiring/tenant-banks/connectors-module.ts'
import type { BankCodeMeaning } from '../../connectors/port.ts'
import type { FraudScreening } from '../../fraud/screen.ts'
import type { Leases } from '../../infra/database/due-work/leases.ts'
import type { ProcessRegistry } from '../../infra/database/processes/process-registry.ts'
import type { TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { BinLookup } from '../../reference/reference-data.ts'
import type { FindChargebacks } from '../model/chargebacks.ts'
import type { UpdateContext } from '../persistence/apply-payment-transition.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparationResult } from '../persistence/prepare-payments.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import type { PaymentSettings } from '../settings/payment-settings.ts'
import type { Caller } from './caller.ts'
import type { FormCache } from './form-cache.ts'
import type { FoundOperation } from './found-operations.ts'

export interface PaymentServices {
  runtime: Runtime
  banks: PaymentBanks
  directory: PaymentDirectory
  terms: PaymentTerms
  fraud: Pick<FraudScreening, 'checkPayment' | 'decide'>
  records: PaymentRecords
  leases: PaymentLeases
  forms: FormCache
  findChargebacks: FindChargebacks
}

/** Services that each step at a bank takes. */
export type StepServices = Pick<PaymentServices, 'runtime' | 'banks' | 'records' | 'leases'>

/** The banks of a tenant, and what their codes mean. */
interface PaymentBanks {
  connectors: Connectors
  /** Category and fallback come from the tenant's table of bank codes. */
  meaningOf: (tenantId: string, connectorCode: string, bankCode: string) => Promise<BankCodeMeaning>
}

/** Cards, cities and merchants a payment names. */
interface PaymentDirectory {
  binOf: (cardNumber: string) => Promise<BinLookup>
  /** Accepts a city's name or code. */
  isListedCity: (city: string) => Promise<boolean>
  merchantExternalIdOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Returns the name of a merchant as displayed to the shopper. */
  merchantNameOf: (tenantId: string, merchantId: string) => Promise<string | null>
  /** Returns the merchant with this external id, or null. */
  merchantIdOf: (tenantId: string, externalId: string) => Promise<string | null>
}

/** Limits and settings of a tenant for its payments. */
interface PaymentTerms {
  policyOf: (
    tenantId: string,
  ) => Promise<{ allow_non_3d: boolean; preferred_three_d_flow: 'standard' | 'pay' | 'hosted' }>
  /** How many payments the plan and the API key allow. */
  quota: Pick<TariffPlanQuota, 'quotaOf' | 'refuseUsedUp' | 'grant'>
  settings: TenantCache<PaymentSettings>
}

/** A payment with what followed it at the bank. */
export interface FoundAtBank {
  readonly restoreId: string
  readonly payment: PreparedPayment
  readonly operations: readonly FoundOperation[]
}

/** The two group-committed writes. */
interface PaymentRecords {
  /**
   * Returns that the payment is new and durable, with its decision; or that its key belongs to an earlier one; or that
   * a limit is reached.
   */
  prepare: (draft: PaymentDraft) => Promise<PreparationResult>
  /**
   * Does the same for the payment of an order link, which is already stored. `key_taken` means it was paid or has
   * expired.
   */
  prepareLink: (draft: PaymentDraft) => Promise<PreparationResult>
  /** Returns true if it was recorded; false if another process was first, and then the stored state has to be read. */
  record: (update: PaymentUpdate) => Promise<boolean>
  /** Does the same for a payment that a restore lost, in one transaction with what its bank has done to it since. */
  recordFound: (update: PaymentUpdate, found: FoundAtBank) => Promise<boolean>
  /** A job has no caller. */
  updateContext: (nowMs: number, caller?: Pick<Caller, 'path' | 'arrivedAt'>) => UpdateContext
}

/** Leases of the payments this process works on. */
interface PaymentLeases extends Leases, Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'> {
  /** Work in progress by payment id: a repeat of the key waits for it instead of polling the database. */
  running: Map<string, Promise<unknown>>
}

/** Dependencies with which the services are opened. */
export interface PaymentDependencies
  extends Pick<PaymentServices, 'runtime' | 'directory' | 'fraud' | 'findChargebacks'> {
  processRegistry: Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>
  connectors: Connectors
  policyOf: PaymentTerms['policyOf']
  quota: PaymentTerms['quota']
  /** Wakes the deliveries; called right after a commit that published events. */
  wakeDeliveries: (tenantIds: readonly string[]) => void
}

export const PAYMENTS_PATH = '/api/v1/payments'
