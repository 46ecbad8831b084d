/** GET and PUT /api/v1/routing-rules/settings: how rules are ordered, and how many configurations a payment may try. */
import { endpoint, noContent, ok } from '../../access/endpoint.ts'
import { askSecondPerson, WAITS_NOTE } from '../../access/waiting/waiting-change.ts'
import type { Tx } from '../../infra/database/database.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import { diffFields } from '../changelog/changelog.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { type FourEyesGuard, waitsAsRedirect } from '../redirects.ts'
import { RoutingSettingsSchema, WriteRoutingSettings } from './routing-settings-schemas.ts'
import { selectRoutingSettings, writeRoutingSettings } from './routing-store.ts'

export const getRoutingSettings = endpoint({
  method: 'GET',
  path: '/api/v1/routing-rules/settings',
  isTagged: true,
  summary: 'Read the routing settings',
  description:
    'How the rules that fit are weighed against each other, and whether a payment may fall back to another configuration.',
  tag: 'RoutingRules',
  allow: 'pos-read',
  answers: { 200: RoutingSettingsSchema },
  handle: ({ tenantId, read }) => read(async (tx) => ok(await selectRoutingSettings(tx, tenantId))),
})

export const replaceRoutingSettings = (guard: FourEyesGuard) =>
  endpoint({
    method: 'PUT',
    path: '/api/v1/routing-rules/settings',
    isTagged: true,
    summary: 'Replace the routing settings',
    description: 'Payments follow them from the next one on; absent members take their defaults.',
    tag: 'RoutingRules',
    allow: 'admin',
    body: WriteRoutingSettings,
    answers: { 204: null },
    errors: ['validation_failed'],
    handle: (call) =>
      writeTenantBanks(call, async (tx, now) => {
        const { tenantId, body, principal } = call
        await lockSettings(tx, tenantId)
        const before = await selectRoutingSettings(tx, tenantId)
        const changes = diffFields({ ...before }, { ...body })
        const isHeld = changes.length > 0 && (await waitsAsRedirect(guard, tx, tenantId))
        const asked = { surface: 'cards', kind: 'routing_settings', entity_id: tenantId, label: '' } as const
        if (isHeld)
          await askSecondPerson(tx, { tenantId, principal, now }, { ...asked, basis: before, wish: body, changes })
        else await writeRoutingSettings(tx, tenantId, body, now)
        const after = isHeld ? { action: 'requested', note: WAITS_NOTE, ...body } : body
        const change = { kind: 'routing_settings', id: null, before, after }
        return { answer: { ...noContent(), change }, changes: [] }
      }),
  })

/** Takes an advisory lock, because there may be no row to lock yet. */
export const lockSettings = (tx: Tx, tenantId: string): Promise<unknown> => lockName(tx, `routing_settings ${tenantId}`)
