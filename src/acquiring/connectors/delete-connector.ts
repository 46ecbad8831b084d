/** DELETE /api/v1/connectors/{id}: a connector without configurations. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { diffFields } from '../changelog/changelog.ts'
import { auditedConnectorFields, requireConnector, writeTenantBanks } from './connector-operation.ts'
import { ConnectorParams } from './connector-schemas.ts'
import { lockConnector, replaceConnector, settableBody } from './connector-store.ts'

export const deleteConnector = endpoint({
  method: 'DELETE',
  path: '/api/v1/connectors/:id',
  isTagged: true,
  summary: 'Delete a connector',
  description: 'Its configurations are deleted before it. Its code may be used again.',
  tag: 'Connectors',
  allow: 'admin',
  params: ConnectorParams,
  answers: { 204: null },
  errors: ['conflict'],
  handle: (call) =>
    writeTenantBanks(call, async (tx, now) => {
      const row = requireConnector(await lockConnector(tx, call.tenantId, call.params.id))
      if (row.configuration_count > 0)
        throw new Problem('conflict', {
          detail: phrase`The connector has ${row.configuration_count} configurations; delete them first, or deactivate the connector.`,
        })
      await replaceConnector(tx, { ...row, is_active: false, is_deleted: true, last_modified: now })
      const diff = diffFields(auditedConnectorFields(row), null)
      return {
        answer: { ...noContent(), tagged: settableBody(row) },
        changes: [{ connectorId: row.id, kind: 'connector', entityId: row.id, action: 'deleted', diff }],
      }
    }),
})
