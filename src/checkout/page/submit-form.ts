/** Handles a submitted form: makes the attempt, and the browser fetches the page, which shows its status. */
import type { Call, Pairs } from '../../access/endpoint.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { istanbulTime } from '../../core/clock.ts'
import type { Language } from '../../core/phrases/texts.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { toBackUrl } from '../model/page-url.ts'
import { type Payer, paySession } from '../paying/pay-session.ts'
import type { FollowedSession } from '../sessions/follow-session.ts'
import { type Field, readCardForm, type TypedForm } from './form-fields.ts'

type PageCall = Pick<Call, 'request' | 'correlationId' | 'runtime'>

/** `seen`: the browser fetches the page. Otherwise the faults to correct; nothing was charged, and no attempt is used up. */
type Submitted = 'seen' | { readonly faults: readonly (Field | 'other')[]; readonly typed: TypedForm }

export const submitForm = async (
  services: CheckoutServices,
  call: PageCall,
  followed: FollowedSession,
  { pairs, language }: { pairs: Pairs; language: Language },
): Promise<Submitted> => {
  const typed = readCardForm(pairs, istanbulTime(call.runtime.clock.ms()))
  // The form was sent twice, from an old tab, or after the back button.
  if (followed.status !== 'open' || typed.attemptNo !== followed.attempts + 1) return 'seen'
  if (typed.faults.length > 0) return { faults: typed.faults, typed }
  try {
    await paySession(services, followed, toPayer(call, followed, typed, language))
    return 'seen'
  } catch (error) {
    return toSubmitted(services, error, typed)
  }
}

/** An API key's own limits count for its own calls; the tenant's count here, too. */
const NO_OWN_LIMITS = { daily: null, monthly: null, ratePerSecond: null }

const toPayer = (call: PageCall, { session }: FollowedSession, typed: TypedForm, language: Language): Payer => ({
  body: {
    amount: { amount: session.amount, currency: session.currency },
    installment: typed.installment,
    card: typed.card,
    buyer: { ip_address: call.request.clientAddress },
    extra_properties: {
      manual_complete: 'false', // no shop waits for the callback of a page
      user_agent: maskCardNumbers(String(call.request.headers['user-agent'] ?? '')).slice(0, 1_024),
    },
  },
  // The challenge speaks the language of the page.
  request: { ...call.request, headers: { ...call.request.headers, 'accept-language': language } },
  correlationId: call.correlationId,
  principal: { clientId: session.client_id, subject: session.created_by, ownLimits: NO_OWN_LIMITS },
  idempotencyKey: null,
  addresses: { return_url: toBackUrl(call.runtime, session, language), cancel_url: null },
  attemptNo: typed.attemptNo,
})

const FIELD_OF: Partial<Record<ProblemCode, Field>> = {
  invalid_card_number: 'number',
  invalid_card_holder: 'holder',
  invalid_card_expiry: 'expiry',
  invalid_cvv: 'code',
  invalid_installment: 'installment',
  session_installment_not_allowed: 'installment',
}
/** Another tab was faster, or the time has expired: the page shows the current state. */
const OUTRUN: readonly ProblemCode[] = [
  'conflict',
  'invalid_state_transition',
  'session_closed',
  'session_expired',
  'max_attempts_exceeded',
]

const toSubmitted = (
  { payments: { runtime } }: Pick<CheckoutServices, 'payments'>,
  error: unknown,
  typed: TypedForm,
): Submitted => {
  if (!(error instanceof Problem)) {
    // The outcome is in the database, so the page shows it.
    runtime.log.error('checkout.pay_failed', { err: error })
    return 'seen'
  }
  if (error.extras.transaction_id !== undefined || OUTRUN.includes(error.code)) return 'seen'
  const field = FIELD_OF[error.code]
  if (field === undefined) runtime.log.warn('checkout.not_started', { code: error.code })
  return { faults: [field ?? 'other'], typed }
}
