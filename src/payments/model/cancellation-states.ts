/** The state table of a cancellation request: reviewed once. `fail`: approved, but the void did not come about. */
import type { Machine } from '../../core/state-machine.ts'

export const CANCELLATION_STATES = ['pending', 'approved', 'rejected', 'failed'] as const
export type CancellationState = (typeof CANCELLATION_STATES)[number]
type CancellationTrigger = 'approve' | 'reject' | 'fail'

/** Events are those of the payment. */
export const cancellationMachine: Machine<CancellationState, CancellationTrigger, never> = {
  pending: {
    approve: { to: 'approved', emits: [] },
    reject: { to: 'rejected', emits: [] },
    fail: { to: 'failed', emits: [] },
  },
  approved: {},
  rejected: {},
  failed: {},
}
