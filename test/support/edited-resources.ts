/** What people edit that has an entity tag: where it is, how a test makes one, and a change of it. */
import assert from 'node:assert/strict'
import type { SurfaceName } from '../../src/access/endpoint.ts'
import type { Answer, Sent } from './http.ts'
import { ruleOf } from './rule-rig.ts'
import { TENANT } from './transfers.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
type CallSurface = (surface: SurfaceName, method: string, path: string, sent?: Sent) => Promise<Answer>

const CONFIGURATION = '00000000-0000-4000-8000-000000000031'
const HOOK = { url: 'http://127.0.0.1:8999/hook', events: ['*'] }
const ROUTE = { name: 'Route', min_amount: 0, max_amount: 5_000, target_connector_config_id: CONFIGURATION }
const KEY = { display_name: 'Till' }
const KEYS_OF_TENANT = `/api/v1/platform/tenants/${TENANT}/api-keys`
const PERSON = {
  username: 'edited',
  email: 'edited@demo.example',
  password: 'long-enough-9-Words',
  roles: ['pos-viewer'],
}
const PLAN = {
  code: 'edited',
  name: 'Edited',
  daily_transaction_limit: 10,
  monthly_transaction_limit: 100,
  rate_limit_per_second: 5,
}
const SHOP = { 'x-external-merchant-id': 'M-1001' }
const setting = (key: string) => ({ key, value: 'a note' })
const firstOf = (answer: Answer): string => (answer.body.data ?? answer.body).items[0].id
const madeBy = (answer: Answer): string => {
  assert.equal(answer.status, 201, answer.text)
  const made = answer.body.data ?? answer.body
  return made.id ?? made.api_key?.id ?? made
}

export interface Edited {
  readonly surface: SurfaceName
  /** As the endpoints have it. */
  readonly path: string
  /** Null: it has no id of its own. */
  readonly id: null | (() => Promise<string>)
  readonly edit: (read: Json, text: string) => object
  readonly method?: string
}

export const editedResources = (call: CallSurface): readonly Edited[] => [
  {
    surface: 'identity',
    path: '/api/v1/merchants/:id',
    id: async () => madeBy(await call('identity', 'POST', '/api/v1/merchants', { body: { name: 'Shop' } })),
    edit: (_, name) => ({ name }),
  },
  {
    surface: 'cards',
    path: '/api/v1/connectors/:id',
    id: async () => firstOf(await call('cards', 'GET', '/api/v1/connectors')),
    edit: ({ type }, name) => ({ name, type }),
  },
  {
    surface: 'cards',
    path: '/api/v1/connector-configurations/:id',
    id: async () => CONFIGURATION,
    edit: (
      { mode, username, terminal_id, store_id, api_endpoint_url, three_d_secure_endpoint_url, bank_code },
      name,
    ) => ({
      ...{ mode, username, terminal_id, store_id, api_endpoint_url, three_d_secure_endpoint_url, bank_code, name },
    }),
  },
  {
    surface: 'cards',
    path: '/api/v1/routing-rules/:id',
    id: async () => madeBy(await call('cards', 'POST', '/api/v1/routing-rules', { body: ROUTE })),
    edit: (_, name) => ({ ...ROUTE, name }),
  },
  {
    surface: 'cards',
    path: '/api/v1/simple-routing-rules/:id',
    id: async () => madeBy(await call('cards', 'POST', '/api/v1/simple-routing-rules', { body: ROUTE })),
    edit: (_, name) => ({ ...ROUTE, name }),
  },
  {
    surface: 'cards',
    path: '/api/v1/routing-rules/settings',
    id: null,
    edit: (read) => ({ ...read, min_execution_candidates: (read.min_execution_candidates % 9) + 1 }),
  },
  {
    surface: 'cards',
    path: '/api/v1/settings/:id',
    id: async () => madeBy(await call('cards', 'POST', '/api/v1/settings', { body: setting('note.cards') })),
    edit: (_, value) => ({ key: 'note.cards', value }),
  },
  {
    surface: 'transfers',
    path: '/api/v1/settings/:id',
    id: async () => madeBy(await call('transfers', 'POST', '/api/v1/settings', { body: setting('note.transfers') })),
    edit: (_, value) => ({ key: 'note.transfers', value }),
  },
  {
    surface: 'cards',
    path: '/api/v1/webhook-subscriptions/:id',
    id: async () => madeBy(await call('cards', 'POST', '/api/v1/webhook-subscriptions', { body: HOOK })),
    edit: (_, description) => ({ ...HOOK, description }),
  },
  {
    surface: 'transfers',
    path: '/api/v1/webhooks/:id',
    id: async () => madeBy(await call('transfers', 'POST', '/api/v1/webhooks', { body: HOOK })),
    edit: (_, description) => ({ ...HOOK, description }),
  },
  {
    surface: 'fraud',
    path: '/api/v1/fraud/rules/:id',
    id: async () => madeBy(await call('fraud', 'POST', '/api/v1/fraud/rules', { body: ruleOf() })),
    edit: (_, name) => ({ name }),
    method: 'PATCH',
  },
  {
    surface: 'fraud',
    path: '/api/v1/platform/fraud/rules/:id',
    id: async () =>
      madeBy(await call('fraud', 'POST', '/api/v1/platform/fraud/rules', { body: ruleOf({ scope: 'global' }) })),
    edit: (_, name) => ({ name }),
    method: 'PATCH',
  },
  {
    surface: 'fraud',
    path: '/api/v1/fraud/merchants/:merchant_id/policy',
    id: async () => firstOf(await call('identity', 'GET', '/api/v1/merchants')),
    edit: (_, reason) => ({ policies: [{ process: 'fatura_odeme', enabled: false, reason }] }),
    method: 'PATCH',
  },
  {
    surface: 'identity',
    path: '/api/v:version/users/:id',
    id: async () => madeBy(await call('identity', 'POST', '/api/v1/users', { body: PERSON })),
    edit: (_, companyName) => ({ companyName }),
  },
  {
    surface: 'identity',
    path: '/api/v1/tenants/me/api-keys/:id',
    id: async () => madeBy(await call('identity', 'POST', '/api/v1/tenants/me/api-keys', { body: KEY })),
    edit: (_, display_name) => ({ ...KEY, display_name }),
  },
  {
    surface: 'identity',
    path: '/api/v1/platform/tenants/:tenant_id/api-keys/:id',
    id: async () => madeBy(await call('identity', 'POST', KEYS_OF_TENANT, { body: KEY })),
    edit: (_, display_name) => ({ ...KEY, display_name }),
  },
  {
    surface: 'identity',
    path: '/api/v1/platform/plans/:id',
    id: async () => madeBy(await call('identity', 'POST', '/api/v1/platform/plans', { body: PLAN })),
    edit: (_, name) => ({ ...PLAN, name }),
  },
  {
    surface: 'transfers',
    path: '/api/v1/recipients/:id',
    id: async () =>
      madeBy(
        await call('transfers', 'POST', '/api/v1/recipients', { body: { holder_name: 'Deniz Ay' }, headers: SHOP }),
      ),
    edit: (_, description) => ({ holder_name: 'Deniz Ay', description }),
  },
  {
    surface: 'transfers',
    path: '/api/v1/connectoraccounts/:id',
    id: async () => firstOf(await call('transfers', 'GET', '/api/v1/connectoraccounts')),
    edit: ({ connector_configuration_id, bank_id, iban, holder_name }, description) => ({
      ...{ connector_configuration_id, bank_id, iban, holder_name },
      description,
    }),
  },
]
