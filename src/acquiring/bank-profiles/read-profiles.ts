/** GET /api/v1/merchants/{merchant_id}/bank-profiles and /bank-profile-counts. */
import { Type } from 'typebox'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { BankProfile, CountsQuery, OfMerchant, toProfileView } from './bank-profile-schemas.ts'
import { countProfiles, listProfiles, merchantExists } from './bank-profile-store.ts'

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
  handle: ({ params, tenantId, merchantId, read }) =>
    read(async (tx) => {
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
  handle: ({ query, tenantId, merchantId, read }) =>
    read(async (tx) => {
      const asked = query.merchant_ids?.map((id) => id.toLowerCase()) ?? null
      const reached = merchantId === null ? asked : [merchantId]
      const counts = await countProfiles(tx, tenantId, reached)
      return ok(Object.fromEntries((asked ?? [...counts.keys()]).map((id) => [id, counts.get(id) ?? 0])))
    }),
})
