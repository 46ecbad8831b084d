/** Recurring plans of one process: their endpoints, and the sweep that charges what is due. */
import type { Endpoint } from '../access/endpoint.ts'
import { startSweep } from '../infra/process/sweep.ts'
import { findPayment } from '../payments/model/payment-store.ts'
import { openInstallmentWork } from './charging/run-installments.ts'
import { recurringEndpoints } from './endpoints.ts'
import { openRecurringServices, type RecurringDependencies } from './recurring-services.ts'
import { REVERSED, recordReport } from './sync-plan.ts'

export interface Recurring {
  endpoints: readonly Endpoint[]
  /** Starts charging; worker processes only. */
  startCharging: () => { stop(): Promise<void> }
  /** What the bank has undone by itself, with its plan where the payment is of one. False: it is not completed any more, or partly refunded. */
  markReversed(tenantId: string, paymentId: string): Promise<boolean>
  close(): void
}

const IDLE_MS = 1_000

export const openRecurring = (dependencies: RecurringDependencies): Recurring => {
  const services = openRecurringServices(dependencies)
  const { runtime, leases } = services.payments
  return {
    endpoints: recurringEndpoints(services),
    startCharging: () => {
      const work = openInstallmentWork(services, () => sweep.wake())
      const sweep = startSweep({
        name: 'installments',
        // What it starts continues in the background: it is woken when there is room for more.
        work: async () => (leases.canTrustLeases() ? work.fill() : 0),
        idleMs: IDLE_MS,
        log: runtime.log,
      })
      const unsubscribe = runtime.notifications.subscribe('clock', () => sweep.wake())
      return {
        async stop() {
          unsubscribe()
          await sweep.stop()
          await work.idle()
        },
      }
    },
    async markReversed(tenantId, paymentId) {
      const payment = await runtime.db.inTenant(tenantId, (tx) => findPayment(tx, tenantId, paymentId))
      return payment !== undefined && (await recordReport(services, payment, REVERSED))
    },
    close: () => services.settings.close(),
  }
}
