/** GET /api/v1/merchants/{merchant_id}/bank-profiles, /bank-profile-counts and /bank-profile-changes. */
import { Type } from 'typebox'
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { decidingPeople, waitsForQuery } from '../../access/waits-for.ts'
import { pageQuery, pageSchema, toPage } from '../../core/pagination.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { BankProfile, CountsQuery, OfMerchant, toProfileView } from './bank-profile-schemas.ts'
import { countProfiles, listProfiles, merchantExists, pageOfChangedProfiles } from './bank-profile-store.ts'

export const merchantNotFound = (): Problem =>
  new Problem('resource_not_found', {
    detail: phrase`No merchant with this id is within reach of this token and merchant.`,
  })

export const listBankProfiles: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/merchants/:merchant_id/bank-profiles',
  tag: 'MerchantBankProfiles',
  summary: 'List the bank profiles of a merchant',
  description: 'Newest first.',
  allow: 'bank-profiles',
  params: OfMerchant,
  answers: { 200: Type.Array(BankProfile) },
  handle: (call) =>
    call.read(async (tx) => {
      const { params, tenantId } = call
      const merchantId = narrowToMerchant(call)
      const isReached = merchantId === null || merchantId === params.merchant_id.toLowerCase()
      if (!isReached || !(await merchantExists(tx, tenantId, params.merchant_id))) throw merchantNotFound()
      return ok((await listProfiles(tx, tenantId, params.merchant_id)).map(toProfileView))
    }),
})

export const countBankProfiles: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/merchants/bank-profile-counts',
  tag: 'MerchantBankProfiles',
  summary: 'Count the bank profiles of merchants',
  description: 'A map from the id of a merchant to its number; 0 for unknown ids.',
  allow: 'pos-read',
  query: CountsQuery,
  answers: {
    200: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer', format: 'int32' },
    }),
  },
  handle: (call) =>
    call.read(async (tx) => {
      const { query, tenantId } = call
      const merchantId = narrowToMerchant(call)
      const asked = query.merchant_ids?.map((id) => id.toLowerCase()) ?? null
      const reached = merchantId === null ? asked : [merchantId]
      const counts = await countProfiles(tx, tenantId, reached)
      return ok(Object.fromEntries((asked ?? [...counts.keys()]).map((id) => [id, counts.get(id) ?? 0])))
    }),
})

export const listChangedProfiles: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/merchants/bank-profile-changes',
  tag: 'MerchantBankProfiles',
  summary: 'List the bank profiles whose change waits',
  description: 'Of all merchants, each with its `pending_change`, which a second person confirms or rejects.',
  allow: 'bank-profiles',
  query: Type.Object({ ...pageQuery, ...waitsForQuery }),
  answers: { 200: pageSchema(BankProfile, 'MerchantBankProfilePage') },
  handle: async (call) => {
    const { query, tenantId, principal, read } = call
    const waitingFor = decidingPeople(query, principal, 'cards', { allow: 'admin' })
    if (waitingFor === null) return ok(toPage([], 0, query))
    const reach = { tenantId, merchantId: narrowToMerchant(call), waitingFor }
    const { rows, total } = await read((tx) => pageOfChangedProfiles(tx, reach, query))
    return ok(toPage(rows.map(toProfileView), total, query))
  },
})
