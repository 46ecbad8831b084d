/** How a plan ends when nothing is left to charge, and what is then erased. */
import { requireEdge } from '../../core/state-machine.ts'
import { buildRecurringPlanEvent, type RecurringPlanEvent } from './recurring-plan-events.ts'
import type { RecurringPlanRow } from './recurring-plan-row.ts'
import { recurringPlanMachine } from './recurring-plan-states.ts'

interface EndedRecurringPlan {
  readonly plan: RecurringPlanRow
  /** Receives the plan with the number of its events so far. */
  readonly events: (counted: RecurringPlanRow) => RecurringPlanEvent[]
}

/** `by` names who canceled its last installment. */
export const endOfRecurringPlan = (plan: RecurringPlanRow, by: string, nowMs: number): EndedRecurringPlan => {
  if (plan.open_count > 0 || plan.status !== 'active') return { plan, events: () => [] }
  return applyEndTrigger(
    plan,
    plan.error_count > 0 ? 'fail' : plan.completed_count > 0 ? 'complete' : 'cancel',
    by,
    nowMs,
  )
}

/** Also erases the card, because no new attempt follows. */
export const applyEndTrigger = (
  plan: RecurringPlanRow,
  trigger: 'complete' | 'fail' | 'cancel',
  by: string,
  nowMs: number,
): EndedRecurringPlan => {
  const edge = requireEdge(recurringPlanMachine, plan.status, trigger)
  return {
    plan: { ...plan, status: edge.to, card_sealed: null, buyer_sealed: null, last_modified: new Date(nowMs) },
    events: (counted) =>
      edge.emits.map((type) =>
        buildRecurringPlanEvent(counted, type as 'subscription.cancelled' | 'subscription.completed', by, nowMs),
      ),
  }
}
