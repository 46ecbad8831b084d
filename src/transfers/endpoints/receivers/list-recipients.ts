/** GET /api/v1/recipients: all of them, those of one bank, and one of them. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { toPage } from '../../../core/pagination.ts'
import { described, Uuid } from '../../../core/schema.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import type { TransferServices } from '../../model/transfer-services.ts'
import { BankParams, requireBankInPath, toBankFilter } from '../../receivers/bank-filter.ts'
import { recipientNotFound } from '../../receivers/receiver-problems.ts'
import { toRecipientResponse } from '../../receivers/receiver-responses.ts'
import { findRecipient, pageOfRecipients } from '../../receivers/recipient-store.ts'
import {
  PageQuery,
  RecipientAnswer,
  type RecipientFilters,
  RecipientPage,
  RecipientQuery,
} from '../../schemas/receiver-schemas.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'

export const listRecipients = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/recipients',
    tag: 'Recipients',
    summary: 'List recipients',
    description: 'People and companies money is sent to, newest first.',
    allow: 'read',
    query: RecipientQuery,
    answers: { 200: RecipientPage },
    async handle(call) {
      const data = await services.reference.data()
      const { bank_id, ...filters } = call.query
      return listPage(call, data, { ...filters, ...toBankFilter(bank_id, data) })
    },
  })

export const getRecipient = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/recipients/:id',
    tag: 'Recipients',
    summary: 'Read a recipient',
    description: 'One recipient as the list shows it, with the default account.',
    allow: 'read',
    isTagged: true,
    params: Type.Object({ id: described(Uuid, 'Id of the recipient, as its creation returned it.') }),
    notFound: 'recipient_not_found',
    answers: { 200: RecipientAnswer },
    errors: ['recipient_not_found'],
    async handle({ params, tenantId, merchantId, read }) {
      const { bankOf } = await services.reference.data()
      const row = await read((tx) => findRecipient(tx, { tenantId, merchantId }, params.id))
      if (row === undefined) throw recipientNotFound()
      const tagged = toRecipientResponse(row, bankOf)
      return { ...okEnveloped(tagged), tagged }
    },
  })

export const listRecipientsOfBank = (services: Pick<TransferServices, 'reference'>): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/recipients/by-bank/:bank_id',
    tag: 'Recipients',
    summary: 'List recipients with an account at a bank',
    description: 'The same list, of one bank.',
    allow: 'read',
    params: BankParams,
    notFound: 'bank_not_found',
    query: PageQuery,
    answers: { 200: RecipientPage },
    errors: ['bank_not_found'],
    async handle(call) {
      const data = await services.reference.data()
      return listPage(call, data, { ...call.query, ...requireBankInPath(call.params.bank_id, data) })
    },
  })

const listPage = (
  { tenantId, merchantId, read }: Pick<Call, 'tenantId' | 'merchantId' | 'read'>,
  { bankOf }: ReferenceData,
  filters: Omit<RecipientFilters, 'bank_id'> & { bankCode?: string | null },
) =>
  read(async (tx) => {
    const { rows, total } = await pageOfRecipients(tx, { tenantId, merchantId }, filters)
    const bodies = rows.map((row) => toRecipientResponse(row, bankOf))
    return okEnveloped(toPage(bodies, total, filters))
  })
