/**
 * The state table of a cancellation request, which is reviewed once. `fail` means that it was approved but the void did
 * not succeed.
 */
import type { Machine } from '../../core/state-machine.ts'

export const CANCELLATION_STATES = ['pending', 'approved', 'rejected', 'failed'] as const
export type CancellationState = (typeof CANCELLATION_STATES)[number]
type CancellationTrigger = 'approve' | 'reject' | 'fail'

/** The events are those of the payment. */
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
