/**
 * The first leg: asks the bank to challenge the shopper, stores what a callback is compared with, and returns where the
 * browser goes. It is in one piece because the outcomes of the first leg are handled next to each other.
 */
import type { Answer } from '../../access/endpoint.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import { subMerchantOf } from '../../connectors/sub-merchant.ts'
import type { ChallengeStart, NextStep } from '../../connectors/three-d-secure.ts'
import { isoTime } from '../../core/clock.ts'
import { targetOf } from '../../core/state-machine.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import type { PaymentServices } from '../attempts/payment-services.ts'
import { respondWithStored } from '../attempts/stored-answer.ts'
import { buildUnsentUpdate, unsentPaymentProblem } from '../attempts/unsent-payment.ts'
import { findChallengeConnector } from '../charge/three-d-secure-support.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import { amountAtBank } from '../model/conversion.ts'
import { toBankReference } from '../model/payment.ts'
import { buildFailureProblem, buildPaymentResult } from '../model/payment-result.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { toStoredCredential } from '../model/stored-credential.ts'
import { applyTransition, type PaymentTransition, type UpdateContext } from '../persistence/apply-transition.ts'
import type { PaymentDraft } from '../persistence/payment-draft.ts'
import type { PreparedPayment } from '../persistence/prepared-payment.ts'
import type { PaymentUpdate } from '../persistence/record-payments.ts'
import { buildCallbackUrl } from './callback-url.ts'
import type { FormCache } from './pages/form-cache.ts'
import { carriesCard, renderSelfSubmittingForm } from './pages/self-submitting-form.ts'
import { buildRedirectUrl } from './redirect-url.ts'
import type { Init3DCall } from './three-d-schemas.ts'
import { CHALLENGE_MS, type NewSession, stateSealingContext } from './three-d-session.ts'
import { insertSession } from './three-d-session-store.ts'

interface ChallengeRequest {
  call: Pick<Init3DCall, 'request' | 'idempotencyKey'>
  draft: Pick<PaymentDraft, 'card' | 'candidates' | 'isCardHidden'>
  payment: Leased<PreparedPayment>
  addresses: { return_url: string; cancel_url: string | null }
}

type StartedChallenge = ChallengeRequest & { start: ChallengeStart }

export const beginChallenge = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'directory' | 'terms' | 'records' | 'leases'>,
  formCache: FormCache,
  given: ChallengeRequest,
): Promise<Answer> => {
  const { payment } = given
  const configuration = given.draft.candidates[0]
  const connector = configuration && findChallengeConnector(services, configuration)
  const model = connector?.threeDSecure.modelOf(configuration as NonNullable<typeof configuration>)
  const nowMs = services.runtime.clock.ms()
  if (configuration === undefined || connector === undefined || model === undefined || model === 'none') {
    const outcome = buildUpdate(services, given, NO_MODULE, [])
    return recordFailedStart(services, payment, outcome)
  }
  const start: ChallengeStart = {
    operation: payment.operation_type === 'pre_auth' ? 'pre_auth' : 'sale',
    model,
    tenantId: payment.tenant_id,
    transactionId: payment.id,
    reference: toBankReference(payment.id, payment.attempt_no),
    amount: amountAtBank(payment),
    installments: payment.installment_count,
    card: given.draft.card,
    externalId: payment.external_id,
    buyerIp: payment.ip_address,
    extra: payment.extra ?? {},
    configuration,
    ...subMerchantOf(configuration, payment.merchant_id),
    ...toStoredCredential(payment),
    callbackUrl: buildCallbackUrl(services.runtime, {
      tenant_id: payment.tenant_id,
      payment_id: payment.id,
      ...given.addresses,
    }),
    expiresAt: nowMs + CHALLENGE_MS,
    language: preferredLanguage(given.call.request.headers['accept-language']),
    merchantName: await services.directory.merchantNameOf(payment.tenant_id, payment.merchant_id),
  }
  return requestChallenge(services, formCache, connector, { ...given, start })
}

