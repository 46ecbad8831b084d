/** GET of reconciliations and of their rows. */
import { Type } from 'typebox'
import { ownMerchantId } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok, type Principal } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { DetailQuery, ReconciliationDetailPage } from '../model/detail-schemas.ts'
import { pageOfDetails, toDetailView } from '../model/detail-store.ts'
import { ReconciliationPage, ReconciliationQuery, ReconciliationWithDetails } from '../model/reconciliation-schemas.ts'
import {
  noReconciliation,
  pageOfReconciliations,
  type ReconciliationRow,
  requireReconciliation,
  toReconciliationView,
} from '../model/reconciliation-store.ts'
import { readWithDetails } from '../model/shared-answers.ts'

const PATH = '/api/v1/reconciliations'
const shared = { method: 'GET', tag: 'Reconciliations', allow: 'pos-read', product: 'reconciliation' } as const

/**
 * A caller bound to a merchant sees only that merchant's reconciliations; the others name payments of other merchants.
 */
const requireWithinReach = async (
  tx: Tx,
  tenantId: string,
  id: string,
  principal: Principal,
): Promise<ReconciliationRow> => {
  const own = ownMerchantId(principal)
  const row = await requireReconciliation(tx, tenantId, id)
  if (own === null || row.merchant_id === own) return row
  throw noReconciliation()
}

const list = endpoint({
  ...shared,
  path: PATH,
  summary: 'List reconciliations',
  description: 'Newest first. The dates act on `period_start`.',
  query: ReconciliationQuery,
  queryAliases: { period_start_from: 'start_date', period_start_to: 'end_date' },
  answers: { 200: ReconciliationPage },
  handle: async ({ query, tenantId, principal, read }) => {
    const own = ownMerchantId(principal)
    const asked = own === null ? query : { ...query, merchant_id: own }
    if (own !== null && (query.merchant_id ?? own).toLowerCase() !== own) return ok(toPage([], 0, query))
    return read(async (tx) => {
      const { rows, total } = await pageOfReconciliations(tx, tenantId, asked)
      return ok(toPage(rows.map(toReconciliationView), total, query))
    })
  },
})

const get = endpoint({
  ...shared,
  path: `${PATH}/:id`,
  summary: 'Get a reconciliation',
  description: 'One comparison with its totals and the rows that differ.',
  params: Type.Object({ id: described(Uuid, 'Id of the reconciliation, as the list shows it.') }),
  answers: { 200: ReconciliationWithDetails },
  handle: ({ params, tenantId, principal, read }) =>
    read(async (tx) => {
      await requireWithinReach(tx, tenantId, params.id, principal)
      return ok(await readWithDetails(tx, tenantId, params.id))
    }),
})

const details = endpoint({
  ...shared,
  path: `${PATH}/:id/details`,
  summary: 'List the rows of a reconciliation',
  description: 'Discrepancies before what matched.',
  params: Type.Object({ id: described(Uuid, 'Id of the reconciliation, as the list shows it.') }),
  query: DetailQuery,
  answers: { 200: ReconciliationDetailPage },
  handle: ({ params, query, tenantId, principal, read }) =>
    read(async (tx) => {
      const key = { tenantId, reconciliationId: (await requireWithinReach(tx, tenantId, params.id, principal)).id }
      const { rows, total } = await pageOfDetails(tx, key, query)
      return ok(toPage(rows.map(toDetailView), total, query))
    }),
})

export const readEndpoints: readonly Endpoint[] = [list, get, details]
