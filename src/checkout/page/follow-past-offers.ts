/** Follows a session whose payment waits for the choice of a currency although the time for it has expired. */
import { endOffer } from '../../payments/conversions/end-offer.ts'
import { findOpenOffer } from '../../payments/model/conversion.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import type { SessionRow } from '../model/session-row.ts'
import { type FollowedSession, followSession } from '../sessions/follow-session.ts'

/** The first reader ends the offer, so that the page of the next attempt is shown at once. */
export const followPastOffers = async (services: CheckoutServices, session: SessionRow): Promise<FollowedSession> => {
  const followed = await followSession(services, session)
  const { payment } = followed
  const offered = payment && findOpenOffer(payment)
  if (payment === undefined || offered === undefined || services.payments.runtime.clock.ms() < offered.expires)
    return followed
  await endOffer(services.payments, payment)
  return followSession(services, session)
}
