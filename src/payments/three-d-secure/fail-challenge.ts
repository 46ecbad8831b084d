/** A challenge that was not passed: the payment fails, and what the bank may have charged on its own page is given back first. */
import type { Exchange, Observation } from '../../connectors/attempt.ts'
import { inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { type Challenged, isTaken, mayBeCharged, type Taken } from './challenged-payment.ts'
import type { Judged } from './decide-authentication.ts'

/** The payment is this process's own where the bank may have charged. */
export const refuseChallenged = async (desk: PaymentDesk, challenged: Challenged, judged: Judged): Promise<void> => {
  const trigger = challenged.payment.status === 'three_d_secure_auth_processing' ? 'decline' : 'refuse_3d'
  const refusal: Finding = {
    trigger,
    error_code: judged.error_code ?? 'three_ds_failed',
    error_message: judged.error_message ?? null,
  }
  if (mayBeCharged(challenged)) {
    if (!isTaken(challenged)) throw new Error(`payment ${challenged.payment.id} is reversed without a lease`)
    return refuseAfterReversal(desk, challenged, refusal)
  }
  await record(desk, challenged, refusal, { exchanges: [], said: { kind: 'not_found' } })
}

export const failExpired = (desk: PaymentDesk, challenged: Challenged): Promise<void> =>
  refuseChallenged(desk, challenged, EXPIRED)

const EXPIRED: Judged = {
  isPassed: false,
  error_code: 'three_ds_timeout',
  error_message: 'The cardholder did not finish within 15 minutes',
}

interface Asked {
  exchanges: readonly Exchange[]
  said: Observation
}

const refuseAfterReversal = async (desk: PaymentDesk, challenged: Taken, refusal: Finding): Promise<void> => {
  const made = await makeSureNothingIsCharged(desk, challenged)
  if (made.result === 'no_answer') return record(desk, challenged, later(desk, challenged), made)
  const words =
    made.result === 'reversed' ? `${refusal.error_message}; the bank had charged, and it was reversed` : null
  return record(desk, challenged, words === null ? refusal : { ...refusal, error_message: words }, made)
}

/** Asks, and reverses what was charged. `no_answer`: nothing may be concluded yet. */
export const makeSureNothingIsCharged = async (
  desk: PaymentDesk,
  { payment, connector, attempt }: Taken,
): Promise<Asked & { result: 'clean' | 'reversed' | 'no_answer' }> => {
  const first = await desk.connectors.inquire(connector, attempt)
  const asked = { exchanges: first.exchanges, said: first.observation }
  if (first.observation.kind === 'no_answer') return { ...asked, result: 'no_answer' }
  const isCharged = first.observation.kind === 'approved'
  // An order the bank does not know may still be on its way there: undoing it by reference stops it.
  const isUndone =
    isCharged || (first.observation.kind === 'not_found' && connector.capabilities.reversal === 'by_reference')
  if (!isUndone) return { ...asked, result: 'clean' }
  const undone = await desk.connectors.reverse(connector, attempt, payment.leasedAt)
  const exchanges = [...asked.exchanges, ...undone.exchanges]
  if (undone.reversal === 'no_answer' && isCharged)
    desk.house.log.error('three_d.charged_not_reversed', { transaction_id: attempt.transactionId })
  if (undone.reversal === 'no_answer') return { exchanges, said: first.observation, result: 'no_answer' }
  return { exchanges, said: first.observation, result: isCharged ? 'reversed' : 'clean' }
}

const later = (desk: PaymentDesk, { payment }: Challenged): Finding => ({
  trigger: undefined,
  error_code: payment.error_code,
  error_message: payment.error_message,
  next_inquiry_ms: desk.house.clock.ms() + inquiryWaitMs(payment.inquiry_count + 1),
})

const record = async (desk: PaymentDesk, { payment }: Challenged, finding: Finding, asked: Asked): Promise<void> => {
  const logged = await loggedExchanges(desk, payment, asked.exchanges, asked.said)
  await desk.record(outcomeOfAttempt(payment, finding, logged, desk.recordContext(desk.house.clock.ms())))
}
