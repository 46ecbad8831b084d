/** Reads a session with its current status; changes due to time and its payment are stored by the reader, or by the job. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { requireEdge } from '../../core/state-machine.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { PaymentRow } from '../../payments/model/payment.ts'
import { findPayment } from '../../payments/model/payment-store.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import { decideSession, type StandingSession } from '../model/decide-session.ts'
import { hashSessionId } from '../model/session-id.ts'
import type { SessionRow, SessionScope } from '../model/session-row.ts'
import { sessionMachine } from '../model/session-states.ts'
import { findSessionByHash, lockSession, stepSession } from './checkout-session-store.ts'

export interface FollowedSession extends StandingSession {
  readonly session: SessionRow
  /** Payment of the latest attempt; undefined if there is none. */
  readonly payment: PaymentRow | undefined
}

/** Throws session_not_found. An order link can be found only through its page. */
const requireSession = (session: SessionRow | undefined): SessionRow => {
  if (session !== undefined) return session
  throw new Problem('session_not_found', {
    detail: phrase`No checkout session with this id is within reach of this token and merchant.`,
  })
}

export const findSessionOf = async (
  services: Pick<CheckoutServices, 'payments'>,
  scope: SessionScope,
  sessionId: string,
): Promise<FollowedSession> => {
  const { runtime } = services.payments
  const nowMs = runtime.clock.ms()
  const hash = hashSessionId(sessionId)
  const found = await runtime.db.transaction({ of: scope.tenantId, mode: 'read' }, async (tx) => {
    const session = requireSession(await findSessionByHash(tx, scope, hash))
    if (session.kind !== 'session') return requireSession(undefined)
    return session
  })
  return followSession(services, found, nowMs)
}

/** Reads the payment, and stores the steps there are to take. */
export const followSession = async (
  { payments: { runtime } }: Pick<CheckoutServices, 'payments'>,
  session: SessionRow,
  nowMs = runtime.clock.ms(),
): Promise<FollowedSession> => {
  const seen =
    session.payment_id === null
      ? { session, payment: undefined, ...decideSession(session, undefined, nowMs) }
      : await runtime.db.transaction({ of: session.tenant_id, mode: 'read' }, (tx) => standOf(tx, session, nowMs))
  if (seen.steps.length === 0) return seen
  return runtime.db.transaction({ of: session.tenant_id }, (tx) => lockAndFollow(tx, session, nowMs))
}

/** The row is locked until the end of the transaction. */
export const lockAndFollow = async (
  tx: Tx,
  { tenant_id, id }: Pick<SessionRow, 'tenant_id' | 'id'>,
  nowMs: number,
): Promise<FollowedSession> => {
  const stands = await standOf(tx, requireSession(await lockSession(tx, tenant_id, id)), nowMs)
  let { status } = stands.session
  for (const step of stands.steps) {
    status = requireEdge(sessionMachine, status, step).to
    await stepSession(tx, stands.session, status, new Date(nowMs))
  }
  return { ...stands, session: { ...stands.session, status }, steps: [] }
}

const standOf = async (tx: Tx, session: SessionRow, nowMs: number): Promise<FollowedSession> => {
  const { tenant_id, payment_id } = session
  const payment = payment_id === null ? undefined : await findPayment(tx, tenant_id, payment_id)
  return { session, payment, ...decideSession(session, payment, nowMs) }
}
