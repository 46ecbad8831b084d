/** DELETE /api/v1/connector-configurations/{id}: only where no routing rule uses it. */

import { endpoint, noContent } from '../../access/endpoint.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { type FourEyesGuard, waitsAsRedirect } from '../redirects.ts'
import { configurationDiff, settableConfiguration } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams } from './configuration-schemas.ts'
import { lockConfiguration, rulesUsing, type StoredConfiguration, writeConfiguration } from './configuration-store.ts'
import { NOTHING_PENDING, pendingSwitch } from './pending-change.ts'

export const deleteConfiguration = (guard: FourEyesGuard) =>
  endpoint({
    method: 'DELETE',
    path: '/api/v1/connector-configurations/:id',
    isTagged: true,
    summary: 'Delete a connector configuration',
    description:
      'Takes no new payments from then on; those made before are still asked about, captured and refunded through it. ' +
      'Of an active one it waits for a second person where deactivating it does (pending_change).',
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    params: ConfigurationParams,
    answers: { 204: null },
    errors: ['conflict'],
    handle: (call) =>
      writeTenantBanks(call, async (tx, now) => {
        const { tenantId, params, principal } = call
        const row = requireConfiguration(await lockConfiguration(tx, tenantId, params.id))
        await refuseWhileUsed(tx, row)
        const then = { configuration: { id: row.id, isActive: false } }
        const isHeld = row.is_active && (await waitsAsRedirect(guard, tx, tenantId, then))
        const asked = { by: principal.subject, now, isActive: false, isDeleted: true }
        await writeConfiguration(
          tx,
          isHeld
            ? { ...row, ...pendingSwitch(row, asked) }
            : { ...row, ...NOTHING_PENDING, is_active: false, is_deleted: true, last_modified: now },
        )
        return {
          answer: { ...noContent(), tagged: settableConfiguration(row) },
          changes: [
            {
              connectorId: row.connector_id,
              kind: 'connector_configuration',
              entityId: row.id,
              action: isHeld ? 'requested' : 'deleted',
              diff: configurationDiff(row, null),
              ...(isHeld ? { note: WAITS_NOTE } : {}),
            },
          ],
        }
      }),
  })

export const refuseWhileUsed = async (tx: Tx, { tenant_id, id }: StoredConfiguration): Promise<void> => {
  const rules = await rulesUsing(tx, tenant_id, id)
  if (rules.length > 0)
    throw new Problem('conflict', {
      detail: phrase`Routing rules use this configuration (${rules.slice(0, 3).join(', ')}); change or delete them first.`,
    })
}
