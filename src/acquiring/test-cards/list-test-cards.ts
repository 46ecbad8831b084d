/** GET /api/v1/test-cards: the tenant's test cards, newest first. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { toPage } from '../../core/pagination.ts'
import { testCardBody } from './test-card-body.ts'
import { TestCardPage, TestCardQuery } from './test-card-schemas.ts'
import { pageOfTestCards } from './test-card-store.ts'

export const listTestCards = endpoint({
  method: 'GET',
  path: '/api/v1/test-cards',
  summary: 'List test cards',
  description: 'Production has none: the list is empty there.',
  tag: 'TestCards',
  allow: 'read',
  query: TestCardQuery,
  answers: { 200: TestCardPage },
  handle: ({ query, tenantId, runtime, read }) => {
    if (runtime.config.env !== 'sandbox') return Promise.resolve(ok(toPage([], 0, query)))
    return read(async (tx) => {
      const { rows, total } = await pageOfTestCards(tx, tenantId, query)
      return ok(toPage(rows.map(testCardBody), total, query))
    })
  },
})
