/** Shared parts of the operations on plans: the owner of a plan, and the refusals. */
import { phrase } from '../core/phrases/phrase.ts'
import { Problem } from '../core/problem.ts'
import type { PlanRow } from './model/plan-row.ts'

export const PLANS_PATH = '/api/v1/recurring'
export const PLANS_TAG = 'Recurring'

export const requirePlan = (plan: PlanRow | undefined): PlanRow => {
  if (plan) return plan
  throw new Problem('recurring_plan_not_found', {
    detail: phrase`No recurring plan with this id is within reach of this token and merchant.`,
  })
}

export const requireActive = (plan: PlanRow): PlanRow => {
  if (plan.status === 'active') return plan
  throw new Problem('recurring_plan_not_active', { detail: phrase`The plan is ${plan.status}.` })
}
