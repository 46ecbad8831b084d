/** Recurring plans of one process: their endpoints, and the sweep that charges what is due. */
import type { Endpoint } from '../access/endpoint.ts'
import { startSweep } from '../infra/process/sweep.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import { createInstallmentWork } from './charging/run-installments.ts'
import { recurringEndpoints } from './recurring-endpoints.ts'
import { composeRecurringServices, type RecurringDependencies } from './recurring-services.ts'
import { REVERSED, recordReport } from './sync-recurring-plan.ts'

export interface Recurring {
  endpoints: readonly Endpoint[]
  /** Starts charging; worker processes only. */
  startCharging: () => { stop(): Promise<void> }
  /**
   * Records that the bank has undone a payment without being asked, together with its plan if it has one. Returns false
   * if the payment is no longer completed, or partly refunded.
   */
  markReversed(tenantId: string, paymentId: string): Promise<boolean>
  close(): void
}

const IDLE_MS = 1_000

export const composeRecurring = (dependencies: RecurringDependencies): Recurring => {
  const services = composeRecurringServices(dependencies)
  const { runtime, leases } = services.payments
  return {
    endpoints: recurringEndpoints(services),
    startCharging: () => {
      const work = createInstallmentWork(services, () => sweep.wake())
      const sweep = startSweep({
        name: 'installments',
        // The work it starts continues in the background; the sweep is woken when slots are free.
        work: async () => (leases.canTrustLeases() ? work.fill() : 0),
        idleMs: IDLE_MS,
        log: runtime.log,
        wokenBy: (wake) => [runtime.notifications.subscribe('clock', wake)],
        idle: () => work.idle(),
      })
      return sweep
    },
    async markReversed(tenantId, paymentId) {
      const payment = await runtime.db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, paymentId))
      return payment !== undefined && (await recordReport(services, payment, REVERSED))
    },
    close: () => services.settings.close(),
  }
}
