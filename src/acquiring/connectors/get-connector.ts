/** GET /api/v1/connectors/{id}: one connector. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { requireConnector } from './connector-operation.ts'
import { ConnectorParams, ConnectorSchema } from './connector-schemas.ts'
import { connectorBody, connectorById, settableBody } from './connector-store.ts'

export const getConnector = endpoint({
  method: 'GET',
  path: '/api/v1/connectors/:id',
  isTagged: true,
  summary: 'Read a connector',
  description: 'One connector with what it can do.',
  tag: 'Connectors',
  allow: 'pos-read',
  params: ConnectorParams,
  answers: { 200: ConnectorSchema },
  async handle({ params, tenantId, read }) {
    const row = requireConnector(await read((tx) => connectorById(tx, tenantId, params.id)))
    return { ...ok(connectorBody(row)), tagged: settableBody(row) }
  },
})
