/** GET /api/v1/platform/plans and /{id}: what tenants may buy. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { ListPlansQuery, Plan, PlanPage, PlanParams } from './plan-schemas.ts'
import { pageOfPlans, planBody, planById, requirePlan } from './plan-store.ts'

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/v1/platform/plans',
  tag: 'PlatformPlans',
  summary: 'List plans',
  description: 'By sort_order, then newest first.',
  allow: 'platform',
  query: ListPlansQuery,
  answers: { 200: PlanPage },
  async handle({ runtime, query }) {
    const { rows, total } = await runtime.db.transaction({ as: 'platform', mode: 'read' }, (tx) =>
      pageOfPlans(tx, query),
    )
    return ok(pageOf(rows.map(planBody), total, query))
  },
})

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/v1/platform/plans/:id',
  tag: 'PlatformPlans',
  summary: 'Read a plan',
  description: 'One plan with what it opens and limits.',
  allow: 'platform',
  isTagged: true,
  notFound: 'plan_not_found',
  params: PlanParams,
  answers: { 200: Plan },
  handle: async ({ runtime, params: { id } }) =>
    ok(planBody(requirePlan(await runtime.db.transaction({ of: [] }, (tx) => planById(tx, id))))),
})
