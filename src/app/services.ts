/** What the surfaces share: who may call, the banks, fraud, payments, deliveries. */
import type { Gate } from '../access/pipeline/authorize.ts'
import { type Denials, openDenials } from '../access/audit/denials.ts'
import { openAuthenticator } from '../access/callers/authenticate.ts'
import { openRealms } from '../access/callers/realms.ts'
import { openLimitStore } from '../access/limits/open-limit-store.ts'
import { openPlanQuota, type PlanQuota } from '../access/limits/plan-quota.ts'
import { openRateLimiter } from '../access/limits/rate-limiter.ts'
import { type Connectors, openConnectors } from '../acquiring/tenant-banks/open-connectors.ts'
import { type Alerts, openAlerts } from '../fraud/open-alerts.ts'
import { openFraud } from '../fraud/screen.ts'
import { type Issuers, openIssuers } from '../identity/identity-providers/open-external-issuers.ts'
import type { House } from '../infra/runtime.ts'
import type { Presence } from '../infra/database/process-registry.ts'
import { openPayments, type Payments } from '../payments/open-payments.ts'
import { type Bins, openBins } from '../reference/reference-data.ts'
import { openTransfers, type Transfers } from '../transfers/open-transfers.ts'
import { type Deliveries, openDeliveries } from '../webhooks/dispatch/open-deliveries.ts'

export interface Desks {
  gate: Gate
  denials: Denials
  issuers: Issuers
  connectors: Connectors
  bins: Bins
  payments: Payments
  transfers: Transfers
  alerts: Alerts
  quota: PlanQuota
  deliveries: Deliveries
  close(): Promise<void>
}

const paymentPolicyOf = (realm: Awaited<ReturnType<ReturnType<typeof openRealms>['realmOfTenant']>>) => ({
  allow_non_3d: realm?.allowNon3d ?? false,
  preferred_three_d_flow: realm?.preferredThreeDFlow ?? ('standard' as const),
})

export const openDesks = (house: House, presence: Presence): Desks => {
  const realms = openRealms(house)
  const limits = openLimitStore(house)
  const limiter = openRateLimiter(limits.store, { liftsSignIn: house.config.env === 'sandbox' })
  const issuers = openIssuers(house, realms)
  const denials = openDenials(house)
  const connectors = openConnectors(house)
  const fraud = openFraud(house)
  const bins = openBins(house)
  const deliveries = openDeliveries(house)
  const quota = openPlanQuota(house, realms)
  const merchantExternalIdOf = async (tenantId: string, merchantId: string): Promise<string | null> =>
    (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.externalId ?? null
  const payments = openPayments({
    house,
    processNo: presence.processNo,
    seesOthers: presence.seesOthers,
    connectors,
    fraud,
    binOf: bins.binOf,
    isListedCity: bins.isListedCity,
    policyOf: async (tenantId) => paymentPolicyOf(await realms.realmOfTenant(tenantId)),
    quota,
    merchantExternalIdOf,
    merchantNameOf: async (tenantId, merchantId) =>
      (await realms.merchantsOf(tenantId)).byId.get(merchantId)?.name ?? null,
    merchantIdOf: async (tenantId, externalId) =>
      (await realms.merchantsOf(tenantId)).byExternalId.get(externalId)?.id ?? null,
    wakeDeliveries: (tenantIds) => deliveries.wake(tenantIds),
  })
  const transfers = openTransfers({
    house,
    processNo: presence.processNo,
    seesOthers: presence.seesOthers,
    connectors,
    reference: bins,
    fraud,
    quota,
    merchantExternalIdOf,
    wakeDeliveries: (tenantIds) => deliveries.wake(tenantIds),
  })
  return {
    gate: { realms, limiter, authenticate: openAuthenticator(house, realms, issuers.outsiders) },
    issuers,
    connectors,
    bins,
    payments,
    transfers,
    alerts: openAlerts(house, { sanal_pos: payments.alertEffects, para_transferi: transfers.alertEffects }),
    deliveries,
    quota,
    denials,
    async close() {
      await denials.close()
      transfers.close()
      connectors.close()
      await fraud.close()
      bins.close()
      issuers.close()
      realms.close()
      await limits.close()
    },
  }
}
