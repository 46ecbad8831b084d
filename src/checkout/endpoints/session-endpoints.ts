/** The operations of checkout sessions. */

import { type Call, type Endpoint, endpoint, noContent, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import type { ProblemCode } from '../../core/problem.ts'
import { Problem } from '../../core/problem.ts'
import { preferredLanguage } from '../../infra/http/preferred-language.ts'
import { CARD_TOKEN_ERRORS, CHARGE_ERRORS } from '../../payments/charge/charge-errors.ts'
import { PaymentResultSchema, PaymentStatusSchema } from '../../payments/model/payment-schemas.ts'
import { buildPaymentStatus } from '../../payments/model/payment-status.ts'
import { findPayment, requirePayment } from '../../payments/model/payment-store.ts'
import { isWaitingAfterChallenge } from '../../payments/three-d-secure/authentication-details.ts'
import { readReturnUrls } from '../../payments/three-d-secure/return-urls.ts'
import { type Init3DCall, Init3DFull } from '../../payments/three-d-secure/three-d-schemas.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { toBackUrl } from '../model/page-url.ts'
import type { SessionScope } from '../model/session-row.ts'
import {
  CheckoutSession,
  CheckoutSessionCreated,
  CompleteSession,
  CreateCheckoutSession,
  type CreateSessionBody,
  SessionParams,
  TransactionQuery,
} from '../model/session-schemas.ts'
import { paySession } from '../paying/pay-session.ts'
import { isPaymentOfSession } from '../sessions/checkout-session-store.ts'
import { createSession } from '../sessions/create-session.ts'
import { findSessionOf } from '../sessions/follow-session.ts'
import { toSessionView } from '../sessions/session-view.ts'

const SESSIONS_PATH = '/api/v1/checkout/sessions'
const TAG = 'CheckoutSessions'
const ONE = `${SESSIONS_PATH}/:session_id`

const toScope = ({ tenantId, merchantId }: Pick<Call, 'tenantId' | 'merchantId'>): SessionScope => ({
  tenantId,
  merchantId,
})

export const createCheckoutSession = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: SESSIONS_PATH,
    tag: TAG,
    summary: 'Make a checkout session',
    description:
      "Answers the address of a page of ours: send the shopper's browser there, and the shop never touches a card number. The page lives 30 minutes and takes three tries; afterwards the browser goes to `success_url` or `cancel_url` with `session_id` and `status`, which are untrusted: read the session, or wait for the payment's event.",
    allow: 'pay',
    effect: 'takes-money',
    product: 'checkout',
    needsMerchant: true,
    body: CreateCheckoutSession,
    answers: { 201: CheckoutSessionCreated },
    errors: [
      'merchant_id_required',
      'non_3d_not_allowed',
      'invalid_amount',
      'invalid_currency',
      'invalid_installment',
      'invalid_callback_url',
      'payment_mode_not_allowed',
    ],
    handle: (call) => createSession(services, call as Call<unknown, unknown, CreateSessionBody>),
  })

export const getCheckoutSession = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: ONE,
    tag: TAG,
    summary: 'Read a checkout session',
    description: 'For the shop that made it: what is asked for, how often it was tried, whether it was paid.',
    allow: 'read',
    product: 'checkout',
    notFound: 'session_not_found',
    params: SessionParams,
    answers: { 200: CheckoutSession },
    errors: ['session_not_found'],
    handle: async (call) => {
      const { session_id: sessionId } = call.params
      return ok(await toSessionView(services, await findSessionOf(services, toScope(call), sessionId), sessionId))
    },
  })

const PAY_ERRORS: readonly ProblemCode[] = [
  ...CHARGE_ERRORS,
  ...CARD_TOKEN_ERRORS,
  'bank_declined',
  'fraud_review_required',
  'session_not_found',
  'session_expired',
  'session_closed',
  'session_amount_mismatch',
  'session_installment_not_allowed',
  'payment_mode_not_allowed',
  'pre_auth_not_allowed',
  'max_attempts_exceeded',
  'invalid_state_transition',
  'invalid_callback_url',
  'three_ds_not_supported',
  'three_ds_init_exception',
  'three_ds_module_not_found',
  'three_ds_required',
]

