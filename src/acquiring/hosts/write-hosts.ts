/** POST and DELETE of the hosts banks may have: only for the platform. A row is never changed, only replaced. */
import { created, endpoint, noContent } from '../../access/endpoint.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import { asPlatform } from '../../infra/database/database.ts'
import { canonicalHost } from './host-name.ts'
import { ConnectorHost, HostParams, WriteConnectorHost } from './host-schemas.ts'
import { deleteHostRow, insertHost, lockHost } from './host-store.ts'

export const createHost = endpoint({
  method: 'POST',
  path: '/api/v1/lookups/connector-hosts',
  tag: 'Lookups',
  summary: 'List a host for a type of connector',
  description: 'From then on configurations of connectors of this type may have addresses there.',
  allow: 'platform',
  body: WriteConnectorHost,
  answers: { 201: ConnectorHost },
  errors: ['conflict'],
  handle: (call) => {
    const { body, runtime } = call
    const host = canonicalHost(body.host)
    if (host === null)
      throw fieldProblem('host', 'invalid_format', phrase`must be a host name or an address, and no more`)
    const now = runtime.clock.now()
    const row = {
      id: newId(now.getTime()),
      connector_type: body.connector_type,
      host,
      port: body.port ?? null,
      note: body.note || null,
    }
    return call.inTx((tx) =>
      asPlatform(tx, async () => {
        if (!(await insertHost(tx, row, now)))
          throw new Problem('conflict', { detail: phrase`This host is listed for this type and port already.` })
        return { ...created(row), change: { kind: 'connector_host', id: row.id, before: null, after: row } }
      }),
    )
  },
})

export const deleteHost = endpoint({
  method: 'DELETE',
  path: '/api/v1/lookups/connector-hosts/:id',
  tag: 'Lookups',
  summary: 'Take a host off the list',
  description:
    'No address there is taken any more, and no configuration that has one is switched on. Active ones go on until they are ' +
    'deactivated: payments made through them are still asked about.',
  allow: 'platform',
  params: HostParams,
  answers: { 204: null },
  handle: (call) =>
    call.inTx((tx) =>
      asPlatform(tx, async () => {
        const before = await lockHost(tx, call.params.id)
        if (before === undefined)
          throw new Problem('resource_not_found', {
            detail: phrase`There is no host with this id; GET /api/v1/lookups/connector-hosts lists them.`,
          })
        await deleteHostRow(tx, before.id)
        return { ...noContent(), change: { kind: 'connector_host', id: before.id, before, after: null } }
      }),
    ),
})
