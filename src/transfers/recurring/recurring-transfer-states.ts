/**
 * The state table of a recurring transfer (docs/interface/states.md#recurring-transfer). A transition that is not
 * listed cannot happen.
 */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const RECURRING_TRANSFER_STATES = ['active', 'paused', 'completed', 'cancelled'] as const
export type RecurringTransferState = (typeof RECURRING_TRANSFER_STATES)[number]
export const NEW_RECURRING_TRANSFER: RecurringTransferState = 'active'
/** `end` is a run that no other run follows. */
export type RecurringTransferTrigger = 'pause' | 'resume' | 'end' | 'cancel'

export const recurringTransferMachine: Machine<RecurringTransferState, RecurringTransferTrigger, EventType> = {
  active: {
    pause: { to: 'paused', emits: [] },
    end: { to: 'completed', emits: [] },
    cancel: { to: 'cancelled', emits: [] },
  },
  paused: {
    resume: { to: 'active', emits: [] },
    cancel: { to: 'cancelled', emits: [] },
  },
  completed: {},
  cancelled: {},
}
