/** Continues with a payment that is stored with its decision and that this process has leased. */
import type { Answer } from '../../access/endpoint.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { Caller } from '../attempts/caller.ts'
import { announceOffer, mayWait } from '../conversions/announce-offer.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { chargeOrChallenge } from '../three-d-secure/charge-or-challenge.ts'

export type ChargingServices = Parameters<typeof chargeOrChallenge>[0]

/** If the bank offers the currency of the card, the shopper is asked first. */
export const continuePayment = (
  services: ChargingServices,
  draft: PaymentDraft,
  payment: Leased<PreparedPayment>,
  caller: Caller,
): Promise<Answer> =>
  draft.offer !== undefined && mayWait(payment)
    ? announceOffer(services, draft.offer, payment, caller)
    : chargeOrChallenge(services, { draft, payment, caller })
