/** The state tables of a card plan and of its installments (docs/interface/states.md#recurring-plan). A transition that is not here cannot happen. */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const PLAN_STATES = ['active', 'cancelled', 'completed', 'failed'] as const
export type PlanState = (typeof PLAN_STATES)[number]
export const NEW_PLAN: PlanState = 'active'
/** `fail`: its last open installment ended and one is in error, or its first one was refused when it was made. */
type PlanTrigger = 'complete' | 'fail' | 'cancel'

export const planMachine: Machine<PlanState, PlanTrigger, EventType> = {
  active: {
    complete: { to: 'completed', emits: ['subscription.completed'] },
    fail: { to: 'failed', emits: [] },
    cancel: { to: 'cancelled', emits: ['subscription.cancelled'] },
  },
  cancelled: {},
  completed: {},
  failed: {},
}

export const INSTALLMENT_STATES = ['pending', 'completed', 'error', 'cancelled'] as const
export type InstallmentState = (typeof INSTALLMENT_STATES)[number]
/** `give_up`: the last try failed. `withdraw`: cancelled by people, or its plan was. The last two: what the bank reports later. */
export type InstallmentTrigger = 'charge' | 'give_up' | 'withdraw' | 'reverse' | 'report_error'

export const installmentMachine: Machine<InstallmentState, InstallmentTrigger, EventType> = {
  pending: {
    charge: { to: 'completed', emits: ['subscription.charged'] },
    give_up: { to: 'error', emits: ['subscription.failed'] },
    withdraw: { to: 'cancelled', emits: [] },
  },
  completed: {
    reverse: { to: 'cancelled', emits: ['subscription.charge.reversed'] },
    report_error: { to: 'error', emits: ['subscription.charge.failed'] },
  },
  error: {},
  cancelled: {},
}
