/** Services that the surfaces share: authentication, the banks, fraud, payments, deliveries. */

import { type Denials, openDenials } from '../access/audit/denials.ts'
import { openAuthenticator } from '../access/callers/authenticate.ts'
import { openRealms, type Realms } from '../access/callers/realms.ts'
import { openLimitStore } from '../access/limits/open-limit-store.ts'
import { openPlanQuota, type PlanQuota } from '../access/limits/plan-quota.ts'
import { openRateLimiter } from '../access/limits/rate-limiter.ts'
import type { AccessControl } from '../access/pipeline/authorize.ts'
import { type Connectors, openConnectors } from '../acquiring/tenant-banks/open-connectors.ts'
import type { ChargebackServices } from '../chargebacks/chargeback-services.ts'
import { findChargebacksOfPayments } from '../chargebacks/chargebacks-of-payments.ts'
import { type Chargebacks, openChargebacks } from '../chargebacks/open-chargebacks.ts'
import { takeBankNotice } from '../chargebacks/take-bank-notice.ts'
import { type Checkout, openCheckout } from '../checkout/open-checkout.ts'
import { type Alerts, openAlerts } from '../fraud/open-alerts.ts'
import { openFraudScreening } from '../fraud/screen.ts'
import {
  type ExternalIssuerServices,
  openExternalIssuers,
} from '../identity/identity-providers/open-external-issuers.ts'
import type { ProcessRegistry } from '../infra/database/process-registry.ts'
import type { Runtime } from '../infra/runtime.ts'
import { openPayments, type Payments } from '../payments/open-payments.ts'
import { openReconciliations, type Reconciliations } from '../reconciliations/open-reconciliations.ts'
import { openRecurring, type Recurring } from '../recurring/open-recurring.ts'
import { openReferenceData, type ReferenceLookup } from '../reference/reference-data.ts'
import { beginSettlementRun } from '../settlements/making/run-store.ts'
import { openSettlements, type Settlements } from '../settlements/open-settlements.ts'
import { findWantedCommissions } from '../settlements/terms/wanted-commissions.ts'
import { openTransfers, type Transfers } from '../transfers/open-transfers.ts'
import { type Deliveries, openDeliveries } from '../webhooks/dispatch/open-deliveries.ts'
import { READS_OF_PAYMENTS } from './handed-reads.ts'

export interface Services {
  processRegistry: Pick<ProcessRegistry, 'processNo' | 'canTrustLeases'>
  accessControl: AccessControl
  denials: Denials
  issuers: ExternalIssuerServices
  connectors: Connectors
  bins: ReferenceLookup
  payments: Payments
  chargebacks: Chargebacks
  recurring: Recurring
  checkout: Checkout
  transfers: Transfers
  reconciliations: Reconciliations
  settlements: Settlements
  alerts: Alerts
  quota: PlanQuota
  deliveries: Deliveries
  close(): Promise<void>
}

const paymentPolicyOf = (realm: Awaited<ReturnType<ReturnType<typeof openRealms>['realmOfTenant']>>) => ({
  allow_non_3d: realm?.allowNon3d ?? false,
  preferred_three_d_flow: realm?.preferredThreeDFlow ?? ('standard' as const),
})

const merchantNamesOf =
  (realms: Pick<ReturnType<typeof openRealms>, 'merchantsOf'>): ChargebackServices['merchantNamesOf'] =>
  async (tenantId) => {
    const { byId } = await realms.merchantsOf(tenantId)
    return (merchantId) => byId.get(merchantId)?.name ?? null
  }

