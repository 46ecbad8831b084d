/** GET /api/v1/connectors/{id}: one connector. */
import { Type } from 'typebox'
import { endpoint, ok } from '../access/endpoint.ts'
import { Problem } from '../core/problem.ts'
import { Uuid } from '../core/schema.ts'
import { connectorBody, connectorById } from './connector-rows.ts'
import { ConnectorSchema } from './connector-schemas.ts'

export const getConnector = endpoint({
  method: 'GET',
  path: '/api/v1/connectors/:id',
  summary: 'Read a connector',
  tag: 'Connectors',
  allow: 'pos-read',
  params: Type.Object({ id: Uuid }),
  answers: { 200: ConnectorSchema },
  handle: async ({ params, tenantId, read }) => {
    const row = await read((tx) => connectorById(tx, tenantId, params.id))
    if (row) return ok(connectorBody(row))
    throw new Problem('resource_not_found', {
      detail: 'This tenant has no connector with this id; GET /api/v1/connectors lists them.',
    })
  },
})
