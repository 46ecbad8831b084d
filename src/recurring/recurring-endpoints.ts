/** Recurring plans of cards, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import {
  cancelRecurringInstallment,
  cancelRecurringPlan,
  cancelRecurringPlanOfPayment,
} from './endpoints/cancel-recurring-plans.ts'
import { createRecurringPayment, createRecurringPlan } from './endpoints/create-recurring-plans.ts'
import { getRecurringPlan, listRecurringPlans } from './endpoints/read-recurring-plans.ts'
import type { RecurringServices } from './recurring-services.ts'

export const recurringEndpoints = (services: RecurringServices): Endpoint[] => [
  createRecurringPayment(services),
  cancelRecurringPlanOfPayment(services),
  createRecurringPlan(services),
  listRecurringPlans(services),
  getRecurringPlan(services),
  cancelRecurringPlan(services),
  cancelRecurringInstallment(services),
]