const requestChallenge = async (
  services: Pick<PaymentServices, 'runtime' | 'banks' | 'terms' | 'records' | 'leases'>,
  formCache: FormCache,
  connector: ChallengingConnector,
  begun: StartedChallenge,
): Promise<Answer> => {
  const { call, payment, start } = begun
  const { outcome, exchanges } = await services.banks.connectors.begin(connector, start, payment.leasedAt)
  const logged = await toLoggedExchanges(services, payment, exchanges, outcome)
  if (outcome.kind !== 'challenge') {
    const meaning = await services.banks.meaningOf(
      payment.tenant_id,
      payment.connector_code,
      outcome.fault.providerCode,
    )
    const reason = outcome.kind === 'declined' ? NOT_ENROLLED : START_FAILED
    const finding = meaning.storedCode === 'config_error' ? NOT_CONFIGURED : reason
    const isUnsent = outcome.kind === 'not_sent' && finding === START_FAILED && call.idempotencyKey !== null
    if (isUnsent && payment.verdict === 'approve') return recordUnsent(services, begun, logged)
    return recordFailedStart(services, payment, buildUpdate(services, begun, finding, logged))
  }
  const session = await buildSession(services, begun, outcome.state)
  // The session is stored before the state: a browser is redirected only once both are stored, and a session without
  // the state is harmless.
  await services.runtime.db.inTenant(payment.tenant_id, (tx) => insertSession(tx, session))
  const base = buildUpdate(services, begun, { trigger: 'start_3d' }, logged)
  const { shown, kept } = buildAnswers(services, formCache, begun, outcome.step)
  const expires = isoTime(start.expiresAt)
  const record = { ...base, next_inquiry_at: expires, answer_body: kept, completed_at: null }
  if (!(await services.records.record(record))) return respondWithStored(services, payment.tenant_id, payment.id, true)
  return { status: 200, bodyText: shown, carriesSecret: true }
}

const buildUpdate = (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  { call, payment }: Pick<StartedChallenge, 'call' | 'payment'>,
  transition: PaymentTransition,
  logged: Parameters<typeof applyTransition>[2],
): PaymentUpdate => applyTransition(payment, transition, logged, toUpdateContext(services, call))

const toUpdateContext = (
  services: Pick<PaymentServices, 'runtime' | 'records'>,
  call: ChallengeRequest['call'],
): UpdateContext => ({
  ...services.records.updateContext(services.runtime.clock.ms()),
  instance: call.request.path,
  duration_ms: Date.now() - call.request.arrivedAt,
})

/** Records that nothing was sent; the same payment waits for a repeat of its key. */
const recordUnsent = async (
  services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
  { call, payment }: StartedChallenge,
  logged: Parameters<typeof applyTransition>[2],
): Promise<Answer> => {
  const why = { error_code: START_FAILED.error_code, error_message: 'The bank could not be reached' }
  const outcome = buildUnsentUpdate(payment, why, logged, toUpdateContext(services, call))
  if (!(await services.records.record(outcome))) return respondWithStored(services, payment.tenant_id, payment.id, true)
  throw unsentPaymentProblem({ ...payment, error_code: why.error_code })
}

/** Records a start that failed. */
const recordFailedStart = async (
  services: Pick<PaymentServices, 'runtime' | 'records' | 'leases'>,
  payment: StartedChallenge['payment'],
  update: PaymentUpdate,
): Promise<Answer> => {
  if (!(await services.records.record(update)) || update.answer_status === null || update.answer_body === null)
    return respondWithStored(services, payment.tenant_id, payment.id, true)
  const after = { ...payment, ...update, status: update.to_status, processed_ms: null }
  const problem = buildFailureProblem(after, true)
  if (problem.status >= 500) throw problem // a repeat gets the stored response
  return { status: update.answer_status, bodyText: update.answer_body }
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
  services: Pick<PaymentServices, 'runtime'>,
  formCache: FormCache,
  { draft, payment, start, addresses }: StartedChallenge,
  step: NextStep,
): { shown: string; kept: string } => {
  const html = renderSelfSubmittingForm(step, start.language)
  if (step.kind === 'form') {
    const way = [step.action, start.callbackUrl, addresses.return_url, addresses.cancel_url ?? addresses.return_url]
    formCache.store(payment.id, { html, origins: [...new Set(way.map((url) => new URL(url).origin))] })
  }
  const result = buildPaymentResult({
    ...payment,
    ...NO_BANK_FACTS,
    processed_ms: null,
    status: targetOf(paymentMachine, 'start_3d'),
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
