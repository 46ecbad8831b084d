/** POST /api/v1/connector-configurations/{id}/confirm and /reject: a second person decides on a change of addresses or secrets. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { isPlatformPerson } from '../../access/four-eyes.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { openSecrets } from '../tenant-banks/tenant-banks.ts'
import { checkPending } from '../waiting-routing-change.ts'
import { checkConfiguration } from './check-configuration.ts'
import { configurationBody, configurationDiff } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams, ConnectorConfiguration } from './configuration-schemas.ts'
import { configurationById, lockConfiguration, writeConfiguration } from './configuration-store.ts'
import { refuseWhileUsed } from './delete-configuration.ts'
import { guardChange } from './guard-change.ts'
import { applyPendingChange, NOTHING_PENDING } from './pending-change.ts'
import type { ConfigurationUpdateChecks } from './update-configuration.ts'

const DecideChange = Type.Object(
  { change_id: Type.String({ format: 'uuid', description: 'Id of the pending_change, as it was read.' }) },
  { $id: 'DecideConfigurationChange' },
)

export const confirmChange = (services: ConfigurationUpdateChecks) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connector-configurations/:id/confirm',
    summary: 'Confirm a change of a connector configuration',
    description:
      'By another accountable person than the one who asked for it. The next payment goes with the new values; a new ' +
      'configuration begins to count.',
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    fourEyes: 'decide',
    params: ConfigurationParams,
    body: DecideChange,
    answers: { 200: ConnectorConfiguration },
    errors: ['validation_failed', 'conflict', 'four_eyes_violation'],
    handle: async (call) => {
      const { tenantId, params, body, runtime, principal } = call
      const currentConfiguration = requireConfiguration(
        await call.read((tx) => configurationById(tx, tenantId, params.id)),
      )
      checkPending(currentConfiguration, body.change_id)
      const wished = applyPendingChange(currentConfiguration)
      // A configuration that is switched off or deleted may lack settings that its bank requires.
      if (wished.is_active || currentConfiguration.pending?.is_active !== false)
        await checkConfiguration(services, wished, await openSecrets(runtime, tenantId, wished), currentConfiguration)
      return writeTenantBanks(call, async (tx, now) => {
        const before = requireConfiguration(await lockConfiguration(tx, tenantId, params.id))
        const pending = checkPending(before, body.change_id)
        call.checkFourEyes(phrase`change`, { create: before.pending_people ?? null })
        if (isPlatformPerson(principal.accountable))
          throw new Problem('four_eyes_violation', {
            detail: phrase`Somebody of the platform stands behind this call; a change is confirmed by a person of the tenant.`,
          })
        if (pending.is_deleted) await refuseWhileUsed(tx, before)
        await guardChange(services, tx, before, pending.columns, pending)
        const row = { ...applyPendingChange(before), last_modified: now, confirmed_by: principal.subject }
        await writeConfiguration(tx, row)
        return {
          answer: ok(configurationBody(row)),
          changes: [
            {
              connectorId: row.connector_id,
              kind: 'connector_configuration',
              entityId: row.id,
              action: 'confirmed',
              diff: configurationDiff(before, row, pending.members),
              note: `requested by ${before.pending_by}`,
            },
          ],
        }
      })
    },
  })

export const rejectChange = endpoint({
  method: 'POST',
  path: '/api/v1/connector-configurations/:id/reject',
  summary: 'Reject a change of a connector configuration',
  description: 'Also by whoever asked for it. What counted goes on; a new configuration is deleted.',
  tag: 'ConnectorConfigurations',
  allow: 'admin',
  params: ConfigurationParams,
  body: DecideChange,
  answers: { 200: ConnectorConfiguration },
  errors: ['conflict'],
  handle: (call) =>
    writeTenantBanks(call, async (tx, now) => {
      const before = requireConfiguration(await lockConfiguration(tx, call.tenantId, call.params.id))
      const pending = checkPending(before, call.body.change_id)
      const row = {
        ...before,
        ...NOTHING_PENDING,
        is_deleted: pending.is_new,
        last_modified: pending.is_new ? now : before.last_modified,
      }
      await writeConfiguration(tx, row)
      return {
        answer: ok(configurationBody(row)),
        changes: [
          {
            connectorId: row.connector_id,
            kind: 'connector_configuration',
            entityId: row.id,
            action: 'rejected',
            diff: [],
            note: `requested by ${before.pending_by}`,
          },
        ],
      }
    }),
})
