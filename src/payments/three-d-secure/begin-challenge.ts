/** The first leg: asks the bank to challenge the shopper, keeps what a callback is compared with, and answers where the browser goes. */
import type { Answer } from '../../access/endpoint.ts'
import type { ChallengingConnector } from '../../connectors/call/call-challenge.ts'
import type { ChallengeStart, NextStep } from '../../connectors/three-d-secure.ts'
import { isoTime } from '../../core/clock.ts'
import { money } from '../../core/money.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import type { ClockReading } from '../../infra/database/lease-age.ts'
import { FRESH } from '../endpoints/create-payment.ts'
import type { Draft, Standing } from '../charge/draft-payment.ts'
import { referenceOf } from '../model/payment.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import { presentAnswer } from '../attempts/stored-answer.ts'
import { unsentOutcome, unsentProblem } from '../attempts/unsent-payment.ts'
import { failureProblem, paymentResult } from '../model/payment-result.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type Finding, outcomeOfAttempt, type RecordContext } from '../persistence/apply-transition.ts'
import type { Outcome } from '../persistence/record-payments.ts'
import { callbackUrl } from './callback-url.ts'
import { challengerOf } from '../charge/three-d-secure-support.ts'
import type { Init3DCall } from './three-d-schemas.ts'
import type { KeptForms } from './pages/form-cache.ts'
import { redirectUrlOf } from '../endpoints/three-d-redirect-page.ts'
import { selfSubmittingForm } from './pages/self-submitting-form.ts'
import { CHALLENGE_MS, type NewSession, statePlace } from './three-d-session.ts'
import { insertSession } from './three-d-session-store.ts'

export interface Beginning {
  call: Init3DCall
  draft: Draft
  addresses: { return_url: string; cancel_url: string | null }
  /** When the payment's lease was taken, at the earliest. */
  leasedAt: ClockReading
}

type Begun = Beginning & { payment: Draft['payment'] & Standing; start: ChallengeStart }

export const beginChallenge = async (desk: PaymentDesk, forms: KeptForms, given: Beginning): Promise<Answer> => {
  const payment = { ...given.draft.payment, ...FRESH, ...given.draft.resumed }
  const configuration = given.draft.candidates[0]
  const connector = configuration && challengerOf(desk, configuration)
  const model = connector?.threeDSecure.modelOf(configuration as NonNullable<typeof configuration>)
  const nowMs = desk.house.clock.ms()
  if (configuration === undefined || connector === undefined || model === undefined || model === 'none') {
    const outcome = outcomeOf(desk, { ...given, payment }, NO_MODULE, [])
    return finish(desk, payment, outcome)
  }
  const start: ChallengeStart = {
    operation: payment.operation_type,
    model,
    tenantId: payment.tenant_id,
    transactionId: payment.id,
    reference: referenceOf(payment.id, payment.attempt_no),
    amount: money(payment.amount, payment.currency),
    installments: payment.installment_count,
    card: given.draft.card,
    externalId: payment.external_id,
    buyerIp: payment.ip_address,
    extra: payment.extra ?? {},
    configuration,
    callbackUrl: callbackUrl(desk.house, {
      tenant_id: payment.tenant_id,
      payment_id: payment.id,
      ...given.addresses,
    }),
    expiresAt: nowMs + CHALLENGE_MS,
    language: preferredLanguage(given.call.request.headers['accept-language']),
    merchantName: await desk.merchantNameOf(payment.tenant_id, payment.merchant_id),
  }
  return ask(desk, forms, connector, { ...given, payment, start })
}

const ask = async (
  desk: PaymentDesk,
  forms: KeptForms,
  connector: ChallengingConnector,
  begun: Begun,
): Promise<Answer> => {
  const { payment, start, leasedAt } = begun
  const { outcome, exchanges } = await desk.connectors.begin(connector, start, leasedAt)
  const logged = await loggedExchanges(desk, payment, exchanges, outcome)
  if (outcome.kind !== 'challenge') {
    const meaning = await desk.meaningOf(payment.tenant_id, payment.connector_code, outcome.fault.providerCode)
    const reason = outcome.kind === 'declined' ? NOT_ENROLLED : BROKEN
    const finding = meaning.storedCode === 'config_error' ? NOT_CONFIGURED : reason
    const isUnsent = outcome.kind === 'not_sent' && finding === BROKEN && payment.idempotency_key !== null
    if (isUnsent && payment.verdict === 'approve') return leaveUnsent(desk, begun, logged)
    return finish(desk, payment, outcomeOf(desk, begun, finding, logged))
  }
  const session = await newSession(desk, begun, outcome.state)
  // Before the state: a browser is sent off only once both are on disk, and a session alone harms nobody.
  await desk.house.db.inTenant(payment.tenant_id, (tx) => insertSession(tx, session))
  const base = outcomeOf(desk, begun, { trigger: 'start_3d' }, logged)
  const { shown, kept } = answersOf(desk, forms, begun, outcome.step)
  const expires = isoTime(start.expiresAt)
  const record = { ...base, next_inquiry_at: expires, answer_body: kept, completed_at: null }
  if (!(await desk.record(record))) return presentAnswer(desk, payment.tenant_id, payment.id, true)
  return { status: 200, bodyText: shown, carriesSecret: true }
}

