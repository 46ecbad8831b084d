/** 3d/complete: sends a payment with a passed challenge to the bank, or inquires whether it passed. */
import type { Answer } from '../../access/endpoint.ts'
import { keyInUseProblem } from '../../access/idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../../access/idempotency/request-fingerprint.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import type { PaymentServices, StepServices } from '../attempts/payment-services.ts'
import { trackRunning } from '../attempts/track-running.ts'
import { findPayment } from '../model/payment-store.ts'
import { authorizeAfterChallenge } from './authorize-after-challenge.ts'
import { type Challenge, findChallenge, mayBeCharged, openPendingChallenge } from './card-challenge.ts'
import { findRepeatedCompletion, respondWithCompletion } from './completion-result.ts'
import { resolveChallenge } from './resolve-challenge.ts'
import type { Complete3DCall } from './three-d-schemas.ts'
import { openAuthentication } from './three-d-session.ts'
import { type Completion, claimChallenge, clearCompletion } from './three-d-session-store.ts'

export const completeChallenge = async (services: StepServices, call: Complete3DCall): Promise<Answer> => {
  const completion: Completion = {
    key: call.idempotencyKey,
    fingerprint: call.idempotencyKey === null ? null : fingerprintRequest(call),
    correlationId: call.correlationId,
  }
  const repeated = await findRepeatedCompletion(services, call, completion, false)
  if (repeated !== undefined) return repeated
  const refusal = await runCompletion(services, call, completion)
  // Another call with this key may have been faster; then this one is its repeat.
  const ours = await findRepeatedCompletion(services, call, completion, refusal === undefined)
  if (ours !== undefined) return ours
  if (refusal !== undefined) throw refusal
  return respondWithCompletion(services, call, call.body.transaction_id, { isFirst: true, isOfKey: false })
}

/** Returns why it may not be completed now. */
const runCompletion = async (
  services: StepServices,
  call: Complete3DCall,
  completion: Completion,
): Promise<Problem | undefined> => {
  const { transaction_id, need_verification } = call.body
  const challenged = await findChallenge(services, call.tenantId, transaction_id, call.merchantId)
  if (challenged === undefined) return notChallengedProblem(services, call)
  switch (challenged.payment.status) {
    case 'three_d_secure_auth_processing':
      await completeWaiting(services, challenged, completion)
      return undefined
    case 'three_d_secure_init_processing':
      if (!need_verification)
        return notAllowedProblem(phrase`The shopper has not confirmed yet; need_verification asks the bank.`)
      await completeWithoutCallback(services, challenged, completion)
      return undefined
    default:
      return notAllowedProblem(phrase`The payment is ${challenged.payment.status}.`)
  }
}

const notAllowedProblem = (detail: Phrase): Problem => new Problem('three_ds_complete_not_allowed', { detail })

const notChallengedProblem = async (
  services: Pick<PaymentServices, 'runtime'>,
  call: Complete3DCall,
): Promise<Problem> => {
  const { tenantId, merchantId, body } = call
  const payment = await services.runtime.db.transaction({ of: tenantId }, (tx) =>
    findPayment(tx, tenantId, body.transaction_id, merchantId),
  )
  if (payment === undefined)
    return new Problem('payment_not_found', {
      detail: phrase`No payment with this id is within reach of this token and merchant.`,
    })
  return notAllowedProblem(phrase`This payment is not waiting for a challenge.`)
}

/**
 * Completes a payment that waits for this call (manual_complete). If a process is already working on it, this call
 * waits for its outcome.
 */
const completeWaiting = async (
  services: StepServices,
  challenged: Challenge,
  completion: Completion,
): Promise<void> => {
  const { payment, session } = challenged
  if (session.held_until === null || payment.verdict === 'block') return
  if (payment.verdict === 'review')
    throw new Problem('fraud_review_required', {
      detail: phrase`A fraud rule holds the payment for review after the challenge.`,
      transaction_id: payment.id,
    })
  const authentication = await openAuthentication(services.runtime, session)
  if (authentication === undefined && !mayBeCharged(challenged))
    throw new Error(`payment ${payment.id} is held without an authentication`)
  const nowMs = services.runtime.clock.ms()
  await services.leases.during(payment.id, async () => {
    const taken = await refuseClaimedKey(
      services.runtime.db.transaction({ of: payment.tenant_id }, (tx) =>
        claimChallenge(tx, { payment, nowMs, owner: services.leases.processNo, isOurs: false, completion }),
      ),
    )
    if (taken === undefined) return
    const passed = { authentication, charged: session.charged, heldUntil: session.held_until as Date }
    const work = authorizeAfterChallenge(services, { ...challenged, payment: taken }, passed)
    const end = await trackRunning(services.leases.running, payment.id, work)
    if (end === 'unsent') await undoCompletion(services, challenged)
  })
}

/** Undoes the call, because nothing was sent: it counts as not made, and a repeat of its key retries. */
const undoCompletion = async (
  services: Pick<PaymentServices, 'runtime'>,
  { payment, session }: Challenge,
): Promise<never> => {
  await services.runtime.db.transaction({ of: payment.tenant_id }, (tx) => clearCompletion(tx, session))
  throw new Problem('three_ds_complete_exception', {
    detail: phrase`The bank could not be reached and nothing was sent to it; the payment waits. Call 3d/complete again.`,
    transaction_id: payment.id,
    error_code: 'three_ds_complete_exception',
  })
}

/** The callback never came, so the bank is asked, and its response replaces the callback. */
const completeWithoutCallback = async (
  services: StepServices,
  challenged: Challenge,
  completion: Completion,
): Promise<void> => {
  const pending = await openPendingChallenge(services, challenged)
  const { verdict } = await services.banks.connectors.inquireAuthentication(challenged.connector, pending)
  if (verdict === 'no_answer')
    throw new Problem('three_ds_complete_exception', {
      detail: phrase`The bank did not say how the challenge ended; nothing was changed. Try again in a moment.`,
    })
  if (verdict === 'open') throw notAllowedProblem(phrase`The shopper is still on the page of the bank.`)
  if (verdict === 'not_offered') throw notAllowedProblem(phrase`This bank cannot be asked; wait for the callback.`)
  if (verdict.kind === 'forged') throw new Problem('three_ds_verify_failed')
  await refuseClaimedKey(resolveChallenge(services, challenged, verdict, completion))
}

/** A concurrent call claimed this key for another payment. */
const refuseClaimedKey = async <T>(taking: Promise<T>): Promise<T> => {
  try {
    return await taking
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw keyInUseProblem()
  }
}
