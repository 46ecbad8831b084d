/** Checks that a session accepts this attempt: by its state, and because the request matches what was agreed. */
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { ChargeBody } from '../../payments/charge/charge-call.ts'
import type { SessionRow } from '../model/session-row.ts'
import type { FollowedSession } from '../sessions/follow-session.ts'

export const checkIsOpen = ({ status, payment }: FollowedSession): void => {
  switch (status) {
    case 'open':
      return
    case 'expired':
      throw new Problem('session_expired', { detail: phrase`The session is past expires_at; create a new one.` })
    case 'failed':
      throw new Problem('max_attempts_exceeded', {
        detail: phrase`The last of its tries failed and closed the session; create a new one.`,
      })
    case 'processing':
      throw new Problem('invalid_state_transition', {
        detail: phrase`The latest try of this session has not ended: its outcome decides whether there is another one. Ask for transaction-status.`,
        ...(payment === undefined ? {} : { transaction_id: payment.id }),
      })
    default:
      throw new Problem('session_closed', { detail: phrase`The session is ${status} and takes no further payment.` })
  }
}

/** An empty list allows a single payment only. */
export const listInstallments = ({
  allowed_installments,
}: Pick<SessionRow, 'allowed_installments'>): readonly number[] =>
  allowed_installments.length === 0 ? [1] : allowed_installments

export const checkAgreed = (
  session: SessionRow,
  body: Pick<ChargeBody, 'amount' | 'installment' | 'operation_type'>,
): void => {
  const { amount, currency } = body.amount
  if (amount !== session.amount || currency.toUpperCase() !== session.currency)
    throw new Problem('session_amount_mismatch', {
      detail: phrase`The session is about ${session.amount} ${session.currency} in minor units.`,
    })
  if (!listInstallments(session).includes(body.installment))
    throw new Problem('session_installment_not_allowed', {
      detail: phrase`The session allows ${listInstallments(session).join(', ')}.`,
    })
  if (body.operation_type === 'pre_auth' && !session.allow_pre_auth)
    throw new Problem('pre_auth_not_allowed', { detail: phrase`The session was created without allow_pre_auth.` })
}
