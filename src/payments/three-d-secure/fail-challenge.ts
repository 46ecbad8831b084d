/**
 * A challenge that was not passed: the payment fails, after reversing what the bank may have charged on its own page.
 */
import type { Exchange, Observation } from '../../connectors/attempt.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { type Challenge, type ClaimedChallenge, isClaimed, mayBeCharged } from './card-challenge.ts'
import type { AuthenticationDecision } from './decide-authentication.ts'

/** This process must hold the payment's lease if the bank may have charged. */
export const failChallenge = async (
  services: StepServices,
  challenged: Challenge,
  decision: AuthenticationDecision,
): Promise<void> => {
  const trigger = challenged.payment.status === 'three_d_secure_auth_processing' ? 'decline' : 'refuse_3d'
  const refusal: PaymentTransition = {
    trigger,
    error_code: decision.error_code ?? 'three_ds_failed',
    error_message: decision.error_message ?? null,
  }
  if (mayBeCharged(challenged)) {
    if (!isClaimed(challenged)) throw new Error(`payment ${challenged.payment.id} is reversed without a lease`)
    return failAfterReversal(services, challenged, refusal)
  }
  await takePaymentStep(services, challenged.payment, refusal)
}

export const failExpiredChallenge = (services: StepServices, challenged: Challenge): Promise<void> =>
  failChallenge(services, challenged, EXPIRED)

const EXPIRED: AuthenticationDecision = {
  isPassed: false,
  error_code: 'three_ds_timeout',
  error_message: 'The cardholder did not finish within 15 minutes',
}

interface BankInquiry {
  exchanges: readonly Exchange[]
  observation: Observation
}

const failAfterReversal = async (
  services: StepServices,
  challenged: ClaimedChallenge,
  refusal: PaymentTransition,
): Promise<void> => {
  const made = await ensureNotCharged(services, challenged)
  if (made.result === 'no_answer')
    return recordTransition(services, challenged, toLaterInquiry(services, challenged), made)
  const words =
    made.result === 'reversed' ? `${refusal.error_message}; the bank had charged, and it was reversed` : null
  return recordTransition(services, challenged, words === null ? refusal : { ...refusal, error_message: words }, made)
}

/** Inquires, and reverses a charge if there is one. `no_answer` means that the result is inconclusive. */
export const ensureNotCharged = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  { payment, connector, attempt }: ClaimedChallenge,
): Promise<BankInquiry & { result: 'clean' | 'reversed' | 'no_answer' }> => {
  const first = await services.banks.connectors.inquire(connector, attempt)
  const asked = { exchanges: first.exchanges, observation: first.observation }
  if (first.observation.kind === 'no_answer') return { ...asked, result: 'no_answer' }
  const isCharged = first.observation.kind === 'approved'
  // An order unknown to the bank may still be in flight; a reversal by reference stops it.
  const isUndone =
    isCharged || (first.observation.kind === 'not_found' && connector.capabilities.reversal === 'by_reference')
  if (!isUndone) return { ...asked, result: 'clean' }
  const undone = await services.banks.connectors.reverse(connector, attempt, payment.leasedAt)
  const exchanges = [...asked.exchanges, ...undone.exchanges]
  if (undone.reversal === 'no_answer' && isCharged)
    services.runtime.log.error('three_d.charged_not_reversed', { transaction_id: attempt.transactionId })
  if (undone.reversal === 'no_answer') return { exchanges, observation: first.observation, result: 'no_answer' }
  return { exchanges, observation: first.observation, result: isCharged ? 'reversed' : 'clean' }
}

const toLaterInquiry = (services: Pick<PaymentServices, 'runtime'>, { payment }: Challenge): PaymentTransition => ({
  trigger: undefined,
  error_code: payment.error_code,
  error_message: payment.error_message,
  next_inquiry_ms: services.runtime.clock.ms() + inquiryWaitMs(payment.inquiry_count + 1),
})

const recordTransition = async (
  services: StepServices,
  { payment }: Challenge,
  transition: PaymentTransition,
  { exchanges, observation }: BankInquiry,
): Promise<void> => {
  const logged = await toLoggedExchanges(services, payment, exchanges, observation)
  await takePaymentStep(services, payment, transition, { logged })
}
