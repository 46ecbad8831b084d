/** Handles a genuine callback: the payment is sent to the bank, waits for a person or the caller, or fails. */

import type { Outcome as BankOutcome } from '../../connectors/attempt.ts'
import type { CallbackOutcome } from '../../connectors/three-d-secure.ts'
import { findTarget } from '../../core/state-machine.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { trackRunning } from '../attempts/track-running.ts'
import { NOT_APPROVED } from '../charge/fraud-refusals.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { newStep } from '../model/payment-steps.ts'
import { authorizeAfterChallenge } from './authorize-after-challenge.ts'
import { type Challenge, findChallenge, mayBeCharged } from './card-challenge.ts'
import { type AuthenticationDecision, decideAuthentication } from './decide-authentication.ts'
import { failChallenge, failExpiredChallenge } from './fail-challenge.ts'
import { HOLD_MS, sealProof } from './three-d-session.ts'
import { type Completion, claimChallenge, recordLateAuthorization } from './three-d-session-store.ts'

type VerifiedCallback = Extract<CallbackOutcome, { kind: 'verified' }>

/** `completion` means that 3d/complete asked the bank itself, which is the consent that manual_complete waits for. */
export const resolveChallenge = async (
  services: StepServices,
  challenged: Challenge,
  verdict: VerifiedCallback,
  completion?: Completion,
): Promise<void> => {
  const { id, status } = challenged.payment
  if (status === 'failed') return recordLateCallback(services, challenged, verdict)
  if (status !== 'three_d_secure_init_processing') return
  // The running step goes first; our step is guarded against its result.
  for (let other = services.leases.running.get(id); other !== undefined; other = services.leases.running.get(id))
    await other.catch(() => undefined)
  const work = services.leases.during(id, () => claimAndContinue(services, challenged, verdict, completion))
  await trackRunning(services.leases.running, id, work)
}

const claimAndContinue = async (
  services: StepServices,
  challenged: Challenge,
  verdict: VerifiedCallback,
  completion: Completion | undefined,
): Promise<void> => {
  const { payment, session, attempt } = challenged
  const nowMs = services.runtime.clock.ms()
  // Nothing was charged, so the challenge simply expires.
  if (nowMs >= session.expires_at.getTime() && !mayBeCharged(challenged))
    return failExpiredChallenge(services, challenged)
  const { authentication } = verdict
  const response = {
    mdStatus: authentication.mdStatus,
    refusal: verdict.refusal ?? null,
    message: verdict.message ?? null,
  }
  const decision: AuthenticationDecision =
    payment.verdict === 'block'
      ? NOT_APPROVED
      : decideAuthentication(response, attempt.configuration.settings.accepted_md_status)
  const isReviewed = payment.verdict === 'review'
  const isHeld = decision.isPassed && (isReviewed || (session.is_manual && completion === undefined))
  const hold = isHeld ? (isReviewed ? 'review' : 'manual') : 'none'
  const proof = await sealProof(services.runtime, session, authentication)
  const charged = verdict.charged ?? null
  const taken = await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) =>
    claimChallenge(tx, {
      payment,
      nowMs,
      owner: services.leases.processNo,
      isOurs: false,
      ...(decision.isPassed
        ? { step: newStep(AUTHENTICATED, nowMs, { message: toConfirmedMessage(response.mdStatus, hold) }) }
        : {}),
      heldUntil: isHeld ? new Date(nowMs + HOLD_MS) : undefined,
      callback: { authentication, proof, refusal: response.refusal, message: response.message, charged },
      ...(completion === undefined ? {} : { completion }),
      callbackCorrelationId: challenged.callbackCorrelationId,
    }),
  )
  if (taken === undefined) return claimAfterDecision(services, challenged, verdict, completion)
  if (isHeld) return
  const now = { ...challenged, payment: taken }
  if (decision.isPassed) await authorizeAfterChallenge(services, now, { authentication, charged })
  else await failChallenge(services, now, decision)
}

/** The decision of a concurrent fraud review is used. Any other writer that was first has resolved the payment. */
const claimAfterDecision = async (
  services: StepServices,
  { payment, callbackCorrelationId }: Challenge,
  verdict: VerifiedCallback,
  completion: Completion | undefined,
): Promise<void> => {
  const now = await findChallenge(services, payment.tenant_id, payment.id)
  if (now?.payment.status !== 'three_d_secure_init_processing' || now.payment.verdict === payment.verdict) return
  await claimAndContinue(services, { ...now, callbackCorrelationId }, verdict, completion)
}

/** The state of a passed challenge that waits, or is at the bank. */
export const AUTHENTICATED = findTarget(paymentMachine, 'authenticate')

/** Returns the message of a passed challenge; `hold` says who has to act before it continues. */
export const toConfirmedMessage = (mdStatus: string | null, hold: keyof typeof NEXT_STEP_TEXTS): string =>
  `Confirmed by the cardholder${mdStatus === null ? '' : ` (md status ${mdStatus})`}, ${NEXT_STEP_TEXTS[hold]}`
const NEXT_STEP_TEXTS = {
  none: 'going to the bank',
  manual: 'waiting for 3d/complete',
  review: 'held for review',
} as const

/** The shop has seen the payment fail, so what the bank charged automatically is reversed. */
const recordLateCallback = async (
  services: Pick<PaymentServices, 'runtime'>,
  challenged: Challenge,
  { charged }: VerifiedCallback,
): Promise<void> => {
  if (!mayBeCharged(challenged) || !mayHaveCharged(charged)) return
  const { payment } = challenged
  const isNew = await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) =>
    recordLateAuthorization(tx, payment, services.runtime.clock.ms()),
  )
  if (isNew) services.runtime.log.warn('three_d.authorized_late', { transaction_id: payment.id })
}

const mayHaveCharged = (charged: BankOutcome | undefined): boolean =>
  charged?.kind === 'approved' || charged?.kind === 'unknown'