const isMerchantActive = async (realms: Pick<Realms, 'merchantsOf'>, tenantId: string, merchantId: string) =>
  (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.isActive ?? false

const openPlans = (payments: Payments, realms: Realms, deliveries: Deliveries): Recurring =>
  openRecurring({
    payments: payments.services,
    isMerchantActive: (tenantId, merchantId) => isMerchantActive(realms, tenantId, merchantId),
    wakeDeliveries: (tenantIds) => deliveries.wake(tenantIds),
  })

const openBankDays = (
  runtime: Runtime,
  payments: Payments,
  recurring: Recurring,
  wakeDeliveries: (tenantIds: readonly string[]) => void,
): Reconciliations =>
  openReconciliations({
    runtime,
    forceStatus: payments.forceStatus,
    remedies: {
      inquireCharge: payments.inquireCharge,
      reverseCharge: payments.reverseCharge,
      markReversed: recurring.markReversed,
    },
    chargebacks: { take: (tx, notice) => takeBankNotice(tx, notice, runtime.config), wakeDeliveries },
    findCommissions: findWantedCommissions,
    beginSettlementRun,
  })

type PageNeeds = Pick<Parameters<typeof openCheckout>[0], 'binOf' | 'windows'>

const openPages = (payments: Payments, realms: Realms, needs: PageNeeds): Checkout =>
  openCheckout({
    payments: payments.services,
    ...needs,
    mayTakePayments: async (tenantId, merchantId) =>
      (await realms.realmOfTenant(tenantId))?.isSuspended === false &&
      (await isMerchantActive(realms, tenantId, merchantId)),
  })

export const openServices = (runtime: Runtime, processRegistry: ProcessRegistry): Services => {
  const realms = openRealms(runtime)
  const limits = openLimitStore(runtime)
  const limiter = openRateLimiter(limits.store, { liftsSignIn: runtime.config.env === 'sandbox' })
  const issuers = openExternalIssuers(runtime, realms)
  const denials = openDenials(runtime)
  const connectors = openConnectors(runtime)
  const fraud = openFraudScreening(runtime)
  const bins = openReferenceData(runtime)
  const deliveries = openDeliveries(runtime)
  const wakeDeliveries = (tenantIds: readonly string[]): void => deliveries.wake(tenantIds)
  const quota = openPlanQuota(runtime, realms)
  const merchantExternalIdOf = async (tenantId: string, merchantId: string): Promise<string | null> =>
    (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.externalId ?? null
  const payments = openPayments({
    runtime,
    processRegistry,
    connectors,
    fraud,
    policyOf: async (tenantId) => paymentPolicyOf(await realms.realmOfTenant(tenantId)),
    quota,
    directory: {
      binOf: bins.binOf,
      isListedCity: bins.isListedCity,
      merchantExternalIdOf,
      merchantNameOf: async (tenantId, merchantId) =>
        (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.name ?? null,
      merchantIdOf: async (tenantId, externalId) =>
        (await realms.merchantsOf(tenantId)).byExternalId.get(externalId)?.id ?? null,
    },
    findChargebacks: findChargebacksOfPayments,
    others: READS_OF_PAYMENTS,
    wakeDeliveries,
  })
  const recurring = openPlans(payments, realms, deliveries)
  const checkout = openPages(payments, realms, { binOf: bins.binOf, windows: limiter.windows })
  const transfers = openTransfers({
    runtime,
    processRegistry,
    connectors,
    reference: bins,
    fraud,
    quota,
    merchantExternalIdOf,
    wakeDeliveries,
  })
  return {
    processRegistry,
    accessControl: { realms, limiter, authenticate: openAuthenticator(runtime, realms, issuers.externalIssuers) },
    issuers,
    connectors,
    bins,
    payments,
    chargebacks: openChargebacks({ runtime, merchantNamesOf: merchantNamesOf(realms), wakeDeliveries }),
    recurring,
    checkout,
    transfers,
    reconciliations: openBankDays(runtime, payments, recurring, wakeDeliveries),
    settlements: openSettlements({ runtime, merchantNamesOf: merchantNamesOf(realms), wakeDeliveries }),
    alerts: openAlerts(runtime, { sanal_pos: payments.alertEffects, para_transferi: transfers.alertEffects }),
    deliveries,
    quota,
    denials,
    close: () => closeAll([denials, transfers, recurring, checkout, connectors, fraud, bins, issuers, realms, limits]),
  }
}

/** Closes one service after the other, in the order in which they need each other. */
const closeAll = async (services: readonly { close(): unknown }[]): Promise<void> => {
  for (const each of services) await each.close()
}
