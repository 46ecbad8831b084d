/** Ends an offer that was not answered in time: its payment fails, and nothing was charged. */
import type { PaymentServices } from '../attempts/payment-services.ts'
import type { PaymentRow } from '../model/payment.ts'
import { applyTransition } from '../persistence/apply-transition.ts'

const EXPIRED = 'The offer ran out before it was answered; nothing was charged'
const GIVEN_UP = 'The shopper went on with another card; nothing was charged'

/** Returns false if the offer was answered meanwhile. */
export const endOffer = (
  { records, runtime }: Pick<PaymentServices, 'runtime' | 'records'>,
  payment: PaymentRow,
  why: 'expired' | 'given_up' = 'expired',
): Promise<boolean> =>
  records.record(
    applyTransition(
      payment,
      {
        trigger: 'decline',
        error_code: 'dcc_offer_expired',
        error_message: why === 'expired' ? EXPIRED : GIVEN_UP,
      },
      [],
      records.updateContext(runtime.clock.ms()),
    ),
  )
