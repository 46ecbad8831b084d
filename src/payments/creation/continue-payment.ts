/** Continues with a payment that is stored with its decision and that this process has leased. */
import type { Answer } from '../../access/endpoint.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { Caller } from '../attempts/caller.ts'
import { recallPayment } from '../attempts/recall-payment.ts'
import { announceOffer, mayWait } from '../conversions/announce-offer.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { chargeOrChallenge } from '../three-d-secure/charge-or-challenge.ts'

export type ChargingServices = Parameters<typeof chargeOrChallenge>[0]

/**
 * After a restore the bank is asked first whether it has the payment already. If the bank offers the currency of the card,
 * the shopper is asked before it is sent.
 */
export const continuePayment = async (
  services: ChargingServices,
  draft: PaymentDraft,
  prepared: Leased<PreparedPayment>,
  caller: Caller,
): Promise<Answer> => {
  const { knownSince, payment: drafted } = draft
  const lost = services.runtime.restores.askBanksAbout(prepared.tenant_id, knownSince ?? Date.parse(drafted.created))
  const recalled =
    lost === null ? { payment: prepared } : await recallPayment(services, lost, { ...draft, payment: prepared, caller })
  if ('answer' in recalled) return recalled.answer
  const { payment } = recalled
  return draft.offer !== undefined && mayWait(payment)
    ? announceOffer(services, draft.offer, payment, caller)
    : chargeOrChallenge(services, { draft, payment, caller })
}
