/** POST /api/v1/payments/order-link: a payment whose card a shopper enters later, on a page of ours. */
import { type Answer, type Call, type Endpoint, endpoint } from '../../access/endpoint.ts'
import type { Configuration } from '../../connectors/attempt.ts'
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { withoutPersonal } from '../../core/personal-data.ts'
import { isRequested } from '../../payments/charge/check-bank-terms.ts'
import { filterForCurrency, noRouteProblem } from '../../payments/charge/choose-route.ts'
import { canChallenge } from '../../payments/charge/three-d-secure-support.ts'
import { NO_BANK_FACTS } from '../../payments/model/bank-facts.ts'
import { toBankReference } from '../../payments/model/bank-reference.ts'
import { buildPaymentResult } from '../../payments/model/payment-result.ts'
import { PaymentResultSchema } from '../../payments/model/payment-schemas.ts'
import { insertLinkPayment, type NewLinkPayment } from '../../payments/persistence/order-link-payments.ts'
import { CLEARED } from '../../payments/persistence/payment-draft.ts'
import { readReturnUrls } from '../../payments/three-d-secure/return-urls.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { toPageUrl } from '../model/page-url.ts'
import { LINK_MS, MODE_OF_FLOW, type PaymentMode } from '../model/session-row.ts'
import { OrderLink, type OrderLinkBody } from '../model/session-schemas.ts'
import { insertSession, type NewSession } from '../sessions/checkout-session-store.ts'
import { buildSession, checkInstallment, readTotal } from '../sessions/create-session.ts'

export const createOrderLink = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/payments/order-link',
    tag: 'Payments',
    summary: 'Make a payment link',
    description:
      'Answers `extra_properties.payment_link`, a page of ours to send by message or mail. It lives 24 hours and takes one try, with 3-D Secure; then the browser goes to `return_url`. The payment is `pending` until somebody pays; a link that runs out fails with `session_expired`.',
    allow: 'pay',
    effect: 'takes-money',
    product: 'checkout',
    movesMoney: true,
    needsMerchant: true,
    body: OrderLink,
    answers: { 200: PaymentResultSchema },
    errors: [
      'merchant_id_required',
      'invalid_amount',
      'invalid_currency',
      'invalid_installment',
      'invalid_callback_url',
      'routing_no_match',
    ],
    handle: (call) => makeLink(services, call as LinkCall),
  })

type LinkCall = Call<unknown, unknown, OrderLinkBody>

const makeLink = async (services: CheckoutServices, call: LinkCall): Promise<Answer> => {
  const { body, runtime } = call
  const { amount, currency } = readTotal(body)
  const highest = body.installment ?? 1
  checkInstallment(amount, currency, highest)
  isRequested(body, 'dcc') // neither true nor false is refused
  const { return_url } = readReturnUrls(runtime.config, body)
  const { target, mode } = await chooseTarget(services, call.tenantId, currency)
  const id = newId(runtime.clock.ms())
  const { sessionId, row } = await buildSession(services, call, {
    kind: 'link',
    amount,
    currency,
    installments: Array.from({ length: highest }, (_, at) => at + 1),
    mode,
    lifeMs: LINK_MS,
    maxAttempts: 1,
    paymentId: id,
    extra: body.extra_properties ?? null,
    successUrl: return_url,
    cancelUrl: null,
    body,
  })
  return call.inTx(async (tx) => {
    await insertLinkPayment(tx, toPayment(call, row, id, target))
    await insertSession(tx, row)
    const result = buildPaymentResult({ ...UNPAID, id, external_id: row.external_id })
    return {
      status: 200,
      body: {
        ...result,
        extra_properties: {
          ...result.extra_properties,
          payment_link: toPageUrl(runtime.config, sessionId),
          provider_order_id: toBankReference({ id, key_reference: null }, 1),
          expires_at: isoTime(row.expires_at),
        },
      },
      carriesSecret: true,
    }
  })
}

/** Chooses the bank it would go to now; the payment itself is routed by the payer's card. */
const chooseTarget = async (
  { payments }: Pick<CheckoutServices, 'payments'>,
  tenantId: string,
  currency: string,
): Promise<{ target: Configuration; mode: PaymentMode }> => {
  const [policy, configurations] = await Promise.all([
    payments.terms.policyOf(tenantId),
    payments.banks.connectors.configurationsOf(tenantId),
  ])
  const target = filterForCurrency(currency, configurations).find((each) => canChallenge(payments, each))
  if (target === undefined) throw noRouteProblem()
  return { target, mode: MODE_OF_FLOW[policy.preferred_three_d_flow] }
}

const toPayment = (
  { body, principal, correlationId, request }: LinkCall,
  session: NewSession,
  id: string,
  target: Configuration,
): NewLinkPayment => ({
  tenant_id: session.tenant_id,
  id,
  merchant_id: session.merchant_id,
  amount: session.amount,
  currency: session.currency,
  external_id: session.external_id,
  configuration_id: target.id,
  connector_code: target.connectorCode,
  extra: body.extra_properties ?? null,
  correlation_id: correlationId,
  client_id: principal.clientId,
  actor: principal.subject === principal.clientId ? null : principal.subject,
  caller_address: request.clientAddress,
  request_body: maskCardNumbers(JSON.stringify(withoutPersonal(body))),
  buyer_email_key: session.customer_email_key,
  created: session.created,
  expires: session.expires_at,
})

const UNPAID = {
  status: CLEARED,
  refunded: 0,
  ...NO_BANK_FACTS,
  processed_ms: null,
}
