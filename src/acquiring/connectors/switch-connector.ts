/** POST /api/v1/connectors/{id}/activate and /deactivate: an inactive connector takes no new payments. */
import { endpoint, ok } from '../../access/endpoint.ts'
import { diffFields } from '../changelog/changelog.ts'
import type { FourEyesGuard } from '../redirects.ts'
import { requireConnector, writeTenantBanks } from './connector-operation.ts'
import { ConnectorParams, ConnectorSchema } from './connector-schemas.ts'
import { connectorBody, lockConnector, replaceConnector } from './connector-store.ts'
import { holdSwitch } from './hold-switch.ts'

const switchTo = (step: 'activate' | 'deactivate', summary: string) => (guard: FourEyesGuard) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/connectors/:id/${step}`,
    summary,
    description:
      'No error when it is so already. Payments made before are still asked about, captured and refunded. With the setting connectors.four_eyes it waits for a second person (GET /api/v1/waiting-changes) unless two people confirmed every configuration that then takes payments.',
    tag: 'Connectors',
    allow: 'admin',
    params: ConnectorParams,
    answers: { 200: ConnectorSchema },
    handle: (call) =>
      writeTenantBanks(call, async (tx, now) => {
        const currentConnector = requireConnector(await lockConnector(tx, call.tenantId, call.params.id))
        const isActive = step === 'activate'
        if (currentConnector.is_active === isActive) return { answer: ok(connectorBody(currentConnector)), changes: [] }
        const held = await holdSwitch(call, { guard, tx, now, currentConnector, isActive })
        if (held !== undefined) return { answer: ok(connectorBody(currentConnector)), changes: [held] }
        const row = { ...currentConnector, is_active: isActive, last_modified: now }
        await replaceConnector(tx, row)
        const diff = diffFields({ is_active: currentConnector.is_active }, { is_active: isActive })
        return {
          answer: ok(connectorBody(row)),
          changes: [{ connectorId: row.id, kind: 'connector', entityId: row.id, action: `${step}d`, diff }],
        }
      }),
  })

export const activateConnector = switchTo('activate', 'Activate a connector')
export const deactivateConnector = switchTo('deactivate', 'Deactivate a connector')
