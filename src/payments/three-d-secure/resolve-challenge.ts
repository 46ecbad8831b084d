/** What a genuine callback sets off: the payment goes on to the bank, waits for somebody, or fails. */
import type { Outcome as BankOutcome } from '../../connectors/attempt.ts'
import type { CallbackVerdict } from '../../connectors/three-d-secure.ts'
import { newId } from '../../core/id.ts'
import { NOT_APPROVED } from '../charge/review-not-approved.ts'
import type { PaymentDesk } from '../attempts/payment-services.ts'
import type { StoredStep } from '../model/payment-steps.ts'
import { authorizeChallenged } from './authorize-after-challenge.ts'
import { type Challenged, findChallenged, mayBeCharged } from './challenged-payment.ts'
import { type Judged, judgeAuthentication } from './decide-authentication.ts'
import { failExpired, refuseChallenged } from './fail-challenge.ts'
import { HOLD_MS, sealProof } from './three-d-session.ts'
import { type Completion, noteLateCharge, takeChallenge } from './three-d-session-store.ts'

export type Verified = Extract<CallbackVerdict, { kind: 'verified' }>

/** `completion`: 3d/complete asked the bank itself, which is the consent that manual_complete waits for. */
export const settleChallenge = async (
  desk: PaymentDesk,
  challenged: Challenged,
  verdict: Verified,
  completion?: Completion,
): Promise<void> => {
  const { id, status } = challenged.payment
  if (status === 'failed') return lateCallback(desk, challenged, verdict)
  if (status !== 'three_d_secure_init_processing') return
  // Whoever is at work here comes first; what it leaves behind, the guard of our own step sees.
  for (let other = desk.running.get(id); other !== undefined; other = desk.running.get(id))
    await other.catch(() => undefined)
  const work = desk.leases.during(id, () => take(desk, challenged, verdict, completion))
  desk.running.set(id, work)
  try {
    await work
  } finally {
    desk.running.delete(id)
  }
}

const take = async (
  desk: PaymentDesk,
  challenged: Challenged,
  verdict: Verified,
  completion: Completion | undefined,
): Promise<void> => {
  const { payment, session, attempt } = challenged
  const nowMs = desk.house.clock.ms()
  // Nobody was charged, so its time being over is all there is to say.
  if (nowMs >= session.expires_at.getTime() && !mayBeCharged(challenged)) return failExpired(desk, challenged)
  const { authentication } = verdict
  const said = { mdStatus: authentication.mdStatus, refusal: verdict.refusal ?? null, message: verdict.message ?? null }
  const judged: Judged =
    payment.verdict === 'block'
      ? NOT_APPROVED
      : judgeAuthentication(said, attempt.configuration.settings.accepted_md_status)
  const isReviewed = payment.verdict === 'review'
  const isHeld = judged.isPassed && (isReviewed || (session.is_manual && completion === undefined))
  const proof = await sealProof(desk.house, session, authentication)
  const charged = verdict.charged ?? null
  const taken = await desk.house.db.inTenant(payment.tenant_id, (tx) =>
    takeChallenge(tx, {
      payment,
      nowMs,
      owner: desk.processNo,
      isOurs: false,
      ...(judged.isPassed
        ? { step: stepToBank(nowMs, said.mdStatus, isHeld ? (isReviewed ? 'review' : 'manual') : 'none') }
        : {}),
      heldUntil: isHeld ? new Date(nowMs + HOLD_MS) : undefined,
      verdict: { authentication, proof, refusal: said.refusal, message: said.message, charged },
      ...(completion === undefined ? {} : { completion }),
      callbackCorrelationId: challenged.callbackCorrelationId,
    }),
  )
  if (taken === undefined) return takeAsDecided(desk, challenged, verdict, completion)
  if (isHeld) return
  const now = { ...challenged, payment: taken }
  if (judged.isPassed) await authorizeChallenged(desk, now, { authentication, charged })
  else await refuseChallenged(desk, now, judged)
}

/** A fraud review decided in the same moment: its verdict counts. Whoever else came first has settled it. */
const takeAsDecided = async (
  desk: PaymentDesk,
  { payment, callbackCorrelationId }: Challenged,
  verdict: Verified,
  completion: Completion | undefined,
): Promise<void> => {
  const now = await findChallenged(desk, payment.tenant_id, payment.id)
  if (now?.payment.status !== 'three_d_secure_init_processing' || now.payment.verdict === payment.verdict) return
  await take(desk, { ...now, callbackCorrelationId }, verdict, completion)
}

/** What the history says of a challenge that was passed; `hold`: who has to act before it goes on. */
export const stepToBank = (nowMs: number, mdStatus: string | null, hold: keyof typeof THEN): StoredStep => ({
  id: newId(nowMs),
  to: 'three_d_secure_auth_processing',
  at: nowMs,
  message: `Confirmed by the cardholder${mdStatus === null ? '' : ` (md status ${mdStatus})`}, ${THEN[hold]}`,
})
const THEN = { none: 'going to the bank', manual: 'waiting for 3d/complete', review: 'held for review' } as const

/** The shop was told that it failed; what the bank charged by itself is given back. */
const lateCallback = async (desk: PaymentDesk, challenged: Challenged, { charged }: Verified): Promise<void> => {
  if (!mayBeCharged(challenged) || !isMoneyMoved(charged)) return
  const { payment } = challenged
  const isNew = await desk.house.db.inTenant(payment.tenant_id, (tx) =>
    noteLateCharge(tx, payment, desk.house.clock.ms()),
  )
  if (isNew) desk.house.log.warn('three_d.charged_late', { transaction_id: payment.id })
}

const isMoneyMoved = (charged: BankOutcome | undefined): boolean =>
  charged?.kind === 'approved' || charged?.kind === 'unknown'
