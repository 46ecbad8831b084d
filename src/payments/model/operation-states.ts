/**
 * The state table of a capture, void or refund, and of the child transaction of a refund: it ends once, as the bank
 * decides.
 */
import type { Machine } from '../../core/state-machine.ts'

export type OperationState = 'processing' | 'completed' | 'failed'
/** The state before any response of the bank. */
export const FIRST_OPERATION_STATE: OperationState = 'processing'
type OperationTrigger = 'accept' | 'refuse'

/** The events are those of the payment. */
export const operationMachine: Machine<OperationState, OperationTrigger, never> = {
  processing: {
    accept: { to: 'completed', emits: [] },
    refuse: { to: 'failed', emits: [] },
  },
  completed: {},
  failed: {},
}
