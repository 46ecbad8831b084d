/** POST /api/v1/connector-configurations: access to one bank, with secrets that are never displayed again. */

import { created, endpoint } from '../../access/endpoint.ts'
import { WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import { newId } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { connectorById, lockConnector } from '../connectors/connector-store.ts'
import { checkConfiguration } from './check-configuration.ts'
import { configurationBody, configurationDiff, writtenColumns } from './configuration-body.ts'
import { ConnectorConfiguration, CreateConfiguration } from './configuration-schemas.ts'
import { mergeSecrets, NO_SECRETS, refuseMasks, sealSecrets } from './configuration-secrets.ts'
import { countConfigurations, type StoredConfiguration, writeConfiguration } from './configuration-store.ts'
import { NOTHING_PENDING, pendingColumns, withholdPendingFields } from './pending-change.ts'
import type { ConfigurationUpdateChecks } from './update-configuration.ts'

/** A tenant's banks are all cached in memory. */
const CONFIGURATIONS_MAX = 500

export const createConfiguration = (services: ConfigurationUpdateChecks) =>
  endpoint({
    method: 'POST',
    path: '/api/v1/connector-configurations',
    summary: 'Create a connector configuration',
    description:
      'Checked against what the bank needs before it is saved; an active one may take the very next payment. ' +
      'Its secrets are stored sealed and answered masked. With the setting connectors.four_eyes it takes nothing until a ' +
      'second person has confirmed it (pending_change).',
    tag: 'ConnectorConfigurations',
    allow: 'admin',
    body: CreateConfiguration,
    answers: { 201: ConnectorConfiguration },
    errors: ['connector_not_found', 'validation_failed', 'conflict'],
    handle: async (call) => {
      const { body, tenantId, runtime } = call
      refuseMasks(body)
      const connector = await call.read((tx) => connectorById(tx, tenantId, body.connector_id))
      if (!connector) throw noConnector()
      const now = runtime.clock.now()
      const id = newId(now.getTime())
      const columns = writtenColumns(body)
      const secrets = await sealSecrets(runtime, tenantId, id, body)
      const wished: StoredConfiguration = {
        ...columns,
        ...NO_SECRETS,
        ...secrets.columns,
        tenant_id: tenantId,
        id,
        connector_id: connector.id,
        connector_name: connector.name,
        connector_code: connector.code,
        connector_type: connector.type,
        is_active: body.is_active ?? true,
        is_deleted: false,
        created: now,
        last_modified: now,
        ...NOTHING_PENDING,
      }
      await checkConfiguration(services, wished, mergeSecrets({}, secrets))
      return writeTenantBanks(call, async (tx) => {
        if (!(await lockConnector(tx, tenantId, connector.id))) throw noConnector()
        if ((await countConfigurations(tx, tenantId)) >= CONFIGURATIONS_MAX)
          throw new Problem('conflict', {
            detail: phrase`This tenant has ${CONFIGURATIONS_MAX} configurations already; delete some first.`,
          })
        const isHeld = await services.wantsFourEyes(tx, tenantId)
        const asked = { by: call.principal.subject, now, columns, secrets, isNew: true, isActive: wished.is_active }
        const row = isHeld ? { ...withholdPendingFields(wished), ...pendingColumns(asked) } : wished
        await writeConfiguration(tx, row)
        const diff = configurationDiff(null, wished, secrets.members)
        return {
          answer: created(configurationBody(row)),
          changes: [
            {
              connectorId: connector.id,
              kind: 'connector_configuration',
              entityId: id,
              action: isHeld ? 'requested' : 'created',
              diff,
              ...(isHeld ? { note: WAITS_NOTE } : {}),
            },
          ],
        }
      })
    },
  })

const noConnector = (): Problem =>
  new Problem('connector_not_found', {
    detail: phrase`connector_id names no connector of this tenant; GET /api/v1/connectors lists them.`,
  })
