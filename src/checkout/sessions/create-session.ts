/** Creates a session: the agreed values are checked here once, so that a page that opens can be paid. */
import type { Answer, Call } from '../../access/endpoint.ts'
import { created } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { computeInstallment, money, PAYMENT_MIN } from '../../core/money.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { isRequested } from '../../payments/charge/check-bank-terms.ts'
import { checkAmount } from '../../payments/charge/check-payment.ts'
import { filterForCurrency } from '../../payments/charge/choose-route.ts'
import { canChallenge } from '../../payments/charge/three-d-secure-support.ts'
import { readAmount } from '../../payments/operations/operation-request.ts'
import { toPersonKey } from '../../payments/personal-data/buyer-keys.ts'
import { findUrlFault } from '../../payments/three-d-secure/return-urls.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { toPageUrl } from '../model/page-url.ts'
import { hashSessionId, newSessionId, sealSession } from '../model/session-id.ts'
import { MODE_OF_FLOW, type PaymentMode, SESSION_ATTEMPTS, SESSION_MS } from '../model/session-row.ts'
import type { CreateSessionBody } from '../model/session-schemas.ts'
import { NEW_SESSION } from '../model/session-states.ts'
import { insertSession, type NewSession } from './checkout-session-store.ts'

/** Parts of a session that both kinds have. */
interface SessionTerms {
  readonly kind: NewSession['kind']
  readonly amount: number
  readonly currency: string
  readonly installments: readonly number[]
  readonly mode: PaymentMode
  readonly lifeMs: number
  readonly maxAttempts: number
  readonly paymentId: string | null
  readonly extra: Record<string, string> | null
  readonly successUrl: string | null
  readonly cancelUrl: string | null
  readonly body: Pick<
    CreateSessionBody,
    | 'merchant_name'
    | 'description'
    | 'external_id'
    | 'basket_id'
    | 'customer_email'
    | 'customer_phone'
    | 'metadata'
    | 'allow_pre_auth'
    | 'is_test_session'
  >
}

export const createSession = async (
  services: CheckoutServices,
  call: Call<unknown, unknown, CreateSessionBody>,
): Promise<Answer> => {
  const { body, runtime, tenantId } = call
  const { amount, currency } = readTotal(body)
  const installments = [...new Set(body.allowed_installments ?? [])].sort((one, other) => one - other)
  for (const count of installments) checkInstallment(amount, currency, count)
  for (const name of ['success_url', 'cancel_url'] as const) {
    const fault = body[name] === undefined ? null : findUrlFault(runtime.config, body[name])
    if (fault !== null) throw new Problem('invalid_callback_url', { detail: phrase`${name}: ${fault}.` })
  }
  isRequested(body, 'dcc') // neither true nor false is refused
  const isTest = body.is_test_session ?? false
  const mode = await chooseMode(services, tenantId, { asked: body.payment_mode, currency, isTest })
  const { sessionId, row } = await buildSession(services, call, {
    kind: 'session',
    amount,
    currency,
    installments,
    mode,
    lifeMs: SESSION_MS,
    maxAttempts: SESSION_ATTEMPTS,
    paymentId: null,
    extra: body.extra_properties ?? null,
    successUrl: body.success_url ?? null,
    cancelUrl: body.cancel_url ?? null,
    body,
  })
  return call.inSharedTx(async (tx) => {
    await insertSession(tx, row)
    return {
      ...created({
        session_id: sessionId,
        checkout_url: toPageUrl(runtime.config, sessionId),
        expires_at: isoTime(row.expires_at),
      }),
      carriesSecret: true,
    }
  })
}

/** The currency must be in capitals, and the amount at least the smallest payment. */
export const readTotal = (
  body: Pick<CreateSessionBody, 'amount' | 'currency'>,
): { amount: number; currency: string } => {
  const { amount, currency } = readAmount(body)
  if (amount === null || currency === null)
    throw fieldProblem('currency', 'required', phrase`is required with a plain amount`)
  checkAmount({ amount, currency })
  return { amount, currency }
}

export const checkInstallment = (amount: number, currency: string, count: number): void => {
  if (computeInstallment(money(amount, currency), count).minor >= PAYMENT_MIN) return
  throw new Problem('invalid_installment', {
    detail: phrase`One of ${count} installments would be below ${PAYMENT_MIN} minor units.`,
  })
}

/** Refuses a mode the tenant cannot take: its policy, or none of its banks. */
const chooseMode = async (
  { payments }: Pick<CheckoutServices, 'payments'>,
  tenantId: string,
  { asked, currency, isTest }: { asked: PaymentMode | undefined; currency: string; isTest: boolean },
): Promise<PaymentMode> => {
  const [policy, configurations] = await Promise.all([
    payments.terms.policyOf(tenantId),
    payments.banks.connectors.configurationsOf(tenantId),
  ])
  const reached = configurations.filter(({ mode }) => !isTest || mode === 'test')
  const usable = filterForCurrency(currency, reached)
  const mode = asked ?? MODE_OF_FLOW[policy.preferred_three_d_flow]
  if (mode === 'non_3d') {
    if (policy.allow_non_3d) return mode
    throw new Problem('non_3d_not_allowed', {
      detail: phrase`The payment policy of this tenant asks for 3D Secure: choose another payment_mode.`,
    })
  }
  if (usable.some((each) => canChallenge(payments, each))) return mode
  throw new Problem('payment_mode_not_allowed', {
    detail: phrase`No active connector configuration for ${currency} offers 3D Secure, which payment_mode ${mode} needs.`,
  })
}

export const buildSession = async (
  { payments: { runtime } }: Pick<CheckoutServices, 'payments'>,
  call: Pick<Call, 'tenantId' | 'merchantId' | 'correlationId' | 'principal' | 'request'>,
  terms: SessionTerms,
): Promise<{ sessionId: string; row: NewSession }> => {
  const { tenantId, principal } = call
  const { body } = terms
  const now = runtime.clock.now()
  const id = newId(now.getTime())
  const sessionId = newSessionId()
  const customer = { email: body.customer_email ?? null, phone: body.customer_phone ?? null }
  const row: NewSession = {
    tenant_id: tenantId,
    id,
    merchant_id: call.merchantId as string, // needsMerchant
    kind: terms.kind,
    id_hash: hashSessionId(sessionId),
    ...(await sealSession(runtime.sealer, { tenantId, id, sessionId, customer })),
    merchant_name: body.merchant_name ?? null,
    amount: terms.amount,
    currency: terms.currency,
    allowed_installments: [...terms.installments],
    description: body.description ?? null,
    external_id: body.external_id ?? null,
    basket_id: body.basket_id ?? null,
    customer_email_key: customer.email === null ? null : toPersonKey(runtime.sealer, tenantId, 'email', customer.email),
    metadata: body.metadata ?? null,
    extra: terms.extra,
    payment_mode: terms.mode,
    allow_pre_auth: body.allow_pre_auth ?? false,
    is_test: body.is_test_session ?? false,
    success_url: terms.successUrl,
    cancel_url: terms.cancelUrl,
    status: NEW_SESSION,
    attempt_no: 0,
    max_attempts: terms.maxAttempts,
    payment_id: terms.paymentId,
    correlation_id: call.correlationId,
    client_id: principal.clientId,
    created_by: principal.subject,
    caller_address: call.request.clientAddress,
    expires_at: new Date(now.getTime() + terms.lifeMs),
    created: now,
    last_modified: now,
  }
  return { sessionId, row }
}
