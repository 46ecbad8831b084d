/** GET /api/v1/recurringtransfers and GET /api/v1/recurringtransfers/{id}. */

import { type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { pageOf } from '../../../core/pagination.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { PLANS_PATH, PLANS_TAG, PlanParams, planNotFound, toPlanScope } from '../../recurring/plan-requests.ts'
import { openPlanResponses } from '../../recurring/plan-response.ts'
import { PlanEnvelope, PlanPageEnvelope, PlanQuery } from '../../recurring/plan-schemas.ts'
import { findPlan, pageOfPlans } from '../../recurring/plan-store.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'

export const listPlans = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: PLANS_PATH,
    tag: PLANS_TAG,
    summary: 'List recurring transfers',
    description: 'Newest first; the dates act on `start_date`.',
    allow: 'read',
    query: PlanQuery,
    dateRange: ['start_date_from', 'start_date_to'],
    answers: { 200: PlanPageEnvelope },
    errors: ['invalid_filter'],
    async handle(call) {
      const { query, tenantId, read } = call
      const bodies = await openPlanResponses(services, tenantId)
      return read(async (tx) => {
        const { rows, total } = await pageOfPlans(tx, toPlanScope(call), query)
        return okEnveloped(pageOf(await bodies(tx, rows), total, query))
      })
    },
  })

export const getPlan = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${PLANS_PATH}/:id`,
    tag: PLANS_TAG,
    summary: 'Read a recurring transfer',
    description: 'One plan with its dates, its accounts and what its last turn did.',
    allow: 'read',
    params: PlanParams,
    answers: { 200: PlanEnvelope },
    async handle(call) {
      const bodies = await openPlanResponses(services, call.tenantId)
      return call.read(async (tx) => {
        const row = await findPlan(tx, toPlanScope(call), call.params.id)
        if (row === undefined) throw planNotFound()
        const [body] = await bodies(tx, [row])
        return okEnveloped(body)
      })
    },
  })
