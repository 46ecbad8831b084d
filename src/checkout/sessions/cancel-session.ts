/** Cancels a session when the shopper leaves: only while no attempt is in progress. */
import { edgeFor } from '../../core/state-machine.ts'
import type { CheckoutServices } from '../checkout-services.ts'
import type { SessionRow } from '../model/session-row.ts'
import { sessionMachine } from '../model/session-states.ts'
import { stepSession } from './checkout-session-store.ts'
import { lockAndFollow } from './follow-session.ts'

export const cancelSession = async (
  { payments: { runtime } }: Pick<CheckoutServices, 'payments'>,
  session: SessionRow,
): Promise<void> => {
  // An order link is shared: it can be opened until it expires.
  if (session.kind === 'link') return
  const now = runtime.clock.now()
  await runtime.db.transaction({ of: session.tenant_id }, async (tx) => {
    const { status } = await lockAndFollow(tx, session, now.getTime())
    const edge = edgeFor(sessionMachine, status, 'cancel')
    if (edge !== undefined) await stepSession(tx, session, edge.to, now)
  })
}
