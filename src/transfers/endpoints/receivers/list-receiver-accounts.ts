/** GET /api/v1/receiveraccounts, all of them, those of one bank, those of one recipient. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { limitOf, offsetOf, type PageRequest, pageOf } from '../../../core/pagination.ts'
import { Uuid } from '../../../core/schema.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { pageOfAccounts } from '../../receivers/receiver-account-store.ts'
import { BankParams, bankFilter, bankInPath } from './list-recipients.ts'
import { receiverAccountBody } from '../../receivers/receiver-responses.ts'
import { PageQuery, ReceiverAccountPage, ReceiverAccountQuery } from '../../schemas/receiver-schemas.ts'
import { findRecipient } from '../../receivers/recipient-store.ts'
import { noSuchRecipient } from '../../receivers/receiver-problems.ts'

export const listReceiverAccounts = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts',
    allow: 'read',
    query: ReceiverAccountQuery,
    answers: { 200: ReceiverAccountPage },
    async handle(call) {
      const data = await desk.reference.data()
      const { bank_id, recipient_id } = call.query
      return answer(call, data, { recipient_id, ...bankFilter(bank_id, data) }, call.query)
    },
  })

export const listReceiverAccountsOfBank = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts/by-bank/:bank_id',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts at a bank',
    allow: 'read',
    params: BankParams,
    notFound: 'bank_not_found',
    query: PageQuery,
    answers: { 200: ReceiverAccountPage },
    errors: ['bank_not_found'],
    async handle(call) {
      const data = await desk.reference.data()
      return answer(call, data, bankInPath(call.params.bank_id, data), call.query)
    },
  })

export const listReceiverAccountsOfRecipient = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts/by-saved-account/:recipient_id',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts of a recipient',
    allow: 'read',
    params: Type.Object({ recipient_id: Uuid }),
    notFound: 'recipient_not_found',
    query: PageQuery,
    answers: { 200: ReceiverAccountPage },
    errors: ['recipient_not_found'],
    async handle(call) {
      const { recipient_id } = call.params
      const { tenantId, merchantId } = call
      return answer(call, await desk.reference.data(), { recipient_id }, call.query, async (tx) => {
        if ((await findRecipient(tx, { tenantId, merchantId }, recipient_id)) === undefined) throw noSuchRecipient()
      })
    },
  })

const answer = (
  { tenantId, merchantId, read }: Pick<Call, 'tenantId' | 'merchantId' | 'read'>,
  { bankOf }: ReferenceData,
  filters: Parameters<typeof pageOfAccounts>[2],
  page: PageRequest,
  check: (tx: Tx) => Promise<void> = async () => undefined,
) =>
  read(async (tx) => {
    await check(tx)
    const place = { limit: limitOf(page), offset: offsetOf(page) }
    const { rows, total } = await pageOfAccounts(tx, { tenantId, merchantId }, filters, place)
    const bodies = rows.map((row) => receiverAccountBody(row, bankOf))
    return okEnveloped(pageOf(bodies, total, page))
  })
