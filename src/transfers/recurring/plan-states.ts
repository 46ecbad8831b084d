/**
 * The state table of a recurring transfer (docs/interface/states.md#recurring-transfer). A transition that is not
 * listed cannot happen.
 */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const PLAN_STATES = ['active', 'paused', 'completed', 'cancelled'] as const
export type PlanState = (typeof PLAN_STATES)[number]
export const NEW_PLAN: PlanState = 'active'
/** `end` is a run that no other run follows. */
export type PlanTrigger = 'pause' | 'resume' | 'end' | 'cancel'

export const planMachine: Machine<PlanState, PlanTrigger, EventType> = {
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
