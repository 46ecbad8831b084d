/**
 * A new payment whose bank offers the currency of its card waits for the shopper's answer; nothing is sent before that.
 */
import type { Answer } from '../../access/endpoint.ts'
import { type LoggedExchange, withResult } from '../../acquiring/request-log/request-log-row.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import type { OfferedTerms } from '../model/conversion-terms.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import { applyTransition, type UpdateContext } from '../persistence/apply-transition.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'

type GoOn = (draft: PaymentDraft, payment: Leased<PreparedPayment>) => Promise<Answer>

/**
 * Asks the shopper if there is an offer. Otherwise, and for payments that the fraud rules do not simply approve, it
 * continues like any other payment.
 */
export const askBeforeCharge =
  (
    services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
    caller: { path: string; arrivedAt: number | null },
    goOn: GoOn,
  ): GoOn =>
  async (draft, payment) => {
    const { offer } = draft
    if (offer === undefined || !mayWait(payment)) return goOn(draft, payment)
    const logged = withResult(offer.exchanges, payment, undefined)
    const update = buildOfferUpdate(payment, { ...offer.terms, expires: offer.expires }, logged, {
      ...services.records.updateContext(services.runtime.clock.ms()),
      instance: caller.path,
      duration_ms: caller.arrivedAt === null ? null : Date.now() - caller.arrivedAt,
    })
    if (!(await services.records.record(update)))
      return respondWithStored(services, payment.tenant_id, payment.id, true)
    const history = [...payment.history, update.history as StoredStep]
    const after = { ...payment, ...NO_BANK_FACTS, processed_ms: null, history, status: update.to_status }
    return { status: 200, body: buildPaymentResult(after) }
  }

/** Payments under review are excluded, because a review takes longer than an offer is valid. */
export const mayWait = ({ status, secure_type, verdict }: PreparedPayment): boolean =>
  secure_type === 'non_3d'
    ? status === 'processing' && verdict === 'approve'
    : (status === 'processing' || status === 'created') && verdict !== 'review' && verdict !== 'block'

/** Makes the payment due again when the offer expires; until then no process works on it. */
export const buildOfferUpdate = (
  payment: PreparedPayment,
  offered: OfferedTerms,
  logged: readonly LoggedExchange[],
  context: UpdateContext,
): PaymentUpdate => {
  const { nowMs } = context
  const trigger = payment.status === 'created' ? 'clear' : undefined
  const update = applyTransition(payment, { trigger }, logged, context)
  return {
    ...update,
    answer_status: null,
    answer_body: null,
    duration_ms: null,
    inquiry_count: payment.inquiry_count,
    next_inquiry_at: isoTime(offered.expires),
    history: { id: newId(nowMs), to: update.to_status, at: nowMs, message: ASKED, offered },
  }
}

const ASKED = 'The bank offers the currency of the card; waiting for the shopper'
