/** DELETE /api/v1/connector-configurations/{id}: only where no routing rule uses it. */
import { endpoint, noContent } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { configurationDiff, settableConfiguration } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams } from './configuration-schemas.ts'
import { lockConfiguration, rulesUsing, writeConfiguration } from './configuration-store.ts'
import { NOTHING_PENDING } from './pending-change.ts'

export const deleteConfiguration = endpoint({
  method: 'DELETE',
  path: '/api/v1/connector-configurations/:id',
  isTagged: true,
  summary: 'Delete a connector configuration',
  description:
    'Takes no new payments from then on; those made before are still asked about, captured and refunded through it.',
  tag: 'ConnectorConfigurations',
  allow: 'admin',
  params: ConfigurationParams,
  answers: { 204: null },
  errors: ['conflict'],
  handle: (call) =>
    writeTenantBanks(call, async (tx, now) => {
      const { tenantId, params } = call
      const row = requireConfiguration(await lockConfiguration(tx, tenantId, params.id))
      const rules = await rulesUsing(tx, tenantId, row.id)
      if (rules.length > 0)
        throw new Problem('conflict', {
          detail: phrase`Routing rules use this configuration (${rules.slice(0, 3).join(', ')}); change or delete them first.`,
        })
      await writeConfiguration(tx, {
        ...row,
        ...NOTHING_PENDING,
        is_active: false,
        is_deleted: true,
        last_modified: now,
      })
      return {
        answer: { ...noContent(), tagged: settableConfiguration(row) },
        changes: [
          {
            connectorId: row.connector_id,
            kind: 'connector_configuration',
            entityId: row.id,
            action: 'deleted',
            diff: configurationDiff(row, null),
          },
        ],
      }
    }),
})
