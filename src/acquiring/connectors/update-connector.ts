/** PUT /api/v1/connectors/{id}: replaces name, type and notes of a connector; its code stays. */

import { endpoint, ok } from '../../access/endpoint.ts'
import { checkRepeatedId } from '../../access/input/repeated-id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import { diffFields } from '../changelog/changelog.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { auditedConnectorFields, requireConnector, writeTenantBanks } from './connector-operation.ts'
import { ConnectorParams, ConnectorSchema, UpdateConnector } from './connector-schemas.ts'
import { connectorBody, lockConnector, replaceConnector, settableBody } from './connector-store.ts'
import { holdSwitch } from './hold-switch.ts'

export const updateConnector = (guard: FourEyesGuard) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/connectors/:id',
    isTagged: true,
    summary: 'Replace a connector',
    description:
      'The code stays, and so does the type while there are configurations: they hold what that type needs. is_active waits for a second person where activating and deactivating does.',
    tag: 'Connectors',
    allow: 'admin',
    params: ConnectorParams,
    body: UpdateConnector,
    answers: { 200: ConnectorSchema },
    errors: ['conflict'],
    handle: (call) => {
      const { params, body, tenantId } = call
      checkRepeatedId(body, params)
      return writeTenantBanks(call, async (tx, now) => {
        const currentConnector = requireConnector(await lockConnector(tx, tenantId, params.id))
        if (body.type !== currentConnector.type && currentConnector.configuration_count > 0)
          throw new Problem('conflict', {
            detail: phrase`The type stays ${currentConnector.type} while the connector has configurations; create another connector instead.`,
            errors: [
              { field: 'type', code: 'conflict', message: phrase`stays while the connector has configurations` },
            ],
          })
        const isActive = body.is_active ?? currentConnector.is_active
        const held = await holdSwitch(call, { guard, tx, now, currentConnector, isActive })
        const row = {
          ...currentConnector,
          name: body.name,
          type: body.type,
          extra_properties: body.extra_properties_dict ?? {},
          is_active: held === undefined ? isActive : currentConnector.is_active,
          last_modified: now,
        }
        await replaceConnector(tx, row)
        const diff = diffFields(auditedConnectorFields(currentConnector), auditedConnectorFields(row))
        return {
          answer: { ...ok(connectorBody(row)), tagged: settableBody(currentConnector) },
          changes: [
            { connectorId: row.id, kind: 'connector', entityId: row.id, action: 'updated', diff },
            ...(held === undefined ? [] : [held]),
          ],
        }
      })
    },
  })
