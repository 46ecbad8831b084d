/**
 * The state tables of a card plan and of its installments (docs/interface/states.md#recurring-plan). A transition that
 * is not listed cannot happen.
 */
import type { Machine } from '../../core/state-machine.ts'
import type { EventType } from '../../webhooks/events/event-catalogue.ts'

export const RECURRING_PLAN_STATES = ['active', 'cancelled', 'completed', 'failed'] as const
export type RecurringPlanState = (typeof RECURRING_PLAN_STATES)[number]
export const NEW_RECURRING_PLAN: RecurringPlanState = 'active'
/**
 * `fail` means that its last open installment ended and one is in error, or that its first one was refused on creation.
 */
type RecurringPlanTrigger = 'complete' | 'fail' | 'cancel'

export const recurringPlanMachine: Machine<RecurringPlanState, RecurringPlanTrigger, EventType> = {
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
/**
 * `give_up` means that the last attempt failed; `withdraw`, that people canceled the installment or its plan. The last
 * two are reports of the bank that come later.
 */
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
