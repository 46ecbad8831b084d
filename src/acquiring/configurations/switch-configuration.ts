/** POST /api/v1/connector-configurations/{id}/activate and /deactivate: an inactive one takes no new payments. */

import { type Call, endpoint, ok } from '../../access/endpoint.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import { diffFields } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { type FourEyesGuard, waitsAsRedirect } from '../redirects.ts'
import { openSecrets } from '../tenant-banks/tenant-banks.ts'
import { refuseWhilePending } from '../waiting-routing-change.ts'
import { type ConfigurationChecks, checkConfiguration } from './check-configuration.ts'
import { configurationBody } from './configuration-body.ts'
import { requireConfiguration } from './configuration-operation.ts'
import { ConfigurationParams, ConnectorConfiguration } from './configuration-schemas.ts'
import { configurationById, lockConfiguration, writeConfiguration } from './configuration-store.ts'
import { pendingSwitch } from './pending-change.ts'

const switched = (guard: FourEyesGuard, call: Call<{ id: string }>, isActive: boolean) =>
  writeTenantBanks(call, async (tx, now) => {
    const currentConfiguration = requireConfiguration(await lockConfiguration(tx, call.tenantId, call.params.id))
    if (isActive && currentConfiguration.pending?.is_new) refuseWhilePending(currentConfiguration)
    if (currentConfiguration.is_active === isActive)
      return { answer: ok(configurationBody(currentConfiguration)), changes: [] }
    const isHeld = await waitsAsRedirect(guard, tx, call.tenantId, {
      configuration: { id: currentConfiguration.id, isActive },
    })
    // Replaces another waiting change, which any person may reject anyway.
    const asked = { by: call.principal.subject, now, isActive }
    const row = isHeld
      ? { ...currentConfiguration, ...pendingSwitch(currentConfiguration, asked) }
      : { ...currentConfiguration, is_active: isActive, last_modified: now }
    await writeConfiguration(tx, row)
    return {
      answer: ok(configurationBody(row)),
      changes: [
        {
          connectorId: row.connector_id,
          kind: 'connector_configuration',
          entityId: row.id,
          action: isHeld ? 'requested' : isActive ? 'activated' : 'deactivated',
          diff: diffFields({ is_active: currentConfiguration.is_active }, { is_active: isActive }),
          ...(isHeld ? { note: WAITS_NOTE } : {}),
        },
      ],
    }
  })

const WAITS =
  'With the setting connectors.four_eyes it waits for a second person (pending_change) unless two people confirmed every configuration that then takes payments, with the bank profile of every merchant that has one.'

/** Checked like a write: settings that its bank requires may have been missing when it was saved. */
export const activateConfiguration = (services: ConfigurationChecks & FourEyesGuard) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connector-configurations/:id/activate',
    summary: 'Activate a connector configuration',
    description: `No error when it is active already. ${WAITS}`,
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    params: ConfigurationParams,
    answers: { 200: ConnectorConfiguration },
    errors: ['validation_failed', 'conflict'],
    handle: async (call) => {
      const { tenantId, params, runtime } = call
      const currentConfiguration = requireConfiguration(
        await call.read((tx) => configurationById(tx, tenantId, params.id)),
      )
      if (currentConfiguration.pending?.is_new) refuseWhilePending(currentConfiguration)
      if (!currentConfiguration.is_active) {
        const secrets = await openSecrets(runtime, tenantId, currentConfiguration)
        await checkConfiguration(services, { ...currentConfiguration, is_active: true }, secrets, currentConfiguration)
      }
      return switched(services, call, true)
    },
  })

export const deactivateConfiguration = (guard: FourEyesGuard) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connector-configurations/:id/deactivate',
    summary: 'Deactivate a connector configuration',
    description: `Routing leaves it out from the next payment on. No error when it is inactive already. Payments made before are still asked about, captured and refunded. ${WAITS}`,
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    params: ConfigurationParams,
    answers: { 200: ConnectorConfiguration },
    handle: (call) => switched(guard, call, false),
  })
