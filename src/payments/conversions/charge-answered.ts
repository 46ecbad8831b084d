/** Sends a payment to its bank once its shopper has chosen the currency: without the card's code, which is never stored. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { openStoredCard } from '../attempts/rebuild-attempt.ts'
import { runAttempts } from '../attempts/run-attempts.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { workUnderLease } from '../attempts/work-under-lease.ts'
import { findOffer } from '../model/conversion-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { applyTransition, type PaymentTransition } from '../persistence/apply-transition.ts'
import { beginChallenge } from '../three-d-secure/begin-challenge.ts'
import type { FormCache } from '../three-d-secure/pages/form-cache.ts'

type ChargingServices = Pick<PaymentServices, 'runtime' | 'banks' | 'directory' | 'terms' | 'records' | 'leases'>

/** Requires that this process holds the payment's lease; repeats of either key wait for it. */
export const chargeAnswered = (
  services: ChargingServices,
  forms: FormCache,
  payment: Leased<PaymentRow>,
  request: RequestFacts,
): Promise<Answer> => workUnderLease(services, payment, () => charge(services, forms, payment, request))

const charge = async (
  services: ChargingServices,
  forms: FormCache,
  payment: Leased<PaymentRow>,
  request: RequestFacts,
): Promise<Answer> => {
  const served = await services.banks.connectors.servedConfiguration(payment)
  if (served === undefined) return failUnsent(services, payment, NOT_SERVED)
  if (payment.card_sealed === null) return failUnsent(services, payment, CARD_GONE)
  const card = await openStoredCard(services, payment)
  const candidates = [served.configuration] as const // the offer is from this bank only
  if (payment.secure_type === 'non_3d')
    return runAttempts(services, {
      payment,
      card,
      candidates,
      instance: request.path,
      arrivedAt: request.arrivedAt,
      isRepeatable: false,
    })
  return beginChallenge(services, forms, {
    call: { request, idempotencyKey: null },
    draft: { card, candidates, isCardHidden: true },
    payment,
    addresses: await readAddresses(services, payment),
  })
}

/** Reads the addresses that the call which asked for the offer stored with it. */
const readAddresses = async ({ runtime }: Pick<PaymentServices, 'runtime'>, { tenant_id, id }: PaymentRow) => {
  const offer = await runtime.db.inTenant(tenant_id, (tx) => findOffer(tx, tenant_id, id))
  if (!offer?.return_url) throw new Error(`payment ${id} was offered another currency without addresses to return to`)
  return { return_url: offer.return_url, cancel_url: offer.cancel_url }
}

const failUnsent = async (
  services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
  payment: PaymentRow,
  transition: PaymentTransition,
): Promise<Answer> => {
  const context = services.records.updateContext(services.runtime.clock.ms())
  await services.records.record(applyTransition(payment, transition, [], context))
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
