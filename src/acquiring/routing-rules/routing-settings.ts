/** GET and PUT /api/v1/routing-rules/settings: how rules are ordered, and how many configurations a payment may try. */
import { endpoint, noContent, ok } from '../../access/endpoint.ts'
import { lockName } from '../../infra/database/transaction-lock.ts'
import { writeTenantBanks } from '../connectors/connector-operation.ts'
import { RoutingSettingsSchema, WriteRoutingSettings } from './routing-schemas.ts'
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

export const replaceRoutingSettings = endpoint({
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
      // There may be no row to lock yet.
      await lockName(tx, `routing_settings ${call.tenantId}`)
      const before = await selectRoutingSettings(tx, call.tenantId)
      await writeRoutingSettings(tx, call.tenantId, call.body, now)
      const change = { kind: 'routing_settings', id: null, before, after: call.body }
      return { answer: { ...noContent(), change }, changes: [] }
    }),
})