export const payCheckoutSession = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${ONE}/pay`,
    tag: TAG,
    summary: 'Pay a checkout session',
    description:
      'For shops that ask for the card themselves; amount and currency are those of the session. In mode `non_3d` the card is charged at once, the other modes answer where the browser has to go, as `3d/init` does. While the outcome of a try is not known, there is no other: 409.',
    allow: 'pay',
    effect: 'takes-money',
    product: 'checkout',
    idempotent: 'own',
    movesMoney: true,
    needsMerchant: true,
    notFound: 'session_not_found',
    params: SessionParams,
    body: Init3DFull,
    answers: { 200: PaymentResultSchema, 202: PaymentResultSchema },
    errors: [...PAY_ERRORS],
    handle: async (given) => {
      const call = given as unknown as Init3DCall & { params: { session_id: string } }
      const { return_url, callback_url, cancel_url, ...body } = call.body
      const followed = await findSessionOf(services, toScope(call), call.params.session_id)
      const back =
        return_url ??
        callback_url ??
        toBackUrl(call.runtime, followed.session, preferredLanguage(call.request.headers['accept-language']))
      return paySession(services, followed, {
        body,
        request: call.request,
        correlationId: call.correlationId,
        principal: call.principal,
        idempotencyKey: call.idempotencyKey,
        addresses: readReturnUrls(call.runtime.config, { return_url: back, cancel_url }),
      })
    },
  })

export const getSessionStatus = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${ONE}/transaction-status`,
    tag: TAG,
    summary: 'Status of a payment of a checkout session',
    description: 'Of the latest try, or of the one that is named.',
    allow: 'read',
    product: 'checkout',
    notFound: 'session_not_found',
    params: SessionParams,
    query: TransactionQuery,
    answers: { 200: PaymentStatusSchema },
    errors: ['session_not_found', 'payment_not_found'],
    handle: async (call) => {
      const { session, payment } = await findSessionOf(services, toScope(call), call.params.session_id)
      const asked = call.query.transaction_id?.toLowerCase()
      return call.read(async (tx) => {
        const isOurs = asked === undefined || (await isPaymentOfSession(tx, session, asked))
        const found = requirePayment(
          asked === undefined || asked === payment?.id
            ? payment
            : isOurs
              ? await findPayment(tx, call.tenantId, asked)
              : undefined,
        )
        return ok(buildPaymentStatus(found, await isWaitingAfterChallenge(tx, found)))
      })
    },
  })

export const completeCheckoutSession = (services: CheckoutServices): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${ONE}/complete`,
    tag: TAG,
    summary: 'Complete a checkout session',
    description: 'Closes a session whose payment succeeded; it closes by itself, too. Again: 204 as well.',
    allow: 'pay',
    effect: 'takes-money',
    product: 'checkout',
    notFound: 'session_not_found',
    params: SessionParams,
    body: CompleteSession,
    answers: { 204: null },
    errors: ['session_not_found', 'payment_not_found', 'session_expired', 'session_closed', 'invalid_state_transition'],
    handle: async (call) => {
      const { session, status } = await findSessionOf(services, toScope(call), call.params.session_id)
      return call.inTx(async (tx) => {
        const named = call.body.transaction_id.toLowerCase()
        if (!(await isPaymentOfSession(tx, session, named))) requirePayment(undefined)
        // No attempt follows the one that paid.
        if (status === 'completed' && named === session.payment_id) return noContent()
        if (status === 'completed')
          throw new Problem('invalid_state_transition', {
            detail: phrase`This payment is of an earlier try, which failed; the session was completed by another one.`,
          })
        if (status === 'expired') throw new Problem('session_expired')
        if (status === 'failed' || status === 'cancelled')
          throw new Problem('session_closed', { detail: phrase`The session is ${status}.` })
        throw new Problem('invalid_state_transition', {
          detail: phrase`The session is ${status}: no payment of it has succeeded yet.`,
        })
      })
    },
  })
