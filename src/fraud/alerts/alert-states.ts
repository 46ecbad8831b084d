/** The state table of a fraud alert (docs/interface/states.md#fraud-alert): decided once. An edge that is not here cannot happen. */
import type { Machine } from '../../core/state-machine.ts'

export const ALERT_STATES = ['open', 'approved', 'rejected', 'expired'] as const
export type AlertState = (typeof ALERT_STATES)[number]
type AlertTrigger = 'approve' | 'reject' | 'expire'

/** Events are those of the payment or transfer. */
export const alertMachine: Machine<AlertState, AlertTrigger, never> = {
  open: {
    approve: { to: 'approved', emits: [] },
    reject: { to: 'rejected', emits: [] },
    expire: { to: 'expired', emits: [] },
  },
  approved: {},
  rejected: {},
  expired: {},
}
