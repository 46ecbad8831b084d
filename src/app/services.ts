/** Services that the surfaces share: authentication, the banks, fraud, payments, deliveries. */

import { createDenials, type Denials } from '../access/audit/denials.ts'
import { createAuthenticator } from '../access/callers/authenticate.ts'
import { createRealms, type Realms } from '../access/callers/realms.ts'
import { openLimitStore } from '../access/limits/open-limit-store.ts'
import { createRateLimiter } from '../access/limits/rate-limiter.ts'
import { createTariffPlanQuota, type TariffPlanQuota } from '../access/limits/tariff-plan-quota.ts'
import type { AccessControl } from '../access/pipeline/authorize.ts'
import { type Connectors, composeConnectors } from '../acquiring/tenant-banks/connectors-module.ts'
import type { ChargebackServices } from '../chargebacks/chargeback-services.ts'
import { type Chargebacks, composeChargebacks } from '../chargebacks/chargebacks-module.ts'
import { findChargebacksOfPayments } from '../chargebacks/chargebacks-of-payments.ts'
import { receiveBankNotice } from '../chargebacks/receive-bank-notice.ts'
import { type Checkout, composeCheckout } from '../checkout/checkout-module.ts'
import { type Alerts, composeAlerts } from '../fraud/alerts-module.ts'
import { createFraudScreening } from '../fraud/screen.ts'
import {
  composeExternalIssuers,
  type ExternalIssuerServices,
} from '../identity/identity-providers/external-issuers-module.ts'
import type { ProcessRegistry } from '../infra/database/processes/process-registry.ts'
import type { Runtime } from '../infra/runtime.ts'
import { composeMonitors, type Monitors } from '../monitors/monitors-module.ts'
import { composePayments, type Payments } from '../payments/payments-module.ts'
import { composeReconciliations, type Reconciliations } from '../reconciliations/reconciliations-module.ts'
import { composeRecurring, type Recurring } from '../recurring/recurring-module.ts'
import { createReferenceData, type ReferenceLookup } from '../reference/reference-data.ts'
import { beginSettlementRun } from '../settlements/making/settlement-run-store.ts'
import { composeSettlements, type Settlements } from '../settlements/settlements-module.ts'
import { findWantedCommissions } from '../settlements/terms/wanted-commissions.ts'
import { composeTransfers, type Transfers } from '../transfers/transfers-module.ts'
import { composeDeliveries, type Deliveries } from '../webhooks/dispatch/deliveries-module.ts'
import { READS_OF_PAYMENTS, STUCK_INSTALLMENTS } from './handed-reads.ts'

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
  monitors: Monitors
  quota: TariffPlanQuota
  deliveries: Deliveries
  close(): Promise<void>
}

const paymentPolicyOf = (realm: Awaited<ReturnType<ReturnType<typeof createRealms>['realmOfTenant']>>) => ({
  allow_non_3d: realm?.allowNon3d ?? false,
  preferred_three_d_flow: realm?.preferredThreeDFlow ?? ('standard' as const),
})

const merchantNamesOf =
  (realms: Pick<ReturnType<typeof createRealms>, 'merchantsOf'>): ChargebackServices['merchantNamesOf'] =>
  async (tenantId) => {
    const { byId } = await realms.merchantsOf(tenantId)
    return (merchantId) => byId.get(merchantId)?.name ?? null
  }

const isMerchantActive = async (realms: Pick<Realms, 'merchantsOf'>, tenantId: string, merchantId: string) =>
  (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.isActive ?? false

const openPlans = (payments: Payments, realms: Realms, deliveries: Deliveries): Recurring =>
  composeRecurring({
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
  composeReconciliations({
    runtime,
    forceStatus: payments.forceStatus,
    remedies: {
      inquireCharge: payments.inquireCharge,
      reverseCharge: payments.reverseCharge,
      markReversed: recurring.markReversed,
    },
    chargebacks: { take: (tx, notice) => receiveBankNotice(tx, notice, runtime.config), wakeDeliveries },
    findCommissions: findWantedCommissions,
    beginSettlementRun,
  })

type PageNeeds = Pick<Parameters<typeof composeCheckout>[0], 'binOf' | 'windows'>

const openPages = (payments: Payments, realms: Realms, needs: PageNeeds): Checkout =>
  composeCheckout({
    payments: payments.services,
    ...needs,
    mayTakePayments: async (tenantId, merchantId) =>
      (await realms.realmOfTenant(tenantId))?.isSuspended === false &&
      (await isMerchantActive(realms, tenantId, merchantId)),
  })

export const composeServices = (runtime: Runtime, processRegistry: Services['processRegistry']): Services => {
  const realms = createRealms(runtime)
  const limits = openLimitStore(runtime)
  const limiter = createRateLimiter(limits.store, { liftsSignIn: runtime.config.env === 'sandbox' })
  const issuers = composeExternalIssuers(runtime, realms)
  const denials = createDenials(runtime)
  const connectors = composeConnectors(runtime)
  const fraud = createFraudScreening(runtime)
  const bins = createReferenceData(runtime)
  const deliveries = composeDeliveries(runtime)
  const wakeDeliveries = (tenantIds: readonly string[]): void => deliveries.wake(tenantIds)
  const quota = createTariffPlanQuota(runtime, realms)
  const merchantExternalIdOf = async (tenantId: string, merchantId: string): Promise<string | null> =>
    (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.externalId ?? null
  const payments = composePayments({
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
  const transfers = composeTransfers({
    runtime,
    processRegistry,
    connectors,
    reference: bins,
    fraud,
    quota,
    merchantExternalIdOf,
    wakeDeliveries,
  })
  const monitors = composeMonitors({ runtime, processRegistry, realms, stuckWork: [STUCK_INSTALLMENTS] })
  return {
    processRegistry,
    accessControl: { realms, limiter, authenticate: createAuthenticator(runtime, realms, issuers.externalIssuers) },
    issuers,
    connectors,
    bins,
    payments,
    chargebacks: composeChargebacks({ runtime, merchantNamesOf: merchantNamesOf(realms), wakeDeliveries }),
    recurring,
    checkout,
    transfers,
    reconciliations: openBankDays(runtime, payments, recurring, wakeDeliveries),
    settlements: composeSettlements({ runtime, merchantNamesOf: merchantNamesOf(realms), wakeDeliveries }),
    alerts: composeAlerts(runtime, { sanal_pos: payments.alertEffects, para_transferi: transfers.alertEffects }),
    monitors,
    deliveries,
    quota,
    denials,
    close: () =>
      closeAll([denials, monitors, transfers, recurring, checkout, connectors, fraud, bins, issuers, realms, limits]),
  }
}

/** Closes one service after the other, in the order in which they need each other. */
const closeAll = async (services: readonly { close(): unknown }[]): Promise<void> => {
  for (const each of services) await each.close()
}
