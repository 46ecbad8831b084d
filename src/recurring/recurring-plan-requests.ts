/** Shared parts of the operations on plans: the owner of a plan, and the refusals. */
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import type { RecurringPlanRow } from './model/recurring-plan-row.ts'

export const RECURRING_PLANS_PATH = '/api/v1/recurring'
export const RECURRING_PLANS_TAG = 'Recurring'

export const requireRecurringPlan = (plan: RecurringPlanRow | undefined): RecurringPlanRow => {
  if (plan) return plan
  throw new Problem('recurring_plan_not_found', {
    detail: phrase`No recurring plan with this id is within reach of this token and merchant.`,
  })
}

export const requireActive = (plan: RecurringPlanRow): RecurringPlanRow => {
  if (plan.status === 'active') return plan
  throw new Problem('recurring_plan_not_active', { detail: phrase`The plan is ${plan.status}.` })
}
