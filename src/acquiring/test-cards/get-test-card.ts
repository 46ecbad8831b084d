/** GET /api/v1/test-cards/{id}: one test card. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { testCardBody } from './test-card-body.ts'
import { requireTestCard } from './test-card-operation.ts'
import { IdParams, TestCard } from './test-card-schemas.ts'
import { findTestCard } from './test-card-store.ts'

export const getTestCard = endpoint({
  method: 'GET',
  path: '/api/v1/test-cards/:id',
  summary: 'Read a test card',
  description: 'One card of the sandbox with what the simulated bank answers to it.',
  tag: 'TestCards',
  allow: 'read',
  params: IdParams,
  answers: { 200: TestCard },
  handle: async ({ params, tenantId, runtime, read }) => {
    const isSandbox = runtime.config.env === 'sandbox'
    return ok(
      testCardBody(requireTestCard(isSandbox ? await read((tx) => findTestCard(tx, tenantId, params.id)) : undefined)),
    )
  },
})
