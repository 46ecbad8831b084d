/**
 * The first leg: asks the bank to challenge the shopper, stores what a callback is compared with, and returns where the
 * browser goes. It is in one piece because the outcomes of the first leg are handled next to each other.
 */
import type { Answer } from '../../access/endpoint.ts'
import type { LoggedExchange } from '../../acquiring/request-log/request-log-row.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import type { ChallengeOutcome, ChallengeStart, NextStep } from '../../connectors/three-d-secure.ts'
import { isoTime } from '../../core/clock.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import { buildAttempt } from '../attempts/build-attempt.ts'
import type { Caller } from '../attempts/caller.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondToStep } from '../attempts/stored-answer.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { toUnsentTransition, unsentPaymentProblem } from '../attempts/unsent-payment.ts'
import { findChallengeConnector } from '../charge/three-d-secure-support.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import { paymentMachine } from '../model/payment-states.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import type { PaymentDraft, ReturnAddresses } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import { buildCallbackUrl } from './callback-url.ts'
import { carriesCard, renderSelfSubmittingForm } from './pages/self-submitting-form.ts'
import { buildRedirectUrl } from './redirect-url.ts'
import { CHALLENGE_MS, type NewSession, stateSealingContext } from './three-d-session.ts'
import { insertSession } from './three-d-session-store.ts'

export interface ChallengeRequest {
  draft: Pick<PaymentDraft, 'card' | 'candidates' | 'isCardHidden'>
  addresses: ReturnAddresses
  payment: Leased<PreparedPayment>
  caller: Caller
}

type StartedChallenge = ChallengeRequest & { start: ChallengeStart }
type ChallengingServices = Pick<
  PaymentServices,
  'runtime' | 'banks' | 'directory' | 'terms' | 'records' | 'leases' | 'forms'
>

export const beginChallenge = async (services: ChallengingServices, given: ChallengeRequest): Promise<Answer> => {
  const { draft, payment, caller, addresses } = given
  const [configuration] = draft.candidates
  const connector = findChallengeConnector(services, configuration)
  const model = connector?.threeDSecure.modelOf(configuration)
  if (connector === undefined || model === undefined || model === 'none')
    return respondToStep(services, payment, await takePaymentStep(services, payment, NO_MODULE, { caller }))
  const { tenant_id, id: payment_id, merchant_id } = payment
  const start: ChallengeStart = {
    ...buildAttempt(payment, configuration, draft.card, model),
    callbackUrl: buildCallbackUrl(services.runtime, { tenant_id, payment_id, ...addresses }),
    expiresAt: services.runtime.clock.ms() + CHALLENGE_MS,
    language: preferredLanguage(caller.acceptLanguage),
    merchantName: await services.directory.merchantNameOf(tenant_id, merchant_id),
  }
  return requestChallenge(services, connector, { ...given, start })
}

const requestChallenge = async (
  services: ChallengingServices,
  connector: ChallengingConnector,
  begun: StartedChallenge,
): Promise<Answer> => {
  const { payment, start, caller } = begun
  const { outcome, exchanges } = await services.banks.connectors.begin(connector, start, payment.leasedAt)
  const logged = await toLoggedExchanges(services, payment, exchanges, outcome)
  if (outcome.kind !== 'challenge') return recordFailedStart(services, begun, outcome, logged)
  const session = await buildSession(services, begun, outcome.state)
  // The session is stored before the state: a browser is redirected only once both are stored, and a session without
  // the state is harmless.
  await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) => insertSession(tx, session))
  const { shown, kept } = buildAnswers(services, begun, outcome.step)
  const update = await takePaymentStep(
    services,
    payment,
    { trigger: 'start_3d', next_inquiry_ms: start.expiresAt },
    { logged, caller, changes: { answer_body: kept, completed_at: null } },
  )
  return update === undefined
    ? respondToStep(services, payment, update)
    : { status: 200, bodyText: shown, carriesSecret: true }
}

