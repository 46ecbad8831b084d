/** Tasks of the inquiry job for due 3D Secure payments: expired, abandoned, too long under review, authorized late. */
import type { Observation } from '../../connectors/attempt.ts'
import type { Leased } from '../../infra/database/lease-age.ts'
import { toLoggedExchanges } from '../attempts/logged-exchanges.ts'
import { isFromBeforeRestore } from '../attempts/lost-references.ts'
import type { StepServices } from '../attempts/payment-services.ts'
import { readPaymentOutcome } from '../attempts/read-payment-outcome.ts'
import { scheduleRetry } from '../attempts/retry-window.ts'
import { takePaymentStep } from '../attempts/take-payment-step.ts'
import { NOT_APPROVED } from '../charge/fraud-refusals.ts'
import { inquiryWaitMs } from '../model/inquiry-schedule.ts'
import type { PaymentRow } from '../model/payment.ts'
import { newStep } from '../model/payment-steps.ts'
import type { PaymentTransition } from '../persistence/apply-payment-transition.ts'
import { authorizeAfterChallenge } from './authorize-after-challenge.ts'
import { type ClaimedChallenge, findChallenge, mayBeCharged } from './card-challenge.ts'
import { type AuthenticationDecision, decideAuthentication } from './decide-authentication.ts'
import { ensureNotCharged, failChallenge, failExpiredChallenge } from './fail-challenge.ts'
import { AUTHENTICATED, toConfirmedMessage } from './resolve-challenge.ts'
import { HOLD_MS, isWaitingForShop, openAuthentication } from './three-d-session.ts'
import { claimChallenge, recordLateReversal } from './three-d-session-store.ts'

/**
 * Returns false for an ordinary attempt, about which the bank has to be asked. This process holds the payment's lease.
 */
export const resolveDueChallenge = async (services: StepServices, payment: Leased<PaymentRow>): Promise<boolean> => {
  if (payment.secure_type === 'non_3d') return false
  const challenged = await findChallenge(services, payment.tenant_id, payment.id)
  if (challenged === undefined) return false
  const now = { ...challenged, payment }
  switch (payment.status) {
    case 'three_d_secure_init_processing':
      await resolveExpiredChallenge(services, now)
      return true
    case 'three_d_secure_auth_processing':
      if (challenged.session.held_until === null) return false
      await resolveHold(services, now)
      return true
    case 'failed':
      await reverseLateAuthorization(services, now)
      return true
    default:
      return false
  }
}

const resolveExpiredChallenge = async (services: StepServices, challenged: ClaimedChallenge): Promise<void> => {
  const { payment, session, attempt } = challenged
  if (payment.verdict === 'block') return failChallenge(services, challenged, NOT_APPROVED)
  if (session.md_status !== null) {
    // The challenge was refused, and the process died before recording it.
    const response = { mdStatus: session.md_status, refusal: session.refusal, message: session.refusal_message }
    return failChallenge(
      services,
      challenged,
      decideAuthentication(response, attempt.configuration.settings.accepted_md_status),
    )
  }
  const isFromBefore = isFromBeforeRestore(services.runtime, payment)
  if (!mayBeCharged(challenged) && !isFromBefore) return failExpiredChallenge(services, challenged)
  const { observation, exchanges } = await services.banks.connectors.inquire(challenged.connector, attempt)
  if (isFromBefore && observation.kind === 'no_answer') return askAgain(services, payment)
  if (observation.kind !== 'approved') return failExpiredChallenge(services, challenged)
  // While a review is open, its decision applies to the charge.
  if (payment.verdict === 'review') return void (await claimOwn(services, payment, CHARGED_UNDER_REVIEW, HOLD_MS))
  // No caller has seen the payment fail, so the charge is kept.
  const taken = await claimOwn(services, payment, toConfirmedMessage(null, 'none'))
  if (taken === undefined) return
  const logged = await toLoggedExchanges(services, taken, exchanges, observation)
  const transition = await readPaymentOutcome(services, taken, observation, services.runtime.clock.ms())
  await takePaymentStep(services, taken, transition, { logged })
}

const askAgain = async (services: StepServices, payment: PaymentRow): Promise<void> => {
  const next_inquiry_ms = services.runtime.clock.ms() + inquiryWaitMs(payment.inquiry_count + 1)
  await takePaymentStep(services, payment, { trigger: undefined, next_inquiry_ms })
}

const CHARGED_UNDER_REVIEW = 'Charged by the bank, which sent no callback; held for review'

/** Claims a payment whose lease this process has already; with `holdMs` it then waits for a person. */
const claimOwn = (
  { runtime, leases }: StepServices,
  payment: PaymentRow,
  message: string,
  holdMs?: number,
): ReturnType<typeof claimChallenge> => {
  const nowMs = runtime.clock.ms()
  const step = newStep(AUTHENTICATED, nowMs, { message })
  const heldUntil = holdMs === undefined ? undefined : new Date(nowMs + holdMs)
  return runtime.db.transaction({ of: payment.tenant_id }, (tx) =>
    claimChallenge(tx, { payment, nowMs, owner: leases.processNo, isOurs: true, step, heldUntil }),
  )
}

const resolveHold = (services: StepServices, challenged: ClaimedChallenge): Promise<void> => {
  const { payment, session } = challenged
  if (payment.verdict === 'block' || payment.verdict === 'review')
    return failChallenge(services, challenged, NOT_APPROVED)
  // A charge without a callback does not wait for 3d/complete, because no caller knows of it.
  return isWaitingForShop(session) && session.md_status !== null
    ? failChallenge(services, challenged, NOT_COMPLETED)
    : releaseAfterReview(services, challenged)
}

const NOT_COMPLETED: AuthenticationDecision = {
  isPassed: false,
  error_code: 'three_ds_failed',
  error_message: '3d/complete was not called within 24 hours',
}

/** Continues a payment approved in a fraud review after the challenge. */
const releaseAfterReview = async (services: StepServices, challenged: ClaimedChallenge): Promise<void> => {
  const { payment, session, attempt } = challenged
  const authentication = await openAuthentication(services.runtime, session)
  const isAsked = !mayBeCharged(challenged)
  if (authentication === undefined && isAsked)
    throw new Error(`payment ${payment.id} is held without an authentication`)
  if (
    isAsked &&
    services.banks.connectors.breakerState(attempt.configuration) === 'open' &&
    (await scheduleRetry(services, payment))
  )
    return
  const taken = await claimOwn(services, payment, 'Approved in a fraud review, going to the bank')
  if (taken !== undefined)
    await authorizeAfterChallenge(
      services,
      { ...challenged, payment: taken },
      { authentication, charged: session.charged },
    )
}

const reverseLateAuthorization = async (services: StepServices, challenged: ClaimedChallenge): Promise<void> => {
  const { payment } = challenged
  const made = await ensureNotCharged(services, challenged)
  const nowMs = services.runtime.clock.ms()
  const isOpen = made.result === 'no_answer'
  const logged = await toLoggedExchanges(services, payment, made.exchanges, made.observation as Observation)
  const message = made.result === 'reversed' ? 'Charged late at the bank: reversed' : 'Nothing was charged late'
  const transition: PaymentTransition = {
    trigger: undefined,
    error_code: payment.error_code,
    error_message: payment.error_message,
    ...(isOpen ? { next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count + 1) } : { note: { message } }),
  }
  const update = await takePaymentStep(services, payment, transition, { logged })
  if (!isOpen && update !== undefined)
    await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) => recordLateReversal(tx, payment, nowMs))
}
