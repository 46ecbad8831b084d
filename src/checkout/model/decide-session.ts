/** Decides the status of a session from its row, the payment of its latest attempt and the clock. Pure, so a read and the job that stores it agree. */
import { requireEdge } from '../../core/state-machine.ts'
import { NO_BIN, type PaymentRow } from '../../payments/model/payment.ts'
import type { SessionRow } from './session-row.ts'
import { type SessionState, type SessionTrigger, sessionMachine } from './session-states.ts'

type Standing = Pick<
  SessionRow,
  'kind' | 'status' | 'attempt_no' | 'max_attempts' | 'payment_id' | 'is_attempting' | 'expires_at'
>
type LatestPayment = Pick<PaymentRow, 'status' | 'auth_code' | 'bin'>

export interface StandingSession {
  readonly status: SessionState
  /** Steps from the stored state, in order. */
  readonly steps: readonly SessionTrigger[]
  /** Tries that made a payment. */
  readonly attempts: number
}

/** `payment` is the one with `payment_id`; undefined if there is none. */
export const decideSession = (
  session: Standing,
  payment: LatestPayment | undefined,
  nowMs: number,
): StandingSession => {
  const attempts = isMade(payment) ? session.attempt_no : Math.max(0, session.attempt_no - 1)
  const steps: SessionTrigger[] = []
  let { status } = session
  const take = (trigger: SessionTrigger): void => {
    steps.push(trigger)
    status = requireEdge(sessionMachine, status, trigger).to
  }
  const result = toResult(session, payment)
  const mayTryAgain = result === 'none' || (result === 'failed' && session.attempt_no < session.max_attempts)
  // The session was opened again before the payment of its latest attempt was stored: that payment belongs to the session, which has no other.
  if (status === 'open' && isMade(payment) && !mayTryAgain) take('pay')
  if (status === 'processing') {
    if (result === 'paid') take('succeed')
    else if (mayTryAgain) take('reopen')
    else if (result === 'failed') take('give_up')
  }
  if (status === 'open' && nowMs >= session.expires_at.getTime()) take('expire')
  return { status, steps, attempts }
}

/** Returns `none` if the attempt made no payment, and no call is making one. */
const toResult = (
  { is_attempting }: Standing,
  payment: LatestPayment | undefined,
): 'running' | 'paid' | 'failed' | 'none' => {
  if (!isMade(payment)) return is_attempting ? 'running' : 'none'
  switch (payment.status) {
    case 'created':
    case 'processing':
    case 'three_d_secure_init_processing':
    case 'three_d_secure_auth_processing':
      return 'running'
    case 'failed':
      return 'failed'
    case 'canceled':
      // Voided while a fraud review held it: it was never charged.
      return payment.auth_code === null ? 'failed' : 'paid'
    default:
      return 'paid'
  }
}

/** The payment of an order link exists from the beginning, without a card. */
const isMade = (payment: LatestPayment | undefined): payment is LatestPayment =>
  payment !== undefined && (payment.bin !== NO_BIN || payment.status === 'failed')
