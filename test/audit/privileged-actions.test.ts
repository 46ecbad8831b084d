/** E9: privileged actions of people and programs; each leaves its entry with actor, tenant, before and after, and no secret. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { type Surface, startVezne, type Vezne } from '../support/vezne.ts'
import { type AuditRow, chainOf, entriesOf } from './audit-rig.ts'

const BANK_SECRET = 'S3cr3t-Of-The-Bank-91'
const SIMBANK = '00000000-0000-4000-8000-000000000030'
const ACTIONS_MIN = 40

let vezne: Vezne
let tenantId: string
let recorded = 0
before(async () => {
  vezne = await startVezne()
  tenantId = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')!.tenant_id
})
after(() => vezne.stop())

interface Act {
  by?: string
  realm?: string
  surface?: Surface
  body?: unknown
  status?: number
}
interface Told {
  kind: string
  id?: string | null
  before?: object | null
  after?: object | null
}

/** Carries out one action and judges the one entry it leaves. */
const act = async (operation: string, path: string, sent: Act, told: Told): Promise<Answer> => {
  const { by = 'admin', realm = 'tenant-demo', surface = 'cards', body, status } = sent
  const [method = ''] = operation.split(' ')
  const correlationId = randomUUID()
  const answer = await vezne.request(surface, method, `/api/v1${path}`, {
    token: await vezne.token(by, realm),
    headers: {
      'x-request-id': correlationId,
      ...(surface === 'transfers' ? { 'x-tenant-id': tenantId } : {}),
      ...(surface === 'cards' ? { 'x-external-merchant-id': 'M-1001' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  })
  assert.ok(status === undefined ? answer.status < 300 : answer.status === status, `${operation}: ${answer.text}`)
  const entries = await entriesOf(vezne.house, correlationId)
  assert.equal(entries.length, 1, operation)
  judge(entries[0] as AuditRow, { operation, by, realm, told })
  recorded++
  return answer
}

const clientIdOf = (by: string, realm: string): string =>
  (realm === 'master' ? vezne.demo.platform.clients : vezne.demo.tenants.find(({ slug }) => slug === realm)!.clients)[
    by
  ]!.client_id

const judge = (
  entry: AuditRow,
  { operation, by, realm, told }: { operation: string; by: string; realm: string; told: Told },
) => {
  assert.equal(entry.operation, operation.replace(' /', ' /api/v1/'))
  assert.deepEqual([entry.outcome, entry.code, entry.repeats], ['done', null, 1], operation)
  assert.deepEqual([entry.actor, entry.realm], [clientIdOf(by, realm), realm], operation)
  if (realm !== 'master') assert.equal(entry.tenant_id, tenantId)
  assert.match(entry.address ?? '', /^127\./)
  assert.equal(entry.kind, told.kind, operation)
  if (told.id !== undefined) assert.equal(entry.target_id, told.id, operation)
  for (const side of ['before', 'after'] as const) {
    const state = entry[side] === null ? null : JSON.parse(entry[side])
    const wanted = told[side]
    if (wanted === undefined) continue
    if (wanted === null) assert.equal(state, null, `${operation} ${side}`)
    else assert.partialDeepStrictEqual(state, wanted, `${operation} ${side}: ${entry[side]}`)
  }
  const text = JSON.stringify(entry)
  for (const secret of [BANK_SECRET, '4546711234567894', 'whsec_', 'cs_test_', 'eyJ'])
    assert.ok(!text.includes(secret), `${operation} tells ${secret}`)
}

test('connectors and their configurations', async () => {
  const made = await act(
    'POST /connectors',
    '/connectors',
    { body: { name: 'Audit bank', type: 'custom' } },
    {
      kind: 'connector',
      before: null,
      after: { name: 'Audit bank', code: 'AUDIT_BANK' },
    },
  )
  const { id } = made.body
  await act(
    'PUT /connectors/{id}',
    `/connectors/${id}`,
    { body: { name: 'Other bank', type: 'custom' } },
    {
      kind: 'connector',
      id,
      before: { name: 'Audit bank' },
      after: { name: 'Other bank' },
    },
  )
  const off = { kind: 'connector', id, before: { is_active: 'true' }, after: { is_active: 'false' } }
  await act('POST /connectors/{id}/deactivate', `/connectors/${id}/deactivate`, {}, off)
  await act('POST /connectors/{id}/activate', `/connectors/${id}/activate`, {}, { kind: 'connector', id })
  const body = {
    connector_id: SIMBANK,
    name: 'AUDIT-CONF',
    mode: 'test',
    password: BANK_SECRET,
    api_key: BANK_SECRET,
    priority: 900,
  }
  const kind = 'connector_configuration'
  const configured = await act(
    'POST /connector-configurations',
    '/connector-configurations',
    { body },
    {
      kind,
      before: null,
      after: { name: 'AUDIT-CONF' },
    },
  )
  const path = `/connector-configurations/${configured.body.id}`
  const one = { kind, id: configured.body.id }
  const changed = { ...body, name: 'AUDIT-CONF-2', password: `${BANK_SECRET}2` }
  await act('PUT /connector-configurations/{id}', path, { body: changed }, { ...one, before: { name: 'AUDIT-CONF' } })
  await act('POST /connector-configurations/{id}/deactivate', `${path}/deactivate`, {}, one)
  await act('POST /connector-configurations/{id}/activate', `${path}/activate`, {}, one)
  await act('DELETE /connector-configurations/{id}', path, {}, { ...one, after: null })
  await act('DELETE /connectors/{id}', `/connectors/${id}`, {}, { kind: 'connector', id, after: null })
})

test('meanings of bank codes', async () => {
  const item = { connector_code: 'SIMBANK', provider_error_code: 'AUD1', category: 'BankDeclined' }
  await act(
    'POST /connector-error-codes/bulk',
    '/connector-error-codes/bulk',
    { body: { items: [item] } },
    {
      kind: 'connector_error_code',
      before: null,
      after: { provider_error_code: 'AUD1' },
    },
  )
  const token = await vezne.token('admin')
  const list = await vezne.request('cards', 'GET', '/api/v1/connector-error-codes?search_term=AUD1', { token })
  const { id } = list.body[0]
  await act(
    'PUT /connector-error-codes/{key}',
    `/connector-error-codes/${id}`,
    { body: { category: 'Technical' } },
    {
      kind: 'connector_error_code',
      id,
      before: { category: 'BankDeclined' },
      after: { category: 'Technical' },
    },
  )
})

test('routing', async () => {
  const token = await vezne.token('admin')
  const configurations = await vezne.request('cards', 'GET', '/api/v1/connector-configurations', { token })
  const target = configurations.body.items.find(({ name }: { name: string }) => name === 'SIM-PRIMARY').id
  for (const [path, kind] of [
    ['/routing-rules', 'routing_rule'],
    ['/simple-routing-rules', 'simple_routing_rule'],
  ] as const) {
    const body = { name: 'audited', priority: 900, min_amount: 0, max_amount: 100, target_connector_config_id: target }
    const { body: id } = await act(`POST ${path}`, path, { body }, { kind, before: null, after: { name: 'audited' } })
    const one = { kind, id }
    const renamed = { before: { name: 'audited' }, after: { name: 'renamed' } }
    await act(`PUT ${path}/{id}`, `${path}/${id}`, { body: { ...body, name: 'renamed' } }, { ...one, ...renamed })
    await act(`POST ${path}/{id}/deactivate`, `${path}/${id}/deactivate`, {}, one)
    await act(`POST ${path}/{id}/activate`, `${path}/${id}/activate`, {}, one)
    if (kind === 'routing_rule')
      await act(
        `PATCH ${path}/{id}/score`,
        `${path}/${id}/score`,
        { body: { weight: 7 } },
        { ...one, after: { weight: '7' } },
      )
    await act(`POST ${path}/bulk-delete`, `${path}/bulk-delete`, { body: { ids: [id] } }, { ...one, after: null })
    const again = await act(`POST ${path}`, path, { body }, { kind })
    await act(`DELETE ${path}/{id}`, `${path}/${again.body}`, {}, { kind, id: again.body, after: null })
  }
  const settings = await vezne.request('cards', 'GET', '/api/v1/routing-rules/settings', { token })
  await act(
    'PUT /routing-rules/settings',
    '/routing-rules/settings',
    { body: settings.body },
    {
      kind: 'routing_settings',
      id: null,
      before: {},
      after: {},
    },
  )
})

test('test cards, without their numbers', async () => {
  const kind = 'test_card'
  const facets = { card_schema_type: 'Visa', card_type: 'Credit', card_brand: 'Bonus', expected_result: 'Success' }
  const body = { ...facets, card_number: '4539578763621486', expiry_month: 12, expiry_year: 2031, label: 'audited' }
  const made = await act(
    'POST /test-cards',
    '/test-cards',
    { body },
    {
      kind,
      before: null,
      after: { card_number: '453957******1486', cvv: '***', label: 'audited' },
    },
  )
  const path = `/test-cards/${made.body.id}`
  const one = { kind, id: made.body.id }
  const { card_number: _, ...rest } = body
  await act(
    'PUT /test-cards/{id}',
    path,
    { body: { ...rest, label: 'other' } },
    {
      ...one,
      before: { label: 'audited' },
      after: { label: 'other' },
    },
  )
  await act('POST /test-cards/{id}/deactivate', `${path}/deactivate`, {}, { ...one, before: { is_active: true } })
  await act('POST /test-cards/{id}/activate', `${path}/activate`, {}, { ...one, after: { is_active: true } })
  await act('DELETE /test-cards/{id}', path, {}, { ...one, after: null })
  await act(
    'POST /test-cards/generate',
    '/test-cards/generate',
    { body: { ...facets, count: 1 } },
    { kind, before: null },
  )
})

test('webhook subscriptions of both surfaces', async () => {
  for (const [surface, path] of [
    ['cards', '/webhook-subscriptions'],
    ['transfers', '/webhooks'],
  ] as const) {
    const kind = 'webhook_subscription'
    const url = 'http://127.0.0.1:8999/hook?token=abcdefgh12345678'
    const masked = { url: 'http://127.0.0.1:8999/hook?token=***' }
    const body = { url, events: ['*'] }
    const made = await act(`POST ${path}`, path, { surface, body }, { kind, before: null, after: masked })
    const { id } = made.body
    const one = { kind, id }
    await act(
      `PUT ${path}/{id}`,
      `${path}/${id}`,
      { surface, body: { ...body, description: 'till' } },
      {
        ...one,
        before: { description: null },
        after: { description: 'till' },
      },
    )
    await act(`POST ${path}/{id}/rotate-secret`, `${path}/${id}/rotate-secret`, { surface }, one)
    await act(
      `POST ${path}/{id}/deactivate`,
      `${path}/${id}/deactivate`,
      { surface },
      { ...one, after: { is_active: false } },
    )
    await act(
      `POST ${path}/{id}/activate`,
      `${path}/${id}/activate`,
      { surface },
      { ...one, before: { is_active: false } },
    )
    await act(`DELETE ${path}/{id}`, `${path}/${id}`, { surface }, { ...one, before: masked, after: null })
  }
})

test('each step of a void with four eyes', async () => {
  const kind = 'cancellation_request'
  const ask = async (): Promise<string> => {
    const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
      token: await vezne.token('admin'),
      headers: { 'x-external-merchant-id': 'M-1001' },
      body: paymentBody({}),
    })
    const body = { transaction_id: paid.body.transaction_id, reason: 'twice' }
    const asked = await act(
      'POST /cancellation-requests',
      '/cancellation-requests',
      { by: 'pos', body },
      {
        kind,
        before: null,
        after: { ...body, status: 'pending' },
      },
    )
    return asked.body
  }
  const first = await ask()
  const actor = clientIdOf('admin', 'tenant-demo')
  await act(
    'POST /cancellation-requests/{id}/reject',
    `/cancellation-requests/${first}/reject`,
    { body: { note: 'no' } },
    {
      kind,
      id: first,
      before: { status: 'pending', reviewed_by: null },
      after: { status: 'rejected', reviewed_by: actor, review_note: 'no' },
    },
  )
  const second = await ask()
  await act(
    'POST /cancellation-requests/{id}/approve',
    `/cancellation-requests/${second}/approve`,
    {},
    {
      kind,
      id: second,
      before: { is_approved: false },
      after: { is_approved: true, reviewed_by: actor },
    },
  )
})

test("the platform's own", async () => {
  const platform = { by: 'admin', realm: 'master', surface: 'identity' } as const
  await act(
    'POST /sandbox/clock',
    '/sandbox/clock',
    { ...platform, body: { advance_s: 5 } },
    {
      kind: 'sandbox_clock',
      id: null,
      before: {},
      after: {},
    },
  )
})

test('at least forty actions were recorded, none of them twice by a repeat, and the chains are whole', async (t) => {
  const correlationId = randomUUID()
  const headers = { 'x-request-id': correlationId, 'idempotency-key': 'audited-once' }
  const body = { name: 'Once', type: 'custom' }
  const token = await vezne.token('admin')
  for (const isReplay of [false, true]) {
    const answer = await vezne.request('cards', 'POST', '/api/v1/connectors', { token, headers, body })
    assert.equal(answer.headers['idempotent-replayed'], isReplay ? 'true' : undefined)
  }
  assert.equal((await entriesOf(vezne.house, correlationId)).length, 1)
  assert.equal((await chainOf(vezne.house, tenantId)).fault, null)
  t.diagnostic(`${recorded} actions, each with its entry`)
  assert.ok(recorded >= ACTIONS_MIN, `${recorded}`)
})

test('money moves without an entry', async () => {
  const correlationId = randomUUID()
  const headers = { 'x-external-merchant-id': 'M-1001', 'x-request-id': correlationId }
  const token = await vezne.token('admin')
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token, headers, body: paymentBody({}) })
  assert.equal(paid.status, 200)
  const path = `/api/v1/payments/${paid.body.transaction_id}/void`
  assert.equal((await vezne.request('cards', 'POST', path, { token, headers })).status, 200)
  assert.deepEqual(await entriesOf(vezne.house, correlationId), [])
})
