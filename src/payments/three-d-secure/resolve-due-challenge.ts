/** What the inquiry job does for payments of 3D Secure whose time has come: expired, abandoned, held too long, charged too late. */
import type { Observation } from '../../connectors/attempt.ts'
import { newId } from '../../core/id.ts'
import { NOT_APPROVED } from '../charge/review-not-approved.ts'
import { triesLater } from '../attempts/retry-window.ts'
import { inquiryWaitMs } from '../attempts/inquiry-schedule.ts'
import type { DuePayment } from '../attempts/due-payments.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import { findingOf } from '../attempts/run-attempts.ts'
import { loggedExchanges } from '../attempts/logged-exchanges.ts'
import { type Finding, outcomeOfAttempt } from '../persistence/apply-transition.ts'
import { authorizeChallenged } from './authorize-after-challenge.ts'
import { findChallenged, mayBeCharged, type Taken } from './challenged-payment.ts'
import { type Judged, judgeAuthentication } from './decide-authentication.ts'
import { failExpired, makeSureNothingIsCharged, refuseChallenged } from './fail-challenge.ts'
import { stepToBank } from './resolve-challenge.ts'
import { authenticationOf, HOLD_MS, waitsForShop } from './three-d-session.ts'
import { noteReversed, takeChallenge } from './three-d-session-store.ts'

/** False: an ordinary attempt of which the bank has to be asked. The payment's lease is this process's. */
export const settleDueChallenge = async (desk: PaymentDesk, payment: DuePayment): Promise<boolean> => {
  if (payment.secure_type === 'non_3d') return false
  const challenged = await findChallenged(desk, payment.tenant_id, payment.id)
  if (challenged === undefined) return false
  const now = { ...challenged, payment }
  switch (payment.status) {
    case 'three_d_secure_init_processing':
      await endChallenge(desk, now)
      return true
    case 'three_d_secure_auth_processing':
      if (challenged.session.held_until === null) return false
      await endHold(desk, now)
      return true
    case 'failed':
      await reverseLateCharge(desk, now)
      return true
    default:
      return false
  }
}

const endChallenge = async (desk: PaymentDesk, challenged: Taken): Promise<void> => {
  const { payment, session, attempt } = challenged
  if (payment.verdict === 'block') return refuseChallenged(desk, challenged, NOT_APPROVED)
  if (session.md_status !== null) {
    // It was refused, and the process died before it said so.
    const said = { mdStatus: session.md_status, refusal: session.refusal, message: session.refusal_message }
    return refuseChallenged(
      desk,
      challenged,
      judgeAuthentication(said, attempt.configuration.settings.accepted_md_status),
    )
  }
  if (!mayBeCharged(challenged)) return failExpired(desk, challenged)
  const { observation, exchanges } = await desk.connectors.inquire(challenged.connector, attempt)
  if (observation.kind !== 'approved') return failExpired(desk, challenged)
  if (payment.verdict === 'review') return holdCharged(desk, challenged)
  // Nobody was told that it failed: the charge stands.
  const nowMs = desk.house.clock.ms()
  const taken = await desk.house.db.inTenant(payment.tenant_id, (tx) =>
    takeChallenge(tx, { payment, nowMs, owner: desk.processNo, isOurs: true, step: stepToBank(nowMs, null, 'none') }),
  )
  if (taken === undefined) return
  const logged = await loggedExchanges(desk, taken, exchanges, observation)
  const finding = await findingOf(desk, taken, observation, nowMs)
  await desk.record(outcomeOfAttempt(taken, finding, logged, desk.recordContext(nowMs)))
}

/** Charged without a callback, while a review is open: whoever decides it decides over the charge. */
const holdCharged = async ({ house, processNo }: PaymentDesk, { payment }: Taken): Promise<void> => {
  const nowMs = house.clock.ms()
  const step: StoredStep = {
    id: newId(nowMs),
    to: 'three_d_secure_auth_processing',
    at: nowMs,
    message: 'Charged by the bank, which sent no callback; held for review',
  }
  const heldUntil = new Date(nowMs + HOLD_MS)
  await house.db.inTenant(payment.tenant_id, (tx) =>
    takeChallenge(tx, { payment, nowMs, owner: processNo, isOurs: true, step, heldUntil }),
  )
}

const endHold = (desk: PaymentDesk, challenged: Taken): Promise<void> => {
  const { payment, session } = challenged
  if (payment.verdict === 'block' || payment.verdict === 'review')
    return refuseChallenged(desk, challenged, NOT_APPROVED)
  // What was charged without a callback waits for no 3d/complete either: nobody was told of it.
  return waitsForShop(session) && session.md_status !== null
    ? refuseChallenged(desk, challenged, NOT_COMPLETED)
    : releaseHeld(desk, challenged)
}

const NOT_COMPLETED: Judged = {
  isPassed: false,
  error_code: 'three_ds_failed',
  error_message: '3d/complete was not called within 24 hours',
}

/** Approved in a fraud review after the challenge. */
const releaseHeld = async (desk: PaymentDesk, challenged: Taken): Promise<void> => {
  const { payment, session, attempt } = challenged
  const authentication = await authenticationOf(desk.house, session)
  const isAsked = !mayBeCharged(challenged)
  if (authentication === undefined && isAsked)
    throw new Error(`payment ${payment.id} is held without an authentication`)
  if (isAsked && desk.connectors.breakerState(attempt.configuration) === 'open' && (await triesLater(desk, payment)))
    return
  const nowMs = desk.house.clock.ms()
  const step: StoredStep = {
    id: newId(nowMs),
    to: 'three_d_secure_auth_processing',
    at: nowMs,
    message: 'Approved in a fraud review, going to the bank',
  }
  const taken = await desk.house.db.inTenant(payment.tenant_id, (tx) =>
    takeChallenge(tx, { payment, nowMs, owner: desk.processNo, isOurs: true, step }),
  )
  if (taken !== undefined)
    await authorizeChallenged(desk, { ...challenged, payment: taken }, { authentication, charged: session.charged })
}

const reverseLateCharge = async (desk: PaymentDesk, challenged: Taken): Promise<void> => {
  const { payment } = challenged
  const made = await makeSureNothingIsCharged(desk, challenged)
  const nowMs = desk.house.clock.ms()
  const isOpen = made.result === 'no_answer'
  const logged = await loggedExchanges(desk, payment, made.exchanges, made.said as Observation)
  const finding: Finding = {
    trigger: undefined,
    error_code: payment.error_code,
    error_message: payment.error_message,
    ...(isOpen ? { next_inquiry_ms: nowMs + inquiryWaitMs(payment.inquiry_count + 1) } : {}),
  }
  const outcome = outcomeOfAttempt(payment, finding, logged, desk.recordContext(nowMs))
  if (isOpen) return void (await desk.record(outcome))
  const message = made.result === 'reversed' ? 'Charged late at the bank: reversed' : 'Nothing was charged late'
  const history = { id: newId(nowMs), to: payment.status, at: nowMs, message }
  if (await desk.record({ ...outcome, history }))
    await desk.house.db.inTenant(payment.tenant_id, (tx) => noteReversed(tx, payment, nowMs))
}
