/**
 * A new payment whose bank offers the currency of its card waits for the shopper's answer; nothing is sent before that.
 */
import type { Answer } from '../../access/endpoint.ts'
import { withResult } from '../../acquiring/request-log/request-log-row.ts'
import type { Caller } from '../attempts/caller.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { respondToStep } from '../attempts/stored-answer.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import type { OfferedTerms } from '../model/conversion-terms.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import type { DraftedOffer } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'

/** Stores the offer and returns it to the caller, who passes it on to the shopper. */
export const announceOffer = async (
  services: StepServices,
  { terms, expires, exchanges }: DraftedOffer,
  payment: PreparedPayment,
  caller: Caller,
): Promise<Answer> => {
  const logged = withResult(exchanges, payment, undefined)
  const update = await waitForAnswer(services, payment, { ...terms, expires }, { logged, caller })
  if (update === undefined) return respondToStep(services, payment, update)
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
export const waitForAnswer = (
  services: StepServices,
  payment: PreparedPayment,
  offered: OfferedTerms,
  { changes, ...details }: Parameters<typeof takePaymentStep>[3] & object,
): ReturnType<typeof takePaymentStep> =>
  takePaymentStep(
    services,
    payment,
    {
      trigger: payment.status === 'created' ? 'clear' : undefined,
      next_inquiry_ms: offered.expires,
      note: { message: ASKED, offered },
    },
    {
      ...details,
      changes: {
        answer_status: null,
        answer_body: null,
        duration_ms: null,
        inquiry_count: payment.inquiry_count,
        ...changes,
      },
    },
  )

const ASKED = 'The bank offers the currency of the card; waiting for the shopper'
