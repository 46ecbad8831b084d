/** GET /api/v1/recurring and GET /api/v1/recurring/{id}. */
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { resolveMerchants } from '../../payments/queries/list-filters.ts'
import { pageOfPlans } from '../list-plans.ts'
import { PLANS_PATH, PLANS_TAG } from '../plan-requests.ts'
import { type DisplayedPlan, readPlanDetail, toPlanView } from '../plan-response.ts'
import { PlanPage, PlanParams, PlanQuery, RecurringPlanDetail, SyncQuery } from '../plan-schemas.ts'
import type { RecurringServices } from '../recurring-services.ts'
import { syncPlan } from '../sync-plan.ts'

export const listPlans = (services: RecurringServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: PLANS_PATH,
    tag: PLANS_TAG,
    summary: 'List recurring plans',
    description: '`start_date` and `end_date` act on `created`.',
    allow: 'read',
    product: 'recurring',
    query: PlanQuery,
    answers: { 200: PlanPage },
    errors: ['validation_failed'],
    handle: async ({ query, tenantId, merchantId, read }) => {
      const merchants = await resolveMerchants(services.payments, tenantId, merchantId, query)
      return read(async (tx) => {
        const { rows, total } = await pageOfPlans(tx, tenantId, merchants, query)
        return ok(pageOf((rows as unknown as DisplayedPlan[]).map(toPlanView), total, query))
      })
    },
  })

export const getPlan = (services: RecurringServices): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${PLANS_PATH}/:id`,
    tag: PLANS_TAG,
    summary: 'Read a recurring plan with its installments',
    description:
      'With `force_sync` the bank is asked first: a charge it has reversed by itself, or reports as an error, is recorded and announced.',
    allow: 'read',
    product: 'recurring',
    notFound: 'recurring_plan_not_found',
    params: PlanParams,
    query: SyncQuery,
    answers: { 200: RecurringPlanDetail },
    errors: ['recurring_plan_not_found'],
    handle: async (call) => {
      const scope = { tenantId: call.tenantId, merchantId: call.merchantId }
      if (call.query.force_sync === true) await syncPlan(services, scope, call.params.id)
      return call.read(async (tx) => ok(await readPlanDetail(tx, scope, call.params.id)))
    },
  })
