/** GET /api/v1/settlements, /{id} and /{id}/lines. */
import { Type } from 'typebox'
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { pageQuery, toPage } from '../../core/pagination.ts'
import { described, Uuid } from '../../core/schema.ts'
import { toSettlementView } from '../model/settlement-row.ts'
import type { SettlementServices } from '../settlement-services.ts'
import { pageOfLines, toLineView } from '../store/line-store.ts'
import { Settlement, SettlementLinePage, SettlementPage, SettlementQuery } from '../store/settlement-schemas.ts'
import { findSettlement, pageOfSettlements } from '../store/settlement-store.ts'

const shared = { method: 'GET', tag: 'Settlements', allow: 'read', product: 'reconciliation' } as const

export const readSettlements = (services: SettlementServices): readonly Endpoint[] => [
  endpoint({
    ...shared,
    path: '/api/v1/settlements',
    summary: 'List settlements',
    description: 'Newest first. `start_date` and `end_date` select periods that overlap with them.',
    query: SettlementQuery,
    answers: { 200: SettlementPage },
    errors: ['validation_failed'],
    handle: async (call) => {
      const { query, tenantId, principal, read } = call
      const waitingForPeople = peopleOfWaiting(query, principal, 'cards', { allow: 'admin' })
      if (waitingForPeople === null) return ok(toPage([], 0, query))
      const reach = { tenantId, merchantId: narrowToMerchant(call), waitingForPeople }
      const nameOf = await services.merchantNamesOf(tenantId)
      return read(async (tx) => {
        const { rows, total } = await pageOfSettlements(tx, reach, query)
        return ok(
          toPage(
            rows.map((row) => toSettlementView(row, nameOf(row.merchant_id))),
            total,
            query,
          ),
        )
      })
    },
  }),
  endpoint({
    ...shared,
    path: '/api/v1/settlements/:id',
    summary: 'Get a settlement',
    description: 'What a merchant gets for a day or a period: sales, what is taken back, commissions, payout.',
    params: Type.Object({ id: described(Uuid, 'Id of the settlement, as the list shows it.') }),
    answers: { 200: Settlement },
    handle: async (call) => {
      const { params, tenantId, read } = call
      const nameOf = await services.merchantNamesOf(tenantId)
      const row = await read((tx) => findSettlement(tx, tenantId, params.id, narrowToMerchant(call)))
      return ok(toSettlementView(row, nameOf(row.merchant_id)))
    },
  }),
  endpoint({
    ...shared,
    path: '/api/v1/settlements/:id/lines',
    summary: 'List the lines of a settlement',
    description: 'One an installment, in the order of the movements. A settlement that a person made has none.',
    params: Type.Object({ id: described(Uuid, 'Id of the settlement, as the list shows it.') }),
    query: Type.Object(pageQuery),
    answers: { 200: SettlementLinePage },
    handle: (call) =>
      call.read(async (tx) => {
        const { params, query, tenantId } = call
        const settlement = await findSettlement(tx, tenantId, params.id, narrowToMerchant(call))
        const { rows, total } = await pageOfLines(tx, settlement, query)
        return ok(toPage(rows.map(toLineView), total, query))
      }),
  }),
]