const recordFailedStart = async (
  services: ChallengingServices,
  { payment, caller }: StartedChallenge,
  outcome: Exclude<ChallengeOutcome, { kind: 'challenge' }>,
  logged: readonly LoggedExchange[],
): Promise<Answer> => {
  const { providerCode } = outcome.fault
  const { storedCode } = await services.banks.meaningOf(payment.tenant_id, payment.connector_code, providerCode)
  const reason = outcome.kind === 'declined' ? NOT_ENROLLED : START_FAILED
  const transition = storedCode === 'config_error' ? NOT_CONFIGURED : reason
  // Nothing was sent: the same payment waits for a repeat of its key.
  const isUnsent =
    outcome.kind === 'not_sent' && transition === START_FAILED && caller.isRepeatable && payment.verdict === 'approve'
  if (!isUnsent)
    return respondToStep(services, payment, await takePaymentStep(services, payment, transition, { logged, caller }))
  const { error_code } = START_FAILED
  const unsent = { error_code, error_message: 'The bank could not be reached' }
  const waiting = toUnsentTransition(payment, unsent, services.runtime.clock.ms())
  const update = await takePaymentStep(services, payment, waiting, { logged, caller })
  if (update === undefined) return respondToStep(services, payment, update)
  throw unsentPaymentProblem({ ...payment, error_code })
}

const NO_MODULE: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'three_ds_module_not_found',
  error_message: 'The connector configuration names a 3D Secure module that does not exist',
}
const START_FAILED = {
  trigger: 'refuse',
  error_code: 'three_ds_init_exception',
  error_message: "The start of 3D Secure failed at the bank's side; nothing was charged",
} as const satisfies PaymentTransition
const NOT_CONFIGURED: PaymentTransition = {
  trigger: 'refuse',
  error_code: 'config_error',
  error_message: 'The connector configuration is incomplete for 3D Secure',
}
const NOT_ENROLLED: PaymentTransition = {
  trigger: 'refuse_3d',
  error_code: 'three_ds_not_supported',
  error_message: "The card's bank takes no part in 3D Secure",
}

/** Returns the request's choice, otherwise the tenant's setting. */
const isManualCompletion = async (
  services: Pick<PaymentServices, 'terms'>,
  { tenant_id, extra }: Pick<StartedChallenge['payment'], 'tenant_id' | 'extra'>,
): Promise<boolean> =>
  extra?.manual_complete === undefined
    ? !(await services.terms.settings.of(tenant_id)).autoComplete
    : extra.manual_complete === 'true'

const buildSession = async (
  services: Pick<PaymentServices, 'runtime' | 'terms'>,
  { payment, start, addresses }: StartedChallenge,
  state: Readonly<Record<string, string>>,
): Promise<NewSession> => ({
  tenant_id: payment.tenant_id,
  payment_id: payment.id,
  merchant_id: payment.merchant_id,
  model: start.model as NewSession['model'],
  state_sealed: await services.runtime.sealer.seal(
    payment.tenant_id,
    stateSealingContext(payment.id),
    JSON.stringify(state),
  ),
  ...addresses,
  is_manual: await isManualCompletion(services, payment),
  expires_at: new Date(start.expiresAt),
  created: services.runtime.clock.now(),
})

/**
 * Builds the response to the caller and to a repeat of the key. They are equal, except that a repeat gets no form that
 * contains the card. A caller that has never seen the card does not get such a form either: the browser fetches it at
 * `redirect_url`.
 */
const buildAnswers = (
  services: Pick<PaymentServices, 'runtime' | 'forms'>,
  { draft, payment, start, addresses }: StartedChallenge,
  step: NextStep,
): { shown: string; kept: string } => {
  const html = renderSelfSubmittingForm(step, start.language)
  if (step.kind === 'form') {
    const way = [step.action, start.callbackUrl, addresses.return_url, addresses.cancel_url ?? addresses.return_url]
    services.forms.store(payment.id, { html, origins: [...new Set(way.map((url) => new URL(url).origin))] })
  }
  const result = buildPaymentResult({
    ...payment,
    ...NO_BANK_FACTS,
    processed_ms: null,
    status: findTarget(paymentMachine, 'start_3d'),
  })
  const body = (content: Record<string, string>): string =>
    JSON.stringify({
      ...result,
      extra_properties: {
        ...result.extra_properties,
        redirect_url:
          step.kind === 'form' ? buildRedirectUrl(services.runtime, payment.tenant_id, payment.id) : step.url,
        redirect_method: 'GET',
        ...content,
        expires_at: isoTime(start.expiresAt),
      },
    })
  const shown = body({ html_content: html })
  if (!carriesCard(step, start)) return { shown, kept: shown }
  const kept = body({})
  return { shown: draft.isCardHidden ? kept : shown, kept }
}
