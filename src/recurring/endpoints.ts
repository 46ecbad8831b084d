/** Recurring plans of cards, operation by operation. */
import type { Endpoint } from '../access/endpoint.ts'
import { cancelPlanOfPayment, cancelRecurringInstallment, cancelRecurringPlan } from './endpoints/cancel-plans.ts'
import { createRecurringPayment, createRecurringPlan } from './endpoints/create-plans.ts'
import { getPlan, listPlans } from './endpoints/read-plans.ts'
import type { RecurringServices } from './recurring-services.ts'

export const recurringEndpoints = (services: RecurringServices): Endpoint[] => [
  createRecurringPayment(services),
  cancelPlanOfPayment(services),
  createRecurringPlan(services),
  listPlans(services),
  getPlan(services),
  cancelRecurringPlan(services),
  cancelRecurringInstallment(services),
]
