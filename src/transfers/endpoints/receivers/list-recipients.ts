/** GET /api/v1/recipients, all of them or those of one bank. */
import { Type } from 'typebox'
import { type Call, type Endpoint, endpoint } from '../../../access/endpoint.ts'
import { limitOf, offsetOf, pageOf } from '../../../core/pagination.ts'
import { Problem } from '../../../core/problem.ts'
import { Uuid } from '../../../core/schema.ts'
import type { ReferenceData } from '../../../reference/reference-data.ts'
import { okEnveloped } from '../../schemas/response-envelope.ts'
import type { TransferParts } from '../../model/transfer-services.ts'
import { recipientBody } from '../../receivers/receiver-responses.ts'
import { PageQuery, type RecipientFilters, RecipientPage, RecipientQuery } from '../../schemas/receiver-schemas.ts'
import { pageOfRecipients } from '../../receivers/recipient-store.ts'

export const BankParams = Type.Object({ bank_id: Uuid })

/** Undefined: any bank; null: an id no bank has. */
export const bankFilter = (bankId: string | undefined, { banks }: ReferenceData): { bankCode?: string | null } =>
  bankId === undefined ? {} : { bankCode: banks.find(({ id }) => id === bankId)?.code ?? null }

export const bankInPath = (bankId: string, data: ReferenceData): { bankCode: string } => {
  const { bankCode } = bankFilter(bankId, data)
  if (bankCode) return { bankCode }
  throw new Problem('bank_not_found', { detail: 'No bank has this id.' })
}

export const listRecipients = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/recipients',
    tag: 'Recipients',
    summary: 'List recipients',
    allow: 'read',
    query: RecipientQuery,
    answers: { 200: RecipientPage },
    async handle(call) {
      const data = await desk.reference.data()
      const { bank_id, ...filters } = call.query
      return answer(call, data, { ...filters, ...bankFilter(bank_id, data) })
    },
  })

export const listRecipientsOfBank = (desk: TransferParts): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/api/v1/recipients/by-bank/:bank_id',
    tag: 'Recipients',
    summary: 'List recipients with an account at a bank',
    allow: 'read',
    params: BankParams,
    notFound: 'bank_not_found',
    query: PageQuery,
    answers: { 200: RecipientPage },
    errors: ['bank_not_found'],
    async handle(call) {
      const data = await desk.reference.data()
      return answer(call, data, { ...call.query, ...bankInPath(call.params.bank_id, data) })
    },
  })

const answer = (
  { tenantId, merchantId, read }: Pick<Call, 'tenantId' | 'merchantId' | 'read'>,
  { bankOf }: ReferenceData,
  filters: Omit<RecipientFilters, 'bank_id'> & { bankCode?: string | null },
) =>
  read(async (tx) => {
    const place = { limit: limitOf(filters), offset: offsetOf(filters) }
    const { rows, total } = await pageOfRecipients(tx, { tenantId, merchantId }, filters, place)
    const bodies = rows.map((row) => recipientBody(row, bankOf))
    return okEnveloped(pageOf(bodies, total, filters))
  })
