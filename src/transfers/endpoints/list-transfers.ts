/** GET /api/v1/transfers and GET /api/v1/transfers/{id}. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { pageOf } from '../../core/pagination.ts'
import { Problem } from '../../core/problem.ts'
import { Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import { shownAccounts } from '../source-accounts/displayed-source-accounts.ts'
import type { TransferRow } from '../model/transfer.ts'
import type { TransferParts } from '../model/transfer-services.ts'
import { historyOf, transferBody } from '../queries/transfer-response.ts'
import { findTransfer, pageOfTransfers } from '../queries/transfer-query-store.ts'
import { TransferDetail, type TransferFilters, TransferPage, TransferQuery } from '../schemas/transfer-schemas.ts'

export const listTransfers = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transfers',
    tag: 'Transfers',
    summary: 'List transfers',
    allow: 'read',
    query: TransferQuery,
    answers: { 200: TransferPage },
    errors: ['invalid_filter'],
    async handle({ query, tenantId, merchantId, read }) {
      checkRanges(query)
      const bodies = await bodiesOf(desk, tenantId)
      return read(async (tx) => {
        const { rows, total } = await pageOfTransfers(tx, tenantId, merchantId, query)
        return ok(pageOf(await bodies(tx, rows), total, query))
      })
    },
  })

export const getTransfer = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transfers/:id',
    tag: 'Transfers',
    summary: 'Read a transfer with its history',
    allow: 'read',
    params: Type.Object({ id: Uuid }),
    notFound: 'transfer_not_found',
    answers: { 200: TransferDetail },
    errors: ['transfer_not_found'],
    async handle({ params, tenantId, merchantId, read }) {
      const bodies = await bodiesOf(desk, tenantId)
      return read(async (tx) => {
        const row = await findTransfer(tx, tenantId, merchantId, params.id)
        if (row === undefined) throw noSuchTransfer()
        const [body] = await bodies(tx, [row])
        return ok({ ...body, history: historyOf(row) })
      })
    },
  })

export const noSuchTransfer = (): Problem =>
  new Problem('transfer_not_found', { detail: 'No transfer with this id is within reach of this token and merchant.' })

const bodiesOf = async (desk: TransferParts, tenantId: string) => {
  const [{ bankOf }, configurations] = await Promise.all([
    desk.reference.data(),
    desk.connectors.configurationsOf(tenantId),
  ])
  return async (tx: Tx, rows: readonly TransferRow[]) => {
    const ids = rows.flatMap((row) => [row.requested_account_id, row.success_account_id ?? []].flat())
    const accounts = await shownAccounts(tx, tenantId, [...new Set(ids)], { bankOf, configurations })
    return rows.map((row) => transferBody(row, accounts, bankOf))
  }
}

const checkRanges = (query: TransferFilters): void => {
  const from = query.from_date ?? query.start_date
  const to = query.to_date ?? query.end_date
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw reversed('from_date', 'to_date')
  if (query.min_amount !== undefined && query.max_amount !== undefined && query.min_amount > query.max_amount)
    throw reversed('min_amount', 'max_amount')
}
const reversed = (from: string, to: string): Problem =>
  new Problem('invalid_filter', {
    detail: `${from} is above ${to}; swap them.`,
    errors: [{ field: from, code: 'out_of_range', message: `must not be above ${to}` }],
  })
