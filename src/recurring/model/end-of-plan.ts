/** How a plan ends when nothing is left to charge, and what is then erased. */
import { requireEdge } from '../../core/state-machine.ts'
import { buildPlanEvent, type PlanEvent } from './plan-events.ts'
import type { PlanRow } from './plan-row.ts'
import { planMachine } from './plan-states.ts'

interface EndedPlan {
  readonly plan: PlanRow
  /** Receives the plan with the number of its events so far. */
  readonly events: (counted: PlanRow) => PlanEvent[]
}

/** `by` names who canceled its last installment. */
export const endOfPlan = (plan: PlanRow, by: string, nowMs: number): EndedPlan => {
  if (plan.open_count > 0 || plan.status !== 'active') return { plan, events: () => [] }
  return takeStep(plan, plan.error_count > 0 ? 'fail' : plan.completed_count > 0 ? 'complete' : 'cancel', by, nowMs)
}

/** Also erases the card, because no new attempt follows. */
export const takeStep = (
  plan: PlanRow,
  trigger: 'complete' | 'fail' | 'cancel',
  by: string,
  nowMs: number,
): EndedPlan => {
  const edge = requireEdge(planMachine, plan.status, trigger)
  return {
    plan: { ...plan, status: edge.to, card_sealed: null, buyer_sealed: null, last_modified: new Date(nowMs) },
    events: (counted) =>
      edge.emits.map((type) =>
        buildPlanEvent(counted, type as 'subscription.cancelled' | 'subscription.completed', by, nowMs),
      ),
  }
}
