/** The shopper's answer to an offer: the payment continues in the currency of the card, or in its original one. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import { findHolder } from '../../access/idempotency/idempotency-key.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { findOpenOffer, isAnswered } from '../model/conversion.ts'
import { findOfferByKey, releaseOfferKey } from '../model/conversion-store.ts'
import type { PaymentRow } from '../model/payment.ts'
import { findPayment, requirePayment } from '../model/payment-store.ts'
import { chargeAnswered } from './charge-answered.ts'
import { claimAnswer } from './claim-answer.ts'
import { endOffer } from './end-offer.ts'

interface OfferAnswer {
  readonly tenantId: string
  /** Null means that the caller reaches every merchant of the tenant. */
  readonly merchantId: string | null
  readonly paymentId: string
  readonly isAccepted: boolean
  /** Includes the caller's merchant. */
  readonly key: string | null
  readonly fingerprint: Buffer | null
  readonly request: RequestFacts
}

export const answerOffer = async (
  services: Parameters<typeof chargeAnswered>[0],
  answer: OfferAnswer,
): Promise<Answer> => {
  const repeated = await findRepeat(services, answer)
  if (repeated !== undefined) return repeated
  const { tenantId, paymentId, merchantId } = answer
  const { clock, db } = services.runtime
  const payment = await db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, paymentId, merchantId))
  const offered = await requireOpenOffer(services, requirePayment(payment))
  const claim = { ...answer, payment: payment as PaymentRow, offered, owner: services.leases.processNo }
  const charged = await services.leases.during(paymentId, async () => {
    const taken = await claimAnswer((work) => db.transaction({ of: tenantId }, work), { ...claim, nowMs: clock.ms() })
    return taken && chargeAnswered(services, taken, answer.request)
  })
  if (charged !== undefined) return charged
  // Another call was quicker. With the same key it was a repeat of this one; otherwise the offer is refused in its
  // current state.
  const ours = await findRepeat(services, answer)
  if (ours !== undefined) return ours
  const now = await db.transaction({ of: tenantId }, (tx) => findPayment(tx, tenantId, paymentId, merchantId))
  await requireOpenOffer(services, requirePayment(now))
  throw new Problem('dcc_invalid_state', { detail: ANSWERED, transaction_id: paymentId })
}

const ANSWERED = phrase`The offer was answered already; the payment goes on as it was answered.`

/** Returns the result of the first call with this key; undefined if the key is new or missing. */
const findRepeat = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  { tenantId, key, fingerprint }: OfferAnswer,
): Promise<Answer | undefined> => {
  if (key === null || fingerprint === null) return undefined
  const { db, clock } = services.runtime
  const offer = await db.transaction({ of: tenantId }, (tx) =>
    findHolder(
      tx,
      {
        find: () => findOfferByKey(tx, tenantId, key),
        release: (_, { payment_id }) => releaseOfferKey(tx, tenantId, payment_id),
      },
      { fingerprint, nowMs: clock.ms() },
    ),
  )
  if (offer === undefined) return undefined
  return respondWithStored(services, tenantId, offer.payment_id)
}

/** Throws if the offer cannot be answered. An expired one ends here, whether or not the job has reached it. */
const requireOpenOffer = async (services: StepServices, payment: PaymentRow) => {
  const offered = findOpenOffer(payment)
  const { id: transaction_id, history } = payment
  if (offered === undefined) {
    if (payment.error_code === 'dcc_offer_expired') throw expiredProblem(transaction_id)
    if (isAnswered(history)) throw new Problem('dcc_invalid_state', { detail: ANSWERED, transaction_id })
    throw new Problem('dcc_not_available', {
      detail: phrase`The payment carries no conversion offer.`,
      transaction_id,
    })
  }
  if (services.runtime.clock.ms() < offered.expires) return offered
  await endOffer(services, payment)
  throw expiredProblem(transaction_id)
}

const expiredProblem = (transaction_id: string): Problem =>
  new Problem('dcc_offer_expired', {
    detail: phrase`The offer was not answered in time, and nothing was charged. Start a new payment.`,
    transaction_id,
  })
