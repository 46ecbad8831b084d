/** Makes one attempt to pay a session: its number and the id of its payment are stored first, then the payment is made like any other. */
import type { Answer, RequestFacts } from '../../access/endpoint.ts'
import { findHolder } from '../../access/idempotency/idempotency-key.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { type ClockReading, elapsedMs, readClocks } from '../../infra/database/lease-age.ts'
import { respondWithStored } from '../../payments/attempts/stored-answer.ts'
import type { ChargeBody, ChargeCall } from '../../payments/charge/charge-call.ts'
import { fingerprintPaymentRequest } from '../../payments/charge/payment-fingerprint.ts'
import type { ReturnAddresses } from '../../payments/persistence/payment-draft.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { openCustomer } from '../model/session-id.ts'
import { FLOWS, type SessionRow } from '../model/session-row.ts'
import { findTryByKey, releaseTryKey } from '../sessions/checkout-session-store.ts'
import type { FollowedSession } from '../sessions/follow-session.ts'
import { chargeTry } from './charge-try.ts'
import { checkAgreed, checkIsOpen } from './session-rules.ts'
import { type BegunTry, beginTry, endTry, type TryKey } from './session-try.ts'

/** The payer: a caller of the interface, or a browser on the page. */
export interface Payer {
  readonly body: ChargeBody
  readonly request: RequestFacts
  readonly correlationId: string
  readonly principal: ChargeCall['principal']
  /** Null if the caller sent no key, or is the page. */
  readonly idempotencyKey: string | null
  readonly addresses: ReturnAddresses
  /** The attempt that the page was shown for: a page of an earlier attempt pays nothing. */
  readonly attemptNo?: number
}

/** An older claim of an attempt is not used, because the next caller may have taken it over. */
const CLAIM_USE_MS = 20_000

export const paySession = async (
  services: CheckoutServices,
  followed: FollowedSession,
  payer: Payer,
): Promise<Answer> => {
  const { session } = followed
  const key = toKey(services, session, payer)
  const repeated = key && (await respondToRepeat(services, session, key))
  if (repeated) return repeated
  checkIsOpen(followed)
  checkAgreed(session, payer.body)
  if (!(await services.mayTakePayments(session.tenant_id, session.merchant_id)))
    throw new Problem('merchant_inactive', { detail: phrase`The merchant of this session takes no payments now.` })
  const claimedAt = readClocks()
  const claimed = await beginTry(services, session, payer.attemptNo, key).catch(async (error: unknown) => {
    if (key === null || !isUniqueViolation(error)) throw error
    // Another call with this key was faster: return its result, unless this is a different request.
    const made = await respondToRepeat(services, session, key)
    return (
      made ?? Promise.reject(new Problem('idempotency_key_in_use', { detail: phrase`Another try is using this key.` }))
    )
  })
  return 'paymentId' in claimed ? makePayment(services, claimed, payer, claimedAt) : claimed
}

const toKey = ({ payments: { runtime } }: CheckoutServices, session: SessionRow, payer: Payer): TryKey | null => {
  const { idempotencyKey, body, request } = payer
  if (idempotencyKey === null) return null
  return {
    idempotencyKey,
    fingerprint: fingerprintPaymentRequest({ body, request, runtime, tenantId: session.tenant_id }),
  }
}

/** Returns undefined if the key is new, or its call made no payment. */
const respondToRepeat = async (
  services: CheckoutServices,
  { tenant_id, merchant_id }: SessionRow,
  { idempotencyKey, fingerprint }: TryKey,
): Promise<Answer | undefined> => {
  const { runtime } = services.payments
  const claim = { tenantId: tenant_id, merchantId: merchant_id, idempotencyKey }
  const earlierTry = await runtime.db.transaction({ of: tenant_id }, (tx) =>
    findHolder(
      tx,
      { find: () => findTryByKey(tx, claim), release: releaseTryKey },
      { fingerprint, nowMs: runtime.clock.ms() },
    ),
  )
  if (earlierTry === undefined) return undefined
  return respondWithStored(services.payments, tenant_id, earlierTry.payment_id).catch((error: unknown) => {
    // The call was refused before there was a payment, so this one is decided again.
    if (error instanceof Problem && error.code === 'payment_not_found') return undefined
    throw error
  })
}

/** Updates the session from the payment's outcome before the response is sent, also on errors. */
const makePayment = async (
  services: CheckoutServices,
  claimed: BegunTry,
  payer: Payer,
  claimedAt: ClockReading,
): Promise<Answer> => {
  const { session } = claimed
  const isInTime = () => elapsedMs(claimedAt) <= CLAIM_USE_MS
  try {
    const call = await toChargeCall(services, claimed, payer)
    return await chargeTry(services, {
      call,
      session,
      addresses: payer.addresses,
      request: payer.request,
      isInTime,
    })
  } finally {
    // A failure here changes nothing: a look at the session finds the payment, or the claim runs out.
    await endTry(services, claimed).catch((err: unknown) =>
      services.payments.runtime.log.warn('checkout.follow_failed', { session_id: session.id, err }),
    )
  }
}

/** The session's order and customer fill the members that the request leaves out. */
const toChargeCall = async (
  { payments: { runtime } }: CheckoutServices,
  { session, paymentId }: BegunTry,
  { body, request, correlationId, principal }: Payer,
): Promise<ChargeCall> => {
  const customer = await openCustomer(runtime.sealer, session)
  const buyer = {
    ...(customer.email === null ? {} : { email: customer.email }),
    ...(customer.phone === null ? {} : { phone: customer.phone }),
    ...body.buyer,
  }
  const earlierTry = {
    ...(session.external_id === null ? {} : { external_id: session.external_id }),
    ...(session.basket_id === null ? {} : { basket_id: session.basket_id }),
    ...(session.description === null ? {} : { description: session.description }),
  }
  return {
    body: {
      ...earlierTry,
      ...body,
      ...(Object.keys(buyer).length === 0 ? {} : { buyer }),
      ...(session.extra === null ? {} : { extra_properties: { ...session.extra, ...body.extra_properties } }),
    },
    tenantId: session.tenant_id,
    merchantId: session.merchant_id,
    principal,
    // A link's payment keeps that of the call which made it.
    correlationId: session.kind === 'link' ? session.correlation_id : correlationId,
    idempotencyKey: null,
    request,
    runtime,
    checkout: {
      paymentId,
      paymentKey: `checkout:${session.id}:${session.attempt_no}`,
      channel: session.kind === 'link' ? 'link' : 'checkout',
      flow: session.payment_mode === 'non_3d' ? 'standard' : FLOWS[session.payment_mode],
      isTest: session.is_test,
    },
  }
}
