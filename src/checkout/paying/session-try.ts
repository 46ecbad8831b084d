/** Begins and ends an attempt: its number and the id of its payment are stored before anything is done with it, and its outcome afterwards. */
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { requireEdge } from '../../core/state-machine.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import type { SessionRow } from '../model/session-row.ts'
import { sessionMachine } from '../model/session-states.ts'
import { finishTry, startTry, type TryRow, writeTry } from '../sessions/checkout-session-store.ts'
import { type FollowedSession, lockAndFollow } from '../sessions/follow-session.ts'
import { checkIsOpen } from './session-rules.ts'

type TryServices = Pick<CheckoutServices, 'payments' | 'tries'>

/** The caller's key, and a fingerprint of the request it belongs to. */
export interface TryKey {
  readonly idempotencyKey: string
  readonly fingerprint: Buffer
}

export interface BegunTry {
  readonly session: SessionRow
  readonly paymentId: string
  readonly mark: string
}

/** `attemptNo` is the page's; undefined takes the next attempt. */
export const beginTry = async (
  { payments: { runtime }, tries }: TryServices,
  { tenant_id, id }: SessionRow,
  attemptNo: number | undefined,
  key: TryKey | null,
): Promise<BegunTry> => {
  const now = runtime.clock.now()
  const { stands, claimed, mark } = await tries.begin(tenant_id, {
    key: id,
    async work(tx): Promise<{ stands: FollowedSession; claimed?: SessionRow; mark?: string }> {
      const stands = await lockAndFollow(tx, { tenant_id, id }, now.getTime())
      if (stands.status !== 'open') return { stands }
      const claimed = toClaimed(stands, now.getTime())
      if (attemptNo !== undefined && attemptNo !== claimed.attempt_no) return { stands }
      const [mark] = await Promise.all([startTry(tx, claimed, now), writeTry(tx, toTryRow(claimed, key, now))])
      return { stands, claimed, mark }
    },
  })
  if (claimed?.payment_id && mark !== undefined) return { session: claimed, paymentId: claimed.payment_id, mark }
  checkIsOpen(stands)
  throw new Problem('conflict', { detail: phrase`The page is of an earlier try.` })
}

/** Updates the session from its payment, unless another call has taken the attempt over. */
export const endTry = async (
  { payments: { runtime }, tries }: TryServices,
  { session, mark }: Pick<BegunTry, 'session' | 'mark'>,
): Promise<void> => {
  await tries.end(session.tenant_id, {
    key: session.id,
    work: (tx) => Promise.all([finishTry(tx, session, mark), lockAndFollow(tx, session, runtime.clock.ms())]),
  })
}

/** An attempt without a payment is made again under the same number, so that several calls, however late, make one payment. */
const toClaimed = ({ session, attempts }: FollowedSession, nowMs: number): SessionRow => {
  const edge = requireEdge(sessionMachine, session.status, 'pay')
  const isNew = attempts === session.attempt_no
  const keepsId = session.kind === 'link' || !isNew
  const paymentId = (keepsId ? session.payment_id : null) ?? newId(nowMs)
  return { ...session, status: edge.to, attempt_no: attempts + 1, payment_id: paymentId }
}

const toTryRow = (session: SessionRow, key: TryKey | null, now: Date): TryRow => ({
  tenant_id: session.tenant_id,
  session_id: session.id,
  attempt_no: session.attempt_no,
  merchant_id: session.merchant_id,
  payment_id: session.payment_id as string,
  idempotency_key: key?.idempotencyKey ?? null,
  fingerprint: key?.fingerprint ?? null,
  created: now,
})
