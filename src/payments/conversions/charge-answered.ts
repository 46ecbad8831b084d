/** Sends a payment to its bank once its shopper has chosen the currency: without the card's code, which is never stored. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { toCaller } from '../attempts/caller.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { openStoredCard } from '../attempts/rebuild-attempt.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { findOffer } from '../model/conversion-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { chargeOrChallenge } from '../three-d-secure/charge-or-challenge.ts'

type ChargingServices = Parameters<typeof chargeOrChallenge>[0]

/** Requires that this process holds the payment's lease; repeats of either key wait for it. */
export const chargeAnswered = (
  services: ChargingServices,
  payment: Leased<PaymentRow>,
  request: RequestFacts,
): Promise<Answer> => workUnderLease(services, payment, () => charge(services, payment, request))

const charge = async (
  services: ChargingServices,
  payment: Leased<PaymentRow>,
  request: RequestFacts,
): Promise<Answer> => {
  const served = await services.banks.connectors.servedConfiguration(payment)
  if (served === undefined) return failUnsent(services, payment, NOT_SERVED)
  if (payment.card_sealed === null) return failUnsent(services, payment, CARD_GONE)
  const draft = {
    card: await openStoredCard(services, payment),
    candidates: [served.configuration] as const, // the offer is from this bank only
    isCardHidden: true,
    addresses: payment.secure_type === 'non_3d' ? null : await readAddresses(services, payment),
  }
  return chargeOrChallenge(services, { draft, payment, caller: toCaller(request) })
}

/** Reads the addresses that the call which asked for the offer stored with it. */
const readAddresses = async ({ runtime }: Pick<PaymentServices, 'runtime'>, { tenant_id, id }: PaymentRow) => {
  const offer = await runtime.db.transaction({ of: tenant_id }, (tx) => findOffer(tx, tenant_id, id))
  if (!offer?.return_url) throw new Error(`payment ${id} was offered another currency without addresses to return to`)
  return { return_url: offer.return_url, cancel_url: offer.cancel_url }
}

const failUnsent = async (
  services: StepServices,
  payment: PaymentRow,
  transition: PaymentTransition,
): Promise<Answer> => {
  await takePaymentStep(services, payment, transition)
  return respondWithStored(services, payment.tenant_id, payment.id, true)
}

const NOT_SERVED: PaymentTransition = {
  trigger: 'decline',
  error_code: 'config_error',
  error_message: 'The connector configuration of the offer is gone',
}
const CARD_GONE: PaymentTransition = {
  trigger: 'decline',
  error_code: 'payment_failed',
  error_message: 'The sealed card data of the payment is gone',
}
