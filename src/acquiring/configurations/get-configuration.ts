/** GET /api/v1/connector-configurations/{id}: one configuration, its secrets masked. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { configurationBody, settableConfiguration } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams, ConnectorConfiguration } from './configuration-schemas.ts'
import { configurationById } from './configuration-store.ts'

export const getConfiguration = endpoint({
  method: 'GET',
  path: '/api/v1/connector-configurations/:id',
  isTagged: true,
  summary: 'Read a connector configuration',
  description: 'One account at a bank; its credentials are never answered, only which of them are set.',
  tag: 'ConnectorConfigurations',
  allow: 'pos-read',
  params: ConfigurationParams,
  answers: { 200: ConnectorConfiguration },
  async handle({ params, tenantId, read }) {
    const row = requireConfiguration(await read((tx) => configurationById(tx, tenantId, params.id)))
    return { ...ok(configurationBody(row)), tagged: settableConfiguration(row) }
  },
})
