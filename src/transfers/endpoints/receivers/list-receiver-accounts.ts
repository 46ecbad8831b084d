/** GET /api/v1/receiveraccounts: all of them, those at one bank, and those of one recipient. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { type PageRequest, toPage } from '../../../core/pagination.ts'
import { described, Uuid } from '../../../core/schema.ts'
import type { Tx } from '../../../infra/database/database.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { BankParams, requireBankInPath, toBankFilter } from '../../receivers/bank-filter.ts'
import { pageOfReceiverAccounts } from '../../receivers/receiver-account-store.ts'
import { recipientNotFound } from '../../receivers/receiver-problems.ts'
import { toReceiverAccountResponse } from '../../receivers/receiver-responses.ts'
import { findRecipient } from '../../receivers/recipient-store.ts'
import { PageQuery, ReceiverAccountPage, ReceiverAccountQuery } from '../../schemas/receiver-schemas.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'

export const listReceiverAccounts = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts',
    description: 'Accounts of all recipients, newest first.',
    allow: 'read',
    query: ReceiverAccountQuery,
    answers: { 200: ReceiverAccountPage },
    async handle(call) {
      const data = await services.reference.data()
      const { bank_id, recipient_id } = call.query
      return listPage(call, data, { recipient_id, ...toBankFilter(bank_id, data) }, call.query)
    },
  })

export const listReceiverAccountsOfBank = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts/by-bank/:bank_id',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts at a bank',
    description: 'The same list, of one bank.',
    allow: 'read',
    params: BankParams,
    notFound: 'bank_not_found',
    query: PageQuery,
    answers: { 200: ReceiverAccountPage },
    errors: ['bank_not_found'],
    async handle(call) {
      const data = await services.reference.data()
      return listPage(call, data, requireBankInPath(call.params.bank_id, data), call.query)
    },
  })

export const listReceiverAccountsOfRecipient = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/receiveraccounts/by-saved-account/:recipient_id',
    tag: 'ReceiverAccounts',
    summary: 'List receiver accounts of a recipient',
    description: 'The accounts one recipient can be paid to; one of them is the default.',
    allow: 'read',
    params: Type.Object({ recipient_id: described(Uuid, 'Id of the recipient whose accounts are listed.') }),
    notFound: 'recipient_not_found',
    query: PageQuery,
    answers: { 200: ReceiverAccountPage },
    errors: ['recipient_not_found'],
    async handle(call) {
      const { recipient_id } = call.params
      const { tenantId, merchantId } = call
      return listPage(call, await services.reference.data(), { recipient_id }, call.query, async (tx) => {
        if ((await findRecipient(tx, { tenantId, merchantId }, recipient_id)) === undefined) throw recipientNotFound()
      })
    },
  })

const listPage = (
  { tenantId, merchantId, read }: Pick<Call, 'tenantId' | 'merchantId' | 'read'>,
  { bankOf }: ReferenceData,
  filters: Parameters<typeof pageOfReceiverAccounts>[2],
  page: PageRequest,
  check: (tx: Tx) => Promise<void> = async () => undefined,
) =>
  read(async (tx) => {
    await check(tx)
    const { rows, total } = await pageOfReceiverAccounts(tx, { tenantId, merchantId }, filters, page)
    const bodies = rows.map((row) => toReceiverAccountResponse(row, bankOf))
    return okEnveloped(toPage(bodies, total, page))
  })
