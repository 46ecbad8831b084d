/** GET /api/v1/transfers and GET /api/v1/transfers/{id}. */

import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { decidingPeople } from '../../access/waits-for.ts'
import { toPage, toPlace } from '../../core/pagination.ts'
import { described, Uuid } from '../../core/schema.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferRow } from '../model/transfer.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { TRANSFER_LIST, toTransferFilter } from '../queries/transfer-list.ts'
import { findTransfer, findTransfers } from '../queries/transfer-query-store.ts'
import { toHistoryResponse, toTransferResponse, transferNotFound } from '../queries/transfer-response.ts'
import { TransferDetail, TransferPage, TransferQuery } from '../schemas/transfer-schemas.ts'
import { findDisplayedSourceAccounts } from '../source-accounts/displayed-source-accounts.ts'

export const listTransfers = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transfers',
    tag: 'Transfers',
    summary: 'List transfers',
    description:
      'Newest first, or with `sort` oldest first. For figures and support; a shop that follows its own transfers keeps the events instead.',
    allow: 'read',
    query: TransferQuery,
    dateRange: ['from_date', 'to_date'],
    answers: { 200: TransferPage },
    errors: ['invalid_filter'],
    async handle(call) {
      const { query, tenantId, merchantId, principal, runtime } = call
      const people = decidingPeople(query, principal, 'transfers', { allow: 'decide' })
      if (people === null) return ok(toPage([], 0, query))
      const bodies = await openTransferResponses(services, tenantId)
      const waiting = people && { people, now: runtime.clock.now() }
      const filter = toTransferFilter(tenantId, merchantId, query, waiting)
      const { rows, total } = await TRANSFER_LIST.page(call, filter, toPlace(query), async (tx, ids) =>
        bodies(tx, await findTransfers(tx, tenantId, ids)),
      )
      return ok(toPage(rows, total, query))
    },
  })

export const getTransfer = (services: Pick<TransferServices, 'connectors' | 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/transfers/:id',
    tag: 'Transfers',
    summary: 'Read a transfer with its history',
    description: 'The transfer with its accounts and each change of its state. Read it when a webhook has not come.',
    allow: 'read',
    params: Type.Object({ id: described(Uuid, 'Id of the transfer, as its creation returned it.') }),
    notFound: 'transfer_not_found',
    answers: { 200: TransferDetail },
    errors: ['transfer_not_found'],
    async handle({ params, tenantId, merchantId, read }) {
      const bodies = await openTransferResponses(services, tenantId)
      return read(async (tx) => {
        const row = await findTransfer(tx, tenantId, merchantId, params.id)
        if (row === undefined) throw transferNotFound()
        const [body] = await bodies(tx, [row])
        return ok({ ...body, history: toHistoryResponse(row) })
      })
    },
  })

const openTransferResponses = async (
  services: Pick<TransferServices, 'connectors' | 'reference'>,
  tenantId: string,
) => {
  const [{ bankOf }, configurations] = await Promise.all([
    services.reference.data(),
    services.connectors.configurationsOf(tenantId),
  ])
  return async (tx: Tx, rows: readonly TransferRow[]) => {
    const ids = rows.flatMap((row) => [row.requested_account_id, row.success_account_id ?? []].flat())
    const accounts = await findDisplayedSourceAccounts(tx, tenantId, [...new Set(ids)], { bankOf, configurations })
    return rows.map((row) => toTransferResponse(row, accounts, bankOf))
  }
}
