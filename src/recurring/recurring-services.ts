/** Services that the steps of plans share in one process. */
import type { Leases } from '../infra/database/due-work/leases.ts'
import { createLeases } from '../infra/database/due-work/leases.ts'
import { GroupCommit } from '../infra/database/group-commit.ts'
import type { TenantCache } from '../infra/database/tenant-cache.ts'
import type { PaymentServices } from '../payments/attempts/payment-services.ts'
import { type ConcludedTry, concludeTries, type WorkedTry } from './charging/conclude-tries.ts'
import { LEASED_INSTALLMENTS } from './charging/due-installments.ts'
import { createRecurringPlanSettings, type RecurringPlanSettings } from './model/recurring-plan-settings.ts'

export interface RecurringServices {
  payments: PaymentServices
  settings: TenantCache<RecurringPlanSettings>
  leases: Leases
  isMerchantActive: (tenantId: string, merchantId: string) => Promise<boolean>
  /** Records the new state of installment and plan, and their events, from the payment as stored. */
  conclude: (worked: WorkedTry) => Promise<ConcludedTry>
  wakeDeliveries: (tenantIds: readonly string[]) => void
}

export interface RecurringDependencies
  extends Pick<RecurringServices, 'payments' | 'isMerchantActive' | 'wakeDeliveries'> {}

const PERSIST_MS = 5_000

export const composeRecurringServices = (given: RecurringDependencies): RecurringServices => {
  const { runtime, leases } = given.payments
  const settings = createRecurringPlanSettings(runtime)
  const concluding = new GroupCommit<WorkedTry, ConcludedTry>({
    write: (tries) =>
      concludeTries(runtime.db, { settingsOf: (id) => settings.of(id), nowMs: () => runtime.clock.ms() }, tries),
    partOf: ({ tenant_id }) => runtime.db.shardOf(tenant_id),
    persistMs: PERSIST_MS,
    keyOf: ({ tenant_id, plan_id }) => `${tenant_id}${plan_id}`,
  })
  return {
    ...given,
    settings,
    leases: createLeases(runtime, leases.processNo, LEASED_INSTALLMENTS),
    async conclude(worked) {
      const concluded = await concluding.submit(worked)
      if (concluded !== undefined && concluded.installment.status !== 'pending')
        given.wakeDeliveries([worked.tenant_id])
      return concluded
    },
  }
}
