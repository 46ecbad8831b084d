/** What 3d/complete answers, the first time and to every repeat of its key: read from the payment's own history, which never changes. */
import { timingSafeEqual } from 'node:crypto'
import type { Answer } from '../../access/endpoint.ts'
import { Problem, problemBody } from '../../core/problem.ts'
import type { PaymentRow } from '../payment.ts'
import { PAYMENTS_PATH, type PaymentDesk } from '../payment-desk.ts'
import { type Step, stepsOf } from '../payment-steps.ts'
import { type Answerable, failureProblem, paymentResult } from '../write-result.ts'
import { awaitSettled } from './await-settled.ts'
import type { Complete3DCall } from './init-schema.ts'
import { waitsAfterChallenge } from './three-d-facts.ts'
import { type Completion, findByCompletionKey, takeCompletionAnswer } from './three-d-session-store.ts'

/** Undefined: the key is new, or there is none. `isFirst`: the call itself has just been carried out. */
export const repeatOfCompletion = async (
  desk: PaymentDesk,
  call: Complete3DCall,
  { key, fingerprint }: Completion,
  isFirst: boolean,
): Promise<Answer | undefined> => {
  if (key === null || fingerprint === null) return undefined
  const session = await desk.house.db.inTenant(call.tenantId, (tx) =>
    findByCompletionKey(tx, {
      tenantId: call.tenantId,
      merchantId: call.merchantId,
      key,
      nowMs: desk.house.clock.ms(),
    }),
  )
  if (session === undefined) return undefined
  if (session.completion_fingerprint === null || !timingSafeEqual(session.completion_fingerprint, fingerprint))
    throw new Problem('idempotency_key_in_use', {
      detail: 'This Idempotency-Key belongs to the completion of another payment. Use a new key.',
    })
  return presentCompletion(desk, call, session.payment_id, { isFirst, isOfKey: true })
}

/** Waits for the outcome at most as long as a repeat may. Of all calls with the key of the completion, whichever answers first is no replay. */
export const presentCompletion = async (
  desk: PaymentDesk,
  { tenantId, correlationId }: Pick<Complete3DCall, 'tenantId' | 'correlationId'>,
  paymentId: string,
  { isFirst, isOfKey }: { isFirst: boolean; isOfKey: boolean },
): Promise<Answer> => {
  const payment = await awaitSettled(desk, tenantId, paymentId)
  const step = endOf(payment)
  if (step === undefined) {
    const waits = await desk.house.db.inTenant(tenantId, (tx) => waitsAfterChallenge(tx, payment))
    return { status: 202, body: paymentResult({ ...payment, waits, processed_ms: null }) }
  }
  const isGiven =
    isOfKey && !(await desk.house.db.inTenant(tenantId, (tx) => takeCompletionAnswer(tx, tenantId, paymentId)))
  const replay = isGiven ? { isReplay: true } : {}
  const then = asOf(payment, step)
  if (then.status !== 'failed') return { status: 200, body: paymentResult(then), ...replay }
  const problem = failureProblem(then, isFirst)
  if (problem.status >= 500) throw problem
  const context = { errorsBase: desk.house.config.errorsBase, instance: `${PAYMENTS_PATH}/3d/complete`, correlationId }
  return { status: problem.status, bodyText: JSON.stringify(problemBody(problem, context)), ...replay }
}

/** The step that ended the challenge, whatever became of the payment since. */
const endOf = (payment: PaymentRow): Step | undefined =>
  stepsOf(payment).find(({ to }) => to === 'completed' || to === 'authorized' || to === 'failed')

/** The payment as it was after that step. */
const asOf = (payment: PaymentRow, step: Step): Answerable => ({
  id: payment.id,
  status: step.to,
  refunded: 0,
  external_id: payment.external_id,
  provider_transaction_id: step.provider_transaction_id ?? null,
  auth_code: step.auth_code ?? null,
  host_reference: step.host_reference ?? null,
  bank_code: step.bank_code ?? null,
  error_code: ANSWERED[step.error_code ?? ''] ?? step.error_code ?? null,
  error_message: step.error_message ?? null,
  processed_ms: step.at,
})

/** Reasons that are only ever stored answer as what they come down to. */
const ANSWERED: Readonly<Record<string, string>> = {
  three_ds_user_cancelled: 'three_ds_authentication_failed',
  three_ds_timeout: 'three_ds_authentication_failed',
  three_ds_failed: 'three_ds_authentication_failed',
}
