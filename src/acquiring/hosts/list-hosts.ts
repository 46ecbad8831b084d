/** GET /api/v1/lookups/connector-hosts: the hosts that addresses of configurations may use. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { pageSchema, toPage } from '../../core/pagination.ts'
import { ConnectorHost, HostQuery } from './host-schemas.ts'
import { pageOfHosts } from './host-store.ts'

export const listHosts = endpoint({
  method: 'GET',
  path: '/api/v1/lookups/connector-hosts',
  summary: 'List hosts of banks',
  description:
    'An address of a connector configuration is taken when its host stands here for the type of its connector.',
  tag: 'Lookups',
  allow: 'any',
  limit: 'lookups',
  query: HostQuery,
  answers: { 200: pageSchema(ConnectorHost, 'ConnectorHostPage') },
  handle: ({ query, runtime, principal }) =>
    runtime.db.transaction({ of: principal.realmId, mode: 'read' }, async (tx) => {
      const { rows, total } = await pageOfHosts(tx, query)
      return ok(toPage(rows, total, query))
    }),
})
