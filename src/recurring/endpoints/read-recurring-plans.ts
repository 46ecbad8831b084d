/** GET /api/v1/recurring and GET /api/v1/recurring/{id}. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { resolveMerchants } from '../../payments/queries/list-filters.ts'
import { pageOfRecurringPlans } from '../list-recurring-plans.ts'
import { RECURRING_PLANS_PATH, RECURRING_PLANS_TAG } from '../recurring-plan-requests.ts'
import {
  type DisplayedRecurringPlan,
  readRecurringPlanDetail,
  toRecurringPlanView,
} from '../recurring-plan-response.ts'
import {
  RecurringPlanDetail,
  RecurringPlanPage,
  RecurringPlanParams,
  RecurringPlanQuery,
  SyncQuery,
} from '../recurring-plan-schemas.ts'
import type { RecurringServices } from '../recurring-services.ts'
import { syncRecurringPlan } from '../sync-recurring-plan.ts'

export const listRecurringPlans = (services: RecurringServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: RECURRING_PLANS_PATH,
    tag: RECURRING_PLANS_TAG,
    summary: 'List recurring plans',
    description: '`start_date` and `end_date` act on `created`.',
    allow: 'read',
    product: 'recurring',
    query: RecurringPlanQuery,
    answers: { 200: RecurringPlanPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, read }) => {
      const merchants = await resolveMerchants(services.payments, tenantId, merchantId, query)
      return read(async (tx) => {
        const { rows, total } = await pageOfRecurringPlans(tx, tenantId, merchants, query)
        return ok(toPage((rows as unknown as DisplayedRecurringPlan[]).map(toRecurringPlanView), total, query))
      })
    },
  })

export const getRecurringPlan = (services: RecurringServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${RECURRING_PLANS_PATH}/:id`,
    tag: RECURRING_PLANS_TAG,
    summary: 'Read a recurring plan with its installments',
    description:
      'With `force_sync` the bank is asked first: a charge it has reversed by itself, or reports as an error, is recorded and announced.',
    allow: 'read',
    product: 'recurring',
    notFound: 'recurring_plan_not_found',
    params: RecurringPlanParams,
    query: SyncQuery,
    answers: { 200: RecurringPlanDetail },
    errors: ['recurring_plan_not_found'],
    handle: async (call) => {
      const scope = { tenantId: call.tenantId, merchantId: call.merchantId }
      if (call.query.force_sync === true) await syncRecurringPlan(services, scope, call.params.id)
      return call.read(async (tx) => ok(await readRecurringPlanDetail(tx, scope, call.params.id)))
    },
  })
