/** Privileged actions of people and programs; each leaves its entry with actor, tenant, before and after, and no secret. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'
import { actOnCodes, actOnConnectors, actOnRouting } from './audit/actions-on-banks.ts'
import { type Actions, openActions } from './audit/actions-rig.ts'
import { chainOf, entriesOf } from './audit/audit-rig.ts'

const ACTIONS_MIN = 40

const vezne = useVezne()
let actions: Actions
before(async () => {
  actions = openActions(vezne)
})

test('connectors and their configurations', () => actOnConnectors(actions))
test('meanings of bank codes', () => actOnCodes(actions))
test('routing', () => actOnRouting(actions))

test('test cards, without their numbers', async () => {
  const kind = 'test_card'
  const facets = { card_schema_type: 'Visa', card_type: 'Credit', card_brand: 'Bonus', expected_result: 'Success' }
  const body = { ...facets, card_number: '4539578763621486', expiry_month: 12, expiry_year: 2031, label: 'audited' }
  const made = await actions.act(
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
  await actions.act(
    'PUT /test-cards/{id}',
    path,
    { body: { ...rest, label: 'other' } },
    {
      ...one,
      before: { label: 'audited' },
      after: { label: 'other' },
    },
  )
  await actions.act(
    'POST /test-cards/{id}/deactivate',
    `${path}/deactivate`,
    {},
    { ...one, before: { is_active: true } },
  )
  await actions.act('POST /test-cards/{id}/activate', `${path}/activate`, {}, { ...one, after: { is_active: true } })
  await actions.act('DELETE /test-cards/{id}', path, {}, { ...one, after: null })
  await actions.act(
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
    const made = await actions.act(`POST ${path}`, path, { surface, body }, { kind, before: null, after: masked })
    const { id } = made.body
    const one = { kind, id }
    await actions.act(
      `PUT ${path}/{id}`,
      `${path}/${id}`,
      { surface, body: { ...body, description: 'till' } },
      {
        ...one,
        before: { description: null },
        after: { description: 'till' },
      },
    )
    await actions.act(`POST ${path}/{id}/rotate-secret`, `${path}/${id}/rotate-secret`, { surface }, one)
    await actions.act(
      `POST ${path}/{id}/deactivate`,
      `${path}/${id}/deactivate`,
      { surface },
      { ...one, after: { is_active: false } },
    )
    await actions.act(
      `POST ${path}/{id}/activate`,
      `${path}/${id}/activate`,
      { surface },
      { ...one, before: { is_active: false } },
    )
    await actions.act(`DELETE ${path}/{id}`, `${path}/${id}`, { surface }, { ...one, before: masked, after: null })
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
    const asked = await actions.act(
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
  const actor = actions.clientIdOf('admin', 'tenant-demo')
  await actions.act(
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
  await actions.act(
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

test('two people resolve an operation no bank can report', async () => {
  const kind = 'unresolved_operation'
  const tenantId = actions.tenantId
  const [row] = await vezne.runtime.db.transaction({ of: tenantId }, (tx) =>
    tx.query<{ id: string }>(
      `insert into unresolved_operations (tenant_id, id, payment_id, merchant_id, kind, why, amount, currency,
         configuration_id, connector_code, reference, since)
       select tenant_id, id, id, merchant_id, 'sale', 'not_found', amount, currency, configuration_id, connector_code, 'V1', created
       from payments where tenant_id = $1 limit 1 returning id`,
      [tenantId],
    ),
  )
  await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(
      `update clients set roles = roles || '{pos-admin}' where tenant_id = $1 and display_name = 'Transfer checker'`,
      [tenantId],
    ),
  )
  const { id } = row!
  const path = `/unresolved-operations/${id}`
  await actions.act(
    'POST /unresolved-operations/{id}/propose',
    `${path}/propose`,
    { body: { outcome: 'not_booked', note: 'not in the file' } },
    {
      kind,
      id,
      before: { status: 'waiting', proposed_by: null },
      after: {
        status: 'proposed',
        proposed_outcome: 'not_booked',
        note: 'not in the file',
        proposed_by: actions.clientIdOf('admin', 'tenant-demo'),
      },
    },
  )
  await actions.act(
    'POST /unresolved-operations/{id}/confirm',
    `${path}/confirm`,
    { by: 'checker', body: { outcome: 'not_booked' } },
    { kind, id, before: { status: 'proposed', confirmed_by: null }, after: { status: 'confirmed' } },
  )
})

test("the platform's own", async () => {
  const platform = { by: 'admin', realm: 'master', surface: 'identity' } as const
  await actions.act(
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

test('at least forty actions were recorded, none of them twice by a repeat, and the chains are intact', async (t) => {
  const correlationId = randomUUID()
  const headers = { 'x-request-id': correlationId, 'idempotency-key': 'audited-once' }
  const body = { name: 'Once', type: 'custom' }
  const token = await vezne.token('admin')
  for (const isReplay of [false, true]) {
    const answer = await vezne.request('cards', 'POST', '/api/v1/connectors', { token, headers, body })
    assert.equal(answer.headers['idempotent-replayed'], isReplay ? 'true' : undefined)
  }
  assert.equal((await entriesOf(vezne.runtime, correlationId)).length, 1)
  assert.equal((await chainOf(vezne.runtime, actions.tenantId)).fault, null)
  t.diagnostic(`${actions.count()} actions, each with its entry`)
  assert.ok(actions.count() >= ACTIONS_MIN, `${actions.count()}`)
})

test('money moves without an entry', async () => {
  const correlationId = randomUUID()
  const headers = { 'x-external-merchant-id': 'M-1001', 'x-request-id': correlationId }
  const token = await vezne.token('admin')
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token, headers, body: paymentBody({}) })
  assert.equal(paid.status, 200)
  const path = `/api/v1/payments/${paid.body.transaction_id}/void`
  assert.equal((await vezne.request('cards', 'POST', path, { token, headers })).status, 200)
  assert.deepEqual(await entriesOf(vezne.runtime, correlationId), [])
})
