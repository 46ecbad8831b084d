/** Card payments of one process: their endpoints, and the sweep that settles what a bank left open. */
import type { Endpoint } from '../access/endpoint.ts'
import type { AlertEffects } from '../fraud/alerts/alert-decision-handler.ts'
import { type Sweep, startSweep } from '../infra/process/sweep.ts'
import { paymentEndpoints } from './endpoints.ts'
import { resolveFollowUps } from './inquiries/resolve-operations.ts'
import { heldPayments } from './inquiries/alert-effects.ts'
import { resolveUnknown } from './inquiries/resolve-payments.ts'
import { openPaymentDesk, type PaymentParts } from './attempts/payment-services.ts'

export interface Payments {
  endpoints: readonly Endpoint[]
  /** What the decision of a fraud alert sets off for its payment. */
  alertEffects: AlertEffects
  /** Starts asking banks about open attempts; worker processes only. */
  startInquiries: () => Sweep
}

const INQUIRY_IDLE_MS = 1_000 // the schedule's steps are whole seconds

export const openPayments = (parts: PaymentParts): Payments => {
  const desk = openPaymentDesk(parts)
  return {
    endpoints: paymentEndpoints(desk),
    alertEffects: heldPayments(desk),
    startInquiries: () => {
      const { log, notices } = parts.house
      const sweep = startSweep({
        name: 'inquiries',
        work: async () => (desk.seesOthers() ? (await resolveUnknown(desk)) + (await resolveFollowUps(desk)) : 0),
        idleMs: INQUIRY_IDLE_MS,
        log,
      })
      notices.on('clock', () => sweep.wake())
      return sweep
    },
  }
}
