/** GET of reconciliations and of their rows. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { Uuid } from '../../core/schema.ts'
import { countDetails, listDetails, toDetailView } from '../model/detail-store.ts'
import {
  DetailQuery,
  ReconciliationDetailPage,
  ReconciliationPage,
  ReconciliationQuery,
  ReconciliationWithDetails,
} from '../model/reconciliation-schemas.ts'
import {
  countReconciliations,
  listReconciliations,
  requireReconciliation,
  toReconciliationView,
} from '../model/reconciliation-store.ts'
import { readWithDetails } from '../model/shared-answers.ts'

const PATH = '/api/v1/reconciliations'
const shared = { method: 'GET', tag: 'Reconciliations', allow: 'pos-read', product: 'reconciliation' } as const

const list = endpoint({
  ...shared,
  path: PATH,
  summary: 'List reconciliations',
  description: 'Newest first. The dates act on `period_start`.',
  query: ReconciliationQuery,
  queryAliases: { period_start_from: 'start_date', period_start_to: 'end_date' },
  answers: { 200: ReconciliationPage },
  handle: ({ query, tenantId, read }) =>
    read(async (tx) => {
      const total = await countReconciliations(tx, tenantId, query)
      return ok(pageOf((await listReconciliations(tx, tenantId, query)).map(toReconciliationView), total, query))
    }),
})

const get = endpoint({
  ...shared,
  path: `${PATH}/:id`,
  summary: 'Get a reconciliation',
  params: Type.Object({ id: Uuid }),
  answers: { 200: ReconciliationWithDetails },
  handle: ({ params, tenantId, read }) => read(async (tx) => ok(await readWithDetails(tx, tenantId, params.id))),
})

const details = endpoint({
  ...shared,
  path: `${PATH}/:id/details`,
  summary: 'List the rows of a reconciliation',
  description: 'Discrepancies before what matched.',
  params: Type.Object({ id: Uuid }),
  query: DetailQuery,
  answers: { 200: ReconciliationDetailPage },
  handle: ({ params, query, tenantId, read }) =>
    read(async (tx) => {
      const key = { tenantId, reconciliationId: (await requireReconciliation(tx, tenantId, params.id)).id }
      const total = await countDetails(tx, key, query)
      return ok(pageOf((await listDetails(tx, key, query)).map(toDetailView), total, query))
    }),
})

export const readEndpoints: readonly Endpoint[] = [list, get, details]
