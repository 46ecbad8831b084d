/** Every denied access is recorded; a flood of them leaves few entries, with their count. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createDenials, type Denial } from '../../src/access/audit/denials.ts'
import { paymentBody } from '../support/payments.ts'
import { type Surface, useVezne } from '../support/vezne.ts'
import { type AuditRow, chainOf, entriesOf, type OwnerTx, openOwner } from './audit/audit-rig.ts'

const SECRET = 'cs_test_this-is-a-wrong-secret-0123456789'
const UNKNOWN_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const vezne = useVezne()
let owner: OwnerTx
let tenantId: string
before(async () => {
  owner = await openOwner(vezne.ownerUrl)
  tenantId = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')!.tenant_id
})
after(async () => {
  await owner.end()
})

interface DeniedRequest {
  surface?: Surface
  method?: string
  path: string
  token?: string
  headers?: Record<string, string>
  body?: unknown
}
const requestDenied = async ({ surface = 'cards', method = 'GET', path, headers, ...sent }: DeniedRequest) => {
  const correlationId = randomUUID()
  const answer = await vezne.request(surface, method, path, {
    ...sent,
    headers: { 'x-request-id': correlationId, ...headers },
  })
  return { answer, entries: await entriesOf(vezne.runtime, correlationId) }
}
const refusedOf = (entry: AuditRow | undefined) =>
  entry && [entry.outcome, entry.code, entry.actor, entry.realm, entry.tenant_id, entry.operation, entry.repeats]

const idOf = (key: string): string =>
  vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')!.clients[key]!.client_id

test('a role, a licence, a tenant, a merchant, four eyes: each with the refused caller', async () => {
  const view = await vezne.token('view')
  const role = await requestDenied({
    method: 'POST',
    path: '/api/v1/connectors',
    token: view,
    body: { name: 'x', type: 'custom' },
  })
  assert.equal(role.answer.status, 403)
  assert.deepEqual(role.entries.map(refusedOf), [
    ['refused', 'forbidden', idOf('view'), 'tenant-demo', tenantId, 'POST /api/v1/connectors', 1],
  ])
  assert.deepEqual([role.entries[0]!.before, role.entries[0]!.after], [null, null])

  const admin = await vezne.token('admin')
  const headers = { 'x-tenant-id': UNKNOWN_ID }
  const tenant = await requestDenied({ surface: 'transfers', path: '/api/v1/webhooks', token: admin, headers })
  assert.deepEqual(
    tenant.entries.map((entry) => entry.code),
    ['forbidden'],
  )

  const merchant = await requestDenied({
    path: '/api/v1/transactions',
    token: admin,
    headers: { 'x-merchant-id': UNKNOWN_ID },
  })
  assert.deepEqual(
    merchant.entries.map((entry) => entry.code),
    ['merchant_not_found'],
  )

  const master = await vezne.token('admin', 'master')
  const scope = await requestDenied({ surface: 'identity', path: '/api/v1/audit-log', token: master })
  assert.deepEqual(
    scope.entries.map((entry) => [entry.code, entry.realm]),
    [['forbidden', 'master']],
  )
  assert.notEqual(scope.entries[0]!.tenant_id, tenantId)

  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: admin,
    headers: { 'x-external-merchant-id': 'M-1001' },
    body: paymentBody({}),
  })
  const body = { transaction_id: paid.body.transaction_id }
  const asked = await requestDenied({ method: 'POST', path: '/api/v1/cancellation-requests', token: admin, body })
  const path = `/api/v1/cancellation-requests/${asked.answer.body}/approve`
  const own = await requestDenied({ method: 'POST', path, token: admin })
  assert.deepEqual(
    own.entries.map((entry) => [entry.code, entry.target_id]),
    [['four_eyes_violation', asked.answer.body]],
  )
})

test('a token of ours that is no longer valid identifies its subject, an anonymous caller has none', async () => {
  const key = 'm1user'
  const token = await vezne.token(key)
  const set = async (change: string) => {
    await owner.execute(`update clients set ${change} where tenant_id = $1 and client_id = $2`, [tenantId, idOf(key)])
    vezne.runtime.notifications.publish('realms')
  }
  await set('is_active = false')
  const off = await requestDenied({ path: '/api/v1/transactions', token })
  assert.deepEqual(off.entries.map(refusedOf), [
    ['refused', 'invalid_token', idOf(key), 'tenant-demo', tenantId, 'GET /api/v1/transactions', 1],
  ])
  await set('is_active = true')
  for (const stranger of [undefined, 'x', `${token}x`]) {
    const { answer, entries } = await requestDenied({
      path: '/api/v1/transactions',
      ...(stranger ? { token: stranger } : {}),
    })
    assert.deepEqual([answer.status, entries], [401, []])
  }
})

test('a failed sign-in: the claimed id where it has the form of one, and never the secret', async () => {
  const path = '/api/v1/auth/tenant-demo/token'
  const tell = async (client_id: string) => {
    const body = { client_id, client_secret: SECRET }
    const { answer, entries } = await requestDenied({ surface: 'identity', method: 'POST', path, body })
    assert.equal(answer.status, 401)
    return entries.map((entry) => [entry.code, entry.actor, entry.realm, JSON.stringify(entry).includes(SECRET)])
  }
  assert.deepEqual(await tell(idOf('pos')), [['invalid_credentials', idOf('pos'), 'tenant-demo', false]])
  assert.deepEqual(await tell('cid_test_nobody'), [['invalid_credentials', 'cid_test_nobody', 'tenant-demo', false]])
  assert.deepEqual(await tell(SECRET), [['invalid_credentials', null, 'tenant-demo', false]])
})

test('an invalid request is not a denied access', async () => {
  const token = await vezne.token('admin')
  for (const path of [`/api/v1/connectors/${UNKNOWN_ID}`, '/api/v1/connectors?page=0']) {
    const { answer, entries } = await requestDenied({ path, token })
    assert.ok([400, 404].includes(answer.status))
    assert.deepEqual(entries, [])
  }
})

const denial = (change: Partial<Denial> = {}): Denial => ({
  tenantId,
  actor: 'cid_test_flood',
  realm: 'tenant-demo',
  operation: 'GET /api/v1/flood',
  code: 'forbidden',
  targetId: null,
  merchantId: null,
  correlationId: null,
  address: '203.0.113.9',
  ...change,
})
const floods = () =>
  vezne.runtime.db.transaction({ of: tenantId }, (tx) =>
    tx.query<AuditRow>(
      `select * from audit_log where tenant_id = $1 and (operation = 'GET /api/v1/flood' or operation = 'many') order by seq`,
      [tenantId],
    ),
  )

test('a flood of the same: one entry at once, one with the count of the others', async () => {
  let now = 0
  const denials = createDenials(vezne.runtime, () => now)
  await Promise.all(Array.from({ length: 1_000 }, () => denials.record(denial())))
  assert.deepEqual(
    (await floods()).map((entry) => entry.repeats),
    [1],
  )
  now += 61_000
  await denials.record(denial())
  assert.deepEqual(
    (await floods()).map((entry) => entry.repeats),
    [1, 999, 1],
  )
  await denials.record(denial())
  await denials.close()
  assert.deepEqual(
    (await floods()).map((entry) => entry.repeats),
    [1, 999, 1, 1],
  )
})

test('a flood of different actors: limited entries per minute and tenant, the rest counted together', async () => {
  const before = (await floods()).length
  const denials = createDenials(vezne.runtime, () => 0)
  await Promise.all(Array.from({ length: 1_000 }, (_, at) => denials.record(denial({ actor: `cid_test_${at}` }))))
  await denials.close()
  const entries = (await floods()).slice(before)
  assert.equal(entries.length, 301)
  assert.deepEqual([entries.at(-1)!.operation, entries.at(-1)!.actor, entries.at(-1)!.repeats], ['many', null, 700])
  assert.equal((await chainOf(vezne.runtime, tenantId)).fault, null)
})

test('a log that cannot be written does not change the response of a refusal', async () => {
  await owner.execute('revoke insert on audit_log from vezne_app')
  try {
    const path = '/api/v1/webhook-subscriptions'
    const { answer, entries } = await requestDenied({
      method: 'POST',
      path,
      token: await vezne.token('view'),
      body: {},
    })
    assert.deepEqual([answer.status, answer.body.code, entries], [403, 'forbidden', []])
    // A change is different: what cannot be recorded is not done.
    const made = await requestDenied({
      method: 'POST',
      path: '/api/v1/connectors',
      token: await vezne.token('admin'),
      body: { name: 'Unrecorded', type: 'custom' },
    })
    assert.equal(made.answer.status, 500)
    const count = await owner.query(`select from connectors where name = 'Unrecorded'`)
    assert.equal(count.length, 0)
  } finally {
    await owner.execute('grant insert on audit_log to vezne_app')
  }
})
