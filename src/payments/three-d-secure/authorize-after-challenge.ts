/**
 * The second leg: authorizes a payment whose shopper was authenticated, or records what the bank has already
 * authorized.
 */
import type { Outcome as BankOutcome, Exchange } from '../../connectors/attempt.ts'
import { NO_ANSWER } from '../../connectors/own-bank-codes.ts'
import type { Authentication } from '../../connectors/three-d-secure.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import { isFromBeforeRestore } from '../attempts/lost-references.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { readPaymentOutcome } from '../attempts/read-payment-outcome.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { type Challenge, type ClaimedChallenge, mayBeCharged } from './card-challenge.ts'

/** The result of a challenge. */
interface PassedChallenge {
  /** If undefined, only a charge that the bank may have made automatically can be recorded. */
  authentication: Authentication | undefined
  charged: BankOutcome | null
  /** If set, an unsent payment is held until then, for a retry. */
  heldUntil?: Date
}

/**
 * The payment must be three_d_secure_auth_processing and leased by this process. `unsent` means that it was not sent
 * and is held again.
 */
export const authorizeAfterChallenge = async (
  services: StepServices,
  challenged: ClaimedChallenge,
  { authentication, charged, heldUntil }: PassedChallenge,
): Promise<'recorded' | 'unsent'> => {
  const { payment, connector, attempt } = challenged
  if (mayBeCharged(challenged)) {
    const nowMs = services.runtime.clock.ms()
    await takePaymentStep(
      services,
      payment,
      await readPaymentOutcome(services, payment, charged ?? OUTCOME_NOT_REPORTED, nowMs),
    )
    return 'recorded'
  }
  if (authentication === undefined) throw new Error(`payment ${payment.id} goes on without an authentication`)
  if (payment.card_sealed === null) {
    await takePaymentStep(services, payment, CARD_GONE)
    return 'recorded'
  }
  const { outcome, exchanges } =
    (await findAuthorizedBefore(services, challenged)) ??
    (await services.banks.connectors.finish(connector, attempt, authentication, payment.leasedAt))
  const logged = await toLoggedExchanges(services, payment, exchanges, outcome)
  const transition = await readFinish(services, challenged, outcome)
  const isUnsent = heldUntil !== undefined && transition.error_code === NOT_REACHED.error_code
  const waits: PaymentTransition = { trigger: undefined, ...(isUnsent ? { next_inquiry_ms: heldUntil.getTime() } : {}) }
  const update = await takePaymentStep(services, payment, isUnsent ? waits : transition, { logged })
  return isUnsent && update !== undefined ? 'unsent' : 'recorded'
}

/** After a restore, the bank may have authorized it when the database had a later state. Undefined: it has not. */
const findAuthorizedBefore = async (
  { runtime, banks: { connectors } }: StepServices,
  { payment, connector, attempt }: ClaimedChallenge,
): Promise<{ outcome: BankOutcome; exchanges: readonly Exchange[] } | undefined> => {
  if (!isFromBeforeRestore(runtime, payment)) return undefined
  const { observation, exchanges } = await connectors.inquire(connector, attempt)
  if (observation.kind === 'not_found') return undefined
  const outcome = observation.kind === 'no_answer' ? { ...observation, kind: 'unknown' as const } : observation
  return { outcome, exchanges }
}

/** The callback confirms the authentication but not the charge, so an inquiry follows. */
const OUTCOME_NOT_REPORTED: BankOutcome = {
  kind: 'unknown',
  fault: { providerCode: NO_ANSWER, providerMessage: 'the callback does not say', isOurs: true },
}

const CARD_GONE: PaymentTransition = {
  trigger: 'decline',
  error_code: 'three_ds_card_data_missing',
  error_message: 'The sealed card data of the payment is gone',
}
const NOT_REACHED = { error_code: 'three_ds_complete_exception', error_message: 'The bank could not be reached' }

const readFinish = async (
  services: Pick<PaymentServices, 'runtime' | 'banks'>,
  { payment }: Challenge,
  outcome: BankOutcome,
): Promise<PaymentTransition> => {
  const transition = await readPaymentOutcome(services, payment, outcome, services.runtime.clock.ms())
  if (outcome.kind === 'not_sent' && transition.error_code !== 'config_error') return { ...transition, ...NOT_REACHED }
  const isWordless = outcome.kind === 'declined' && outcome.fault.providerCode === ''
  return isWordless ? { ...transition, bank_code: null, error_code: 'three_ds_complete_failed' } : transition
}
