/** GET /api/v1/settlements/terms: newest first; a merchant sees its own terms and those that apply to all merchants. */
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import { type Endpoint, endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { TermsPage, TermsQuery } from './terms-schemas.ts'
import { pageOfTerms, toTermsView } from './terms-store.ts'

export const listMerchantTerms: Endpoint = endpoint({
  method: 'GET',
  path: '/api/v1/settlements/terms',
  tag: 'Settlements',
  summary: 'List the terms of merchants',
  description: 'Of a day count those of the narrowest reach that began last.',
  allow: 'read',
  product: 'reconciliation',
  query: TermsQuery,
  answers: { 200: TermsPage },
  handle: async (call) => {
    const { query, tenantId, principal, read } = call
    const waitingForPeople = peopleOfWaiting(query, principal, 'cards', { allow: 'admin' })
    if (waitingForPeople === null) return ok(toPage([], 0, query))
    const reach = { tenantId, merchantId: narrowToMerchant(call), waitingForPeople }
    return read(async (tx) => {
      const { rows, total } = await pageOfTerms(tx, reach, query)
      return ok(toPage(rows.map(toTermsView), total, query))
    })
  },
})
