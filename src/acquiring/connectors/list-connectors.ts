/** GET /api/v1/connectors: the tenant's connectors, newest first. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { listQuery, pageSchema, toPage } from '../../core/pagination.ts'
import { ConnectorSchema } from './connector-schemas.ts'
import { connectorBody, pageOfConnectors } from './connector-store.ts'

export const listConnectors = endpoint({
  method: 'GET',
  path: '/api/v1/connectors',
  summary: 'List connectors',
  description: 'Which banks and payment institutions can be connected, and what each of them can do.',
  tag: 'Connectors',
  allow: 'pos-read',
  query: Type.Object(listQuery),
  answers: { 200: pageSchema(ConnectorSchema, 'ConnectorPage') },
  handle: ({ query, tenantId, read }) =>
    read(async (tx) => {
      const { rows, total } = await pageOfConnectors(tx, tenantId, query)
      return ok(toPage(rows.map(connectorBody), total, query))
    }),
})
