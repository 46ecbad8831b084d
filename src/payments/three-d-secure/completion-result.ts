/**
 * The response of 3d/complete, to the first call and every repeat of its key. It is derived from the payment's history,
 * which never changes.
 */
import type { Answer } from '../../access/endpoint.ts'
import { findHolder } from '../../access/idempotency/idempotency-key.ts'
import { toKeptProblem } from '../../core/phrases/kept-problem.ts'
import { PAYMENTS_PATH, type PaymentServices } from '../attempts/payment-services.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import type { PaymentRow } from '../model/payment.ts'
import { buildFailureProblem, buildPaymentResult } from '../model/payment-result.ts'
import { type Step, toSteps } from '../model/payment-steps.ts'
import { isWaitingAfterChallenge } from './authentication-details.ts'
import { awaitChallengeResult } from './await-challenge-result.ts'
import type { Complete3DCall } from './three-d-schemas.ts'
import {
  type Completion,
  claimCompletionAnswer,
  findCompletionByKey,
  releaseCompletionKey,
} from './three-d-session-store.ts'

/** Returns undefined if the key is new or missing. `isFirst` means that the call itself has just been carried out. */
export const findRepeatedCompletion = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  call: Complete3DCall,
  { key, fingerprint }: Completion,
  isFirst: boolean,
): Promise<Answer | undefined> => {
  if (key === null || fingerprint === null) return undefined
  const { tenantId, merchantId } = call
  const { clock, db } = services.runtime
  const claim = { tenantId, merchantId, key }
  const session = await db.transaction({ of: tenantId }, (tx) =>
    findHolder(
      tx,
      { find: () => findCompletionByKey(tx, claim), release: (_, held) => releaseCompletionKey(tx, claim, held) },
      { fingerprint, nowMs: clock.ms() },
    ),
  )
  if (session === undefined) return undefined
  return respondWithCompletion(services, call, session.payment_id, { isFirst, isOfKey: true })
}

/**
 * Waits for the outcome at most as long as a repeat may. Among all calls with the completion's key, the first one to
 * respond is not marked as a replay.
 */
export const respondWithCompletion = async (
  services: Pick<PaymentServices, 'runtime' | 'leases'>,
  { tenantId, correlationId }: Pick<Complete3DCall, 'tenantId' | 'correlationId'>,
  paymentId: string,
  { isFirst, isOfKey }: { isFirst: boolean; isOfKey: boolean },
): Promise<Answer> => {
  const payment = await awaitChallengeResult(services, tenantId, paymentId)
  const step = findFinalStep(payment)
  if (step === undefined) {
    const waits = await services.runtime.db.transaction({ of: tenantId }, (tx) => isWaitingAfterChallenge(tx, payment))
    return { status: 202, body: buildPaymentResult({ ...payment, waits, processed_ms: null }) }
  }
  const isGiven =
    isOfKey &&
    !(await services.runtime.db.transaction({ of: tenantId }, (tx) => claimCompletionAnswer(tx, tenantId, paymentId)))
  const replay = isGiven ? { isReplay: true } : {}
  const then = toResultAt(payment, step)
  if (then.status !== 'failed') return { status: 200, body: buildPaymentResult(then), ...replay }
  const problem = buildFailureProblem(then, isFirst)
  if (problem.status >= 500) throw problem
  const context = {
    errorsBase: services.runtime.config.errorsBase,
    instance: `${PAYMENTS_PATH}/3d/complete`,
    correlationId,
  }
  return { status: problem.status, bodyText: toKeptProblem(problem, context), ...replay }
}

/** Returns the step that ended the challenge, whatever has happened to the payment since. */
const findFinalStep = (payment: PaymentRow): Step | undefined =>
  toSteps(payment).find(({ to }) => to === 'completed' || to === 'authorized' || to === 'failed')

/** Returns the payment in its state after that step. */
const toResultAt = (payment: PaymentRow, step: Step) => ({
  ...NO_BANK_FACTS,
  ...step,
  id: payment.id,
  status: step.to,
  amount: payment.amount,
  currency: payment.currency,
  refunded: 0,
  history: payment.history,
  external_id: payment.external_id,
  error_code: ANSWERED_CODES[step.error_code ?? ''] ?? step.error_code ?? null,
  processed_ms: step.at,
})

/** Maps internal reasons to the codes of the interface. */
const ANSWERED_CODES: Readonly<Record<string, string>> = {
  three_ds_user_cancelled: 'three_ds_authentication_failed',
  three_ds_timeout: 'three_ds_authentication_failed',
  three_ds_failed: 'three_ds_authentication_failed',
}
