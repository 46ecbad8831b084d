/** Card payments of one process: their endpoints, and the sweep that resolves unknown outcomes. */
import type { Endpoint } from '../access/endpoint.ts'
import type { AlertDecisionHandler } from '../fraud/alerts/alert-decision-handler.ts'
import { startSweep } from '../infra/process/sweep.ts'
import type { PaymentDependencies, PaymentServices } from './attempts/payment-services.ts'
import {
  createInquireCharge,
  createReverseCharge,
  type InquireCharge,
  type ReverseCharge,
} from './cancellations/reverse-charge.ts'
import { composePaymentServices } from './compose-payment-services.ts'
import { paymentAlertEffects } from './inquiries/alert-effects.ts'
import { createForceStatus, type ForceStatus } from './inquiries/force-status.ts'
import { createOperationInquiries } from './inquiries/resolve-operations.ts'
import { createPaymentInquiries } from './inquiries/resolve-payments.ts'
import { paymentEndpoints, type ReadsOfOthers } from './payment-endpoints.ts'

export interface Payments {
  endpoints: readonly Endpoint[]
  /** For modules above, so that their payments take the same path, in the same batches. */
  services: PaymentServices
  /** Applies a fraud alert's decision to its payment. */
  alertEffects: AlertDecisionHandler
  /** Ends what inquiries could not, when a reconciliation shows it. */
  forceStatus: ForceStatus
  /** Remedies a charge that a reconciliation shows to be unknown to us. */
  reverseCharge: ReverseCharge
  inquireCharge: InquireCharge
  /** Starts inquiries about open attempts; worker processes only. */
  startInquiries: () => { stop(): Promise<void> }
}

const INQUIRY_IDLE_MS = 1_000 // the schedule's steps are whole seconds

export const composePayments = ({
  others,
  ...dependencies
}: PaymentDependencies & { readonly others: ReadsOfOthers }): Payments => {
  const services = composePaymentServices(dependencies)
  return {
    services,
    endpoints: paymentEndpoints(services, others),
    alertEffects: paymentAlertEffects(services),
    forceStatus: createForceStatus(services),
    reverseCharge: createReverseCharge(services),
    inquireCharge: createInquireCharge(services),
    startInquiries: () => {
      const { log, notifications } = dependencies.runtime
      const inquiries = [createPaymentInquiries, createOperationInquiries].map((open) =>
        open(services, () => sweep.wake()),
      )
      const sweep = startSweep({
        name: 'inquiries',
        // The work it starts continues in the background; the sweep is woken when slots are free.
        async work() {
          let begun = 0
          if (services.leases.canTrustLeases()) for (const each of inquiries) begun += await each.fill()
          return begun
        },
        idleMs: INQUIRY_IDLE_MS,
        log,
        wokenBy: (wake) => [notifications.subscribe('clock', wake)],
        idle: () => Promise.all(inquiries.map((each) => each.idle())),
      })
      return sweep
    },
  }
}
