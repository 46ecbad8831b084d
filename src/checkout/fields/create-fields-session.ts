/** POST /api/v1/fields/sessions: lets one page of a shop ask for a card, and make a token of it. */
import { type Answer, type Call, created, type Endpoint, endpoint } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { hashOfSecret, newFieldsSecret } from '../../payments/card-tokens/card-token.ts'
import { insertFieldsSession } from '../../payments/card-tokens/fields-session-store.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { isOrigin, isThisMachine } from '../model/origin.ts'
import { CHECKOUT_SCRIPT_PATH } from '../model/page-url.ts'
import { SESSION_MS } from '../model/session-row.ts'
import type { Assets } from '../page/page-assets.ts'
import { checkInstallment, readTotal } from '../sessions/create-session.ts'
import { CreateFieldsSession, type CreateFieldsSessionBody, FieldsSessionCreated } from './fields-schemas.ts'

export const createFieldsSession = (services: CheckoutServices, assets: Pick<Assets, 'checkout'>): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/api/v1/fields/sessions',
    tag: 'CardFields',
    summary: 'Let a page of yours ask for a card',
    description:
      'Answers a `session_secret` for `Vezne.fields` on your page: the shopper types the card into a frame of ours, and the page gets a `card_token` for `POST /payments` or `3d/init`. The session lives 30 minutes, its token 15; one token of it pays once, at most `amount`. `origin` must be in the setting `checkout.origins`; in the sandbox pages of your own machine need no entry.',
    allow: 'pay',
    effect: 'takes-money',
    product: 'checkout',
    needsMerchant: true,
    body: CreateFieldsSession,
    answers: { 201: FieldsSessionCreated },
    errors: ['merchant_id_required', 'invalid_amount', 'invalid_currency', 'invalid_installment', 'origin_not_allowed'],
    handle: (call) => createSession(services, assets, call as Call<unknown, unknown, CreateFieldsSessionBody>),
  })

const createSession = async (
  services: CheckoutServices,
  { checkout }: Pick<Assets, 'checkout'>,
  call: Call<unknown, unknown, CreateFieldsSessionBody>,
): Promise<Answer> => {
  const { body, runtime, tenantId } = call
  const merchantId = call.merchantId as string // needsMerchant
  const { amount, currency } = readTotal(body)
  const installments = [...new Set(body.allowed_installments ?? [])].sort((one, other) => one - other)
  for (const count of installments) checkInstallment(amount, currency, count)
  await checkOrigin(services, { tenantId, merchantId, origin: body.origin })
  const secret = newFieldsSecret()
  const now = runtime.clock.now()
  const session = {
    tenant_id: tenantId,
    id: newId(now.getTime()),
    merchant_id: merchantId,
    secret_hash: hashOfSecret(secret),
    amount,
    currency,
    allowed_installments: installments,
    origin: body.origin,
    expires_at: new Date(now.getTime() + SESSION_MS),
    created: now,
  }
  return call.inSharedTx(async (tx) => {
    await insertFieldsSession(tx, session)
    return {
      ...created({
        session_secret: secret,
        expires_at: isoTime(session.expires_at),
        script_url: `${runtime.config.urls.cards}${CHECKOUT_SCRIPT_PATH}`,
        script_integrity: checkout.integrity,
      }),
      carriesSecret: true,
    }
  })
}

const checkOrigin = async (
  { brands, payments: { runtime } }: CheckoutServices,
  { tenantId, merchantId, origin }: { tenantId: string; merchantId: string; origin: string },
): Promise<void> => {
  const { origins } = await brands.of(tenantId, merchantId)
  const isNear = runtime.config.env === 'sandbox' && isThisMachine(origin)
  if (isOrigin(origin) && (isNear || origins.includes(origin))) return
  throw new Problem('origin_not_allowed', {
    detail: isOrigin(origin)
      ? phrase`The setting checkout.origins does not list this origin. An administrator adds it, for the tenant or for this merchant.`
      : phrase`An origin is scheme, host and port as browsers write them: https://shop.example, without a path.`,
  })
}
