/** GET /api/v1/connector-configurations: the tenant's access to its banks, newest first. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { peopleOfWaiting } from '../../access/waits-for.ts'
import { toPage } from '../../core/pagination.ts'
import { configurationBody } from './configuration-body.ts'
import { ConfigurationQuery, ConnectorConfigurationPage } from './configuration-schemas.ts'
import { pageOfConfigurations } from './configuration-store.ts'

export const listConfigurations = endpoint({
  method: 'GET',
  path: '/api/v1/connector-configurations',
  summary: 'List connector configurations',
  description: 'The accounts at banks this tenant has set up; credentials are never answered.',
  tag: 'ConnectorConfigurations',
  allow: 'pos-read',
  query: ConfigurationQuery,
  answers: { 200: ConnectorConfigurationPage },
  handle: async ({ query, tenantId, principal, read }) => {
    const waitingForPeople = peopleOfWaiting(query, principal, 'cards', { allow: 'admin' })
    if (waitingForPeople === null) return ok(toPage([], 0, query))
    return read(async (tx) => {
      const reach = { tenantId, waitingForPeople }
      const { rows, total } = await pageOfConfigurations(tx, reach, query)
      return ok(toPage(rows.map(configurationBody), total, query))
    })
  },
})