const outcomeOf = (
  desk: PaymentDesk,
  { call, payment }: Pick<Begun, 'call' | 'payment'>,
  finding: Finding,
  logged: Parameters<typeof outcomeOfAttempt>[2],
): Outcome => outcomeOfAttempt(payment, finding, logged, contextOf(desk, call))

const contextOf = (desk: PaymentDesk, call: Init3DCall): RecordContext => ({
  ...desk.recordContext(desk.house.clock.ms()),
  instance: call.request.path,
  duration_ms: Date.now() - call.request.arrivedAt,
})

/** The same payment waits for a repeat of its key. */
const leaveUnsent = async (
  desk: PaymentDesk,
  { call, payment }: Begun,
  logged: Parameters<typeof outcomeOfAttempt>[2],
): Promise<Answer> => {
  const why = { error_code: BROKEN.error_code, error_message: 'The bank could not be reached' }
  const outcome = unsentOutcome(payment, why, logged, contextOf(desk, call))
  if (!(await desk.record(outcome))) return presentAnswer(desk, payment.tenant_id, payment.id, true)
  throw unsentProblem({ ...payment, error_code: why.error_code })
}

/** A start that failed. */
const finish = async (desk: PaymentDesk, payment: Begun['payment'], outcome: Outcome): Promise<Answer> => {
  if (!(await desk.record(outcome)) || outcome.answer_status === null || outcome.answer_body === null)
    return presentAnswer(desk, payment.tenant_id, payment.id, true)
  const after = { ...payment, ...outcome, status: outcome.to_status, processed_ms: null }
  const problem = failureProblem(after, true)
  if (problem.status >= 500) throw problem // a repeat is told what is kept
  return { status: outcome.answer_status, bodyText: outcome.answer_body }
}

const NO_MODULE: Finding = {
  trigger: 'refuse',
  error_code: 'three_ds_module_not_found',
  error_message: 'The connector configuration names a 3D Secure module that does not exist',
}
const BROKEN = {
  trigger: 'refuse',
  error_code: 'three_ds_init_exception',
  error_message: "The start of 3D Secure failed at the bank's side; nothing was charged",
} as const satisfies Finding
const NOT_CONFIGURED: Finding = {
  trigger: 'refuse',
  error_code: 'config_error',
  error_message: 'The connector configuration is incomplete for 3D Secure',
}
const NOT_ENROLLED: Finding = {
  trigger: 'refuse_3d',
  error_code: 'three_ds_not_supported',
  error_message: "The card's bank takes no part in 3D Secure",
}

/** The request says so, or the tenant for all that do not. */
const isManual = async (
  desk: PaymentDesk,
  { tenant_id, extra }: Pick<Begun['payment'], 'tenant_id' | 'extra'>,
): Promise<boolean> =>
  extra?.manual_complete === undefined
    ? !(await desk.settings.of(tenant_id)).autoComplete
    : extra.manual_complete === 'true'

const newSession = async (
  desk: PaymentDesk,
  { payment, start, addresses }: Begun,
  state: Readonly<Record<string, string>>,
): Promise<NewSession> => ({
  tenant_id: payment.tenant_id,
  payment_id: payment.id,
  merchant_id: payment.merchant_id,
  model: start.model as NewSession['model'],
  state_sealed: await desk.house.sealer.seal(payment.tenant_id, statePlace(payment.id), JSON.stringify(state)),
  ...addresses,
  is_manual: await isManual(desk, payment),
  expires_at: new Date(start.expiresAt),
  created: desk.house.clock.now(),
})

/** What the caller is shown, and what a repeat of the key is shown: the same, but for a form that carries the card. */
const answersOf = (
  desk: PaymentDesk,
  forms: KeptForms,
  { payment, start, addresses }: Begun,
  step: NextStep,
): { shown: string; kept: string } => {
  const html = selfSubmittingForm(step, start.language)
  if (step.kind === 'form') {
    const way = [step.action, start.callbackUrl, addresses.return_url, addresses.cancel_url ?? addresses.return_url]
    forms.keep(payment.id, { html, origins: [...new Set(way.map((url) => new URL(url).origin))] })
  }
  const result = paymentResult({ ...payment, ...NOTHING_YET, status: 'three_d_secure_init_processing' })
  const body = (content: Record<string, string>): string =>
    JSON.stringify({
      ...result,
      extra_properties: {
        ...result.extra_properties,
        redirect_url: step.kind === 'form' ? redirectUrlOf(desk.house, payment.tenant_id, payment.id) : step.url,
        redirect_method: 'GET',
        ...content,
        expires_at: isoTime(start.expiresAt),
      },
    })
  const shown = body({ html_content: html })
  return { shown, kept: carriesCard(step, start) ? body({}) : shown }
}

const NOTHING_YET = {
  provider_transaction_id: null,
  auth_code: null,
  host_reference: null,
  bank_code: null,
  error_code: null,
  error_message: null,
  processed_ms: null,
}

const carriesCard = (step: NextStep, { card }: ChallengeStart): boolean =>
  step.kind === 'form' &&
  Object.values(step.fields).some(
    (value) => card.number.use((number) => value.includes(number)) || card.cvv?.use((cvv) => value === cvv),
  )
