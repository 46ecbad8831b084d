/** GET /api/v1/platform/plans and /{id}: what tenants may buy. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { FIRST_SHARD } from '../../infra/database/database.ts'
import { ListTariffPlansQuery, TariffPlan, TariffPlanPage, TariffPlanParams } from './tariff-plan-schemas.ts'
import { pageOfTariffPlans, requireTariffPlan, tariffPlanBody, tariffPlanById } from './tariff-plan-store.ts'

export const listTariffPlans = endpoint({
  method: 'GET',
  path: '/api/v1/platform/plans',
  tag: 'PlatformPlans',
  summary: 'List plans',
  description: 'By sort_order, then newest first.',
  allow: 'platform',
  query: ListTariffPlansQuery,
  answers: { 200: TariffPlanPage },
  async handle({ runtime, query }) {
    const { rows, total } = await runtime.db.transaction({ as: 'platform', mode: 'read', on: FIRST_SHARD }, (tx) =>
      pageOfTariffPlans(tx, query),
    )
    return ok(toPage(rows.map(tariffPlanBody), total, query))
  },
})

export const getTariffPlan = endpoint({
  method: 'GET',
  path: '/api/v1/platform/plans/:id',
  tag: 'PlatformPlans',
  summary: 'Read a plan',
  description: 'One plan with what it opens and limits.',
  allow: 'platform',
  isTagged: true,
  notFound: 'plan_not_found',
  params: TariffPlanParams,
  answers: { 200: TariffPlan },
  handle: async ({ runtime, params: { id } }) =>
    ok(
      tariffPlanBody(
        requireTariffPlan(await runtime.db.transaction({ of: [], on: FIRST_SHARD }, (tx) => tariffPlanById(tx, id))),
      ),
    ),
})
