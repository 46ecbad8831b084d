/** Ends an offer that was not answered in time: its payment fails, and nothing was charged. */
import type { StepServices } from '../attempts/payment-services.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import type { PaymentRow } from '../model/payment.ts'

const REASONS = {
  expired: 'The offer ran out before it was answered; nothing was charged',
  given_up: 'The shopper went on with another card; nothing was charged',
} as const

/** Returns undefined if the offer was answered meanwhile. */
export const endOffer = (
  services: StepServices,
  payment: PaymentRow,
  why: keyof typeof REASONS = 'expired',
): ReturnType<typeof takePaymentStep> =>
  takePaymentStep(services, payment, {
    trigger: 'decline',
    error_code: 'dcc_offer_expired',
    error_message: REASONS[why],
  })
