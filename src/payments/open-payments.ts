/** Card payments of one process: their endpoints, and the sweep that resolves unknown outcomes. */
import type { Endpoint } from '../access/endpoint.ts'
import type { AlertDecisionHandler } from '../fraud/alerts/alert-decision-handler.ts'
import { type Sweep, startSweep } from '../infra/process/sweep.ts'
import type { PaymentDependencies } from './attempts/payment-services.ts'
import { paymentEndpoints } from './endpoints.ts'
import { paymentAlertEffects } from './inquiries/alert-effects.ts'
import { resolveDueOperations } from './inquiries/resolve-operations.ts'
import { resolveDuePayments } from './inquiries/resolve-payments.ts'
import { openPaymentServices } from './open-payment-services.ts'

export interface Payments {
  endpoints: readonly Endpoint[]
  /** Effects of a fraud alert's decision on its payment. */
  alertEffects: AlertDecisionHandler
  /** Starts inquiries about open attempts; worker processes only. */
  startInquiries: () => Sweep
}

const INQUIRY_IDLE_MS = 1_000 // the schedule's steps are whole seconds

export const openPayments = (dependencies: PaymentDependencies): Payments => {
  const services = openPaymentServices(dependencies)
  return {
    endpoints: paymentEndpoints(services),
    alertEffects: paymentAlertEffects(services),
    startInquiries: () => {
      const { log, notifications } = dependencies.runtime
      const sweep = startSweep({
        name: 'inquiries',
        work: async () =>
          services.canTrustLeases() ? (await resolveDuePayments(services)) + (await resolveDueOperations(services)) : 0,
        idleMs: INQUIRY_IDLE_MS,
        log,
      })
      notifications.subscribe('clock', () => sweep.wake())
      return sweep
    },
  }
}
