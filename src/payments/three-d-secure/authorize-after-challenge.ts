/** The second leg: authorizes a payment whose shopper was authenticated, or books what the bank has authorized already. */
import type { Outcome as BankOutcome } from '../../connectors/attempt.ts'
import { NO_ANSWER } from '../../connectors/bank-codes.ts'
import type { Authentication } from '../../connectors/three-d-secure.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { findingOf } from '../attempts/run-attempts.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { type Challenged, mayBeCharged, type Taken } from './challenged-payment.ts'

/** What a challenge left behind. */
export interface Passed {
  /** Undefined: only what the bank may have charged by itself can be booked. */
  authentication: Authentication | undefined
  charged: BankOutcome | null
  /** Given: what could not be sent is held until then, for whoever sends it on. */
  heldUntil?: Date
}

/** The payment is three_d_secure_auth_processing and this process's own. `unsent`: no byte left, and it is held again. */
export const authorizeChallenged = async (
  desk: PaymentDesk,
  challenged: Taken,
  { authentication, charged, heldUntil }: Passed,
): Promise<'recorded' | 'unsent'> => {
  const { payment, connector, attempt } = challenged
  const record = async (finding: Finding, logged: Awaited<ReturnType<typeof loggedExchanges>>): Promise<'recorded'> => {
    await desk.record(outcomeOfAttempt(payment, finding, logged, desk.recordContext(desk.house.clock.ms())))
    return 'recorded'
  }
  if (mayBeCharged(challenged)) {
    const outcome = charged ?? NOT_TOLD
    return record(await findingOf(desk, payment, outcome, desk.house.clock.ms()), [])
  }
  if (authentication === undefined) throw new Error(`payment ${payment.id} goes on without an authentication`)
  if (payment.card_sealed === null) return record(CARD_GONE, [])
  const { outcome, exchanges } = await desk.connectors.finish(connector, attempt, authentication, payment.leasedAt)
  const logged = await loggedExchanges(desk, payment, exchanges, outcome)
  const finding = await finishFinding(desk, challenged, outcome)
  if (heldUntil === undefined || finding.error_code !== NOT_REACHED.error_code) return record(finding, logged)
  const waits: Finding = { trigger: undefined, next_inquiry_ms: heldUntil.getTime() }
  const context = desk.recordContext(desk.house.clock.ms())
  return (await desk.record(outcomeOfAttempt(payment, waits, logged, context))) ? 'unsent' : 'recorded'
}

/** Its callback says that it was authenticated, and nothing of the money: the bank is asked. */
const NOT_TOLD: BankOutcome = {
  kind: 'unknown',
  fault: { providerCode: NO_ANSWER, providerMessage: 'the callback does not say', isOurs: true },
}

const CARD_GONE: Finding = {
  trigger: 'decline',
  error_code: 'three_ds_card_data_missing',
  error_message: 'The sealed card data of the payment is gone',
}
const NOT_REACHED = { error_code: 'three_ds_complete_exception', error_message: 'The bank could not be reached' }

const finishFinding = async (desk: PaymentDesk, { payment }: Challenged, outcome: BankOutcome): Promise<Finding> => {
  const finding = await findingOf(desk, payment, outcome, desk.house.clock.ms())
  if (outcome.kind === 'not_sent' && finding.error_code !== 'config_error') return { ...finding, ...NOT_REACHED }
  const isWordless = outcome.kind === 'declined' && outcome.fault.providerCode === ''
  return isWordless ? { ...finding, bank_code: null, error_code: 'three_ds_complete_failed' } : finding
}
