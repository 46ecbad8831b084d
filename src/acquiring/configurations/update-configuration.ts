/** PUT /api/v1/connector-configurations/{id}: replaces a configuration; secrets that are not sent stay unchanged. */

import { endpoint, ok } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { Tx } from '../../infra/database/database.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { waitsAsRedirect } from '../redirects.ts'
import { openSecrets } from '../tenant-banks/tenant-banks.ts'
import { refuseWhilePending } from '../waiting-routing-change.ts'
import { type ConfigurationChecks, checkConfiguration } from './check-configuration.ts'
import { configurationBody, configurationDiff, settableConfiguration, writtenColumns } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams, ConnectorConfiguration, UpdateConfiguration } from './configuration-schemas.ts'
import { mergeSecrets, sealSecrets } from './configuration-secrets.ts'
import {
  configurationById,
  lockConfiguration,
  type StoredConfiguration,
  writeConfiguration,
} from './configuration-store.ts'
import { type ConfigurationGuards, guardChange, guardRequest } from './guard-change.ts'
import { isRedirect, isWholeAccount, needsConfirmation, pendingColumns } from './pending-change.ts'

export type ConfigurationUpdateChecks = ConfigurationChecks & ConfigurationGuards

export const updateConfiguration = (services: ConfigurationUpdateChecks) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/connector-configurations/:id',
    isTagged: true,
    summary: 'Replace a connector configuration',
    description:
      'Absent optional members take their defaults; absent or masked secrets and an absent is_active stay; the connector ' +
      'stays. A change of an address needs every secret again, whole: stored ones go to no other address. Mode, terminal_id and store_id stay once payments were made: they are asked about and refunded by ' +
      'them; addresses and username stay while payments, operations or transfers wait for their outcome. The next payment already goes with the new values, and the circuit breaker starts closed. With the ' +
      'setting connectors.four_eyes a change of mode, store, terminal, username, an address or a secret waits whole (pending_change), as does one that nobody confirmed and that is written as it stands, while payments go on with ' +
      'the old values, until a second person confirms it; nothing else changes meanwhile. So does one that accepts more of 3D Secure, and, unless two people confirmed ' +
      'every configuration that then takes payments, one of is_active, priority or of keys that say what it takes.',
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    params: ConfigurationParams,
    body: UpdateConfiguration,
    answers: { 200: ConnectorConfiguration },
    errors: ['validation_failed', 'conflict'],
    handle: async (call) => {
      const { params, body, tenantId, runtime } = call
      checkRepeatedId(body, params)
      const currentConfiguration = requireConfiguration(
        await call.read((tx) => configurationById(tx, tenantId, params.id)),
      )
      const secrets = await sealSecrets(runtime, tenantId, currentConfiguration.id, body)
      const columns = writtenColumns(body)
      const change = { ...columns, ...secrets.columns }
      const isActive = body.is_active ?? currentConfiguration.is_active
      await checkConfiguration(
        services,
        { ...currentConfiguration, ...change, is_active: isActive },
        mergeSecrets(await openSecrets(runtime, tenantId, currentConfiguration), secrets),
        currentConfiguration,
      )
      return writeTenantBanks(call, async (tx, now) => {
        const before = requireConfiguration(await lockConfiguration(tx, tenantId, params.id))
        refuseWhilePending(before)
        const wished = { ...before, ...change, is_active: body.is_active ?? before.is_active, last_modified: now }
        const isWhole = isWholeAccount(before, wished, secrets)
        const takesTwo = isWhole || needsConfirmation(before, columns, secrets)
        const isHeld = takesTwo
          ? await services.wantsFourEyes(tx, tenantId)
          : await waitsAsChange(services, tx, before, wished)
        await (isHeld ? guardRequest : guardChange)(services, tx, before, change, secrets)
        const by = call.principal.subject
        const asked = { by, now, columns, secrets, isNew: false, isActive: body.is_active ?? null, isWhole }
        const row = isHeld ? { ...before, ...pendingColumns(asked) } : wished
        await writeConfiguration(tx, row)
        const diff = configurationDiff(before, wished, secrets.members)
        return {
          answer: { ...ok(configurationBody(row)), tagged: settableConfiguration(before) },
          changes: [
            {
              connectorId: row.connector_id,
              kind: 'connector_configuration',
              entityId: row.id,
              action: isHeld ? 'requested' : 'updated',
              diff,
              ...(isHeld ? { note: WAITS_NOTE } : {}),
            },
          ],
        }
      })
    },
  })

const waitsAsChange = async (
  services: ConfigurationGuards,
  tx: Tx,
  before: StoredConfiguration,
  wished: StoredConfiguration,
): Promise<boolean> =>
  isRedirect(before, wished) &&
  waitsAsRedirect(services, tx, before.tenant_id, { configuration: { id: before.id, isActive: wished.is_active } })
