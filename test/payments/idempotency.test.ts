/** One key, one payment: repeats, races, other bodies, and expired keys. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

const MERCHANT_1 = '00000000-0000-4000-8000-000000000020'
const vezne = useVezne()
let token: string
before(async () => {
  token = await vezne.token('admin', 'tenant-load')
})

const pay = (body: unknown, key?: string, headers: Record<string, string> = {}) =>
  vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body,
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...headers },
  })
const bankCalls = async (id: string): Promise<number> =>
  (await vezne.request('cards', 'GET', `/api/v1/api-request-logs?transaction_id=${id}`, { token })).body.total_count

test('200 concurrent calls with one key: one payment, one bank call, 199 replays of the same bytes', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, () => pay(paymentBody(), 'race-200')))
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200])
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true').length, 199)
  assert.equal(await bankCalls(answers[0]?.body.transaction_id), 1)
  const other = await pay(paymentBody({ amount: { amount: 16_000, currency: 'TRY' } }), 'race-200')
  assert.equal(other.status, 409)
  assert.equal(other.body.code, 'idempotency_key_in_use')
})

test('200 keys, each sent five times at once, every one is one payment', async () => {
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, n) => pay(paymentBody({ external_id: `E${n % 200}` }), `many-${n % 200}`)),
  )
  assert.equal(answers.filter((answer) => answer.status >= 500).length, 0)
  assert.equal(new Set(answers.map((answer) => answer.body.transaction_id)).size, 200)
})

test('a declined payment is replayed as it was', async () => {
  const body = paymentBody({ card: { number: CARDS.declined } })
  const first = await pay(body, 'declined')
  const second = await pay(body, 'declined')
  assert.equal(first.status, 422)
  assert.equal(second.status, 422)
  assert.deepEqual({ ...second.body, correlation_id: first.body.correlation_id }, first.body)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.match(second.headers['content-type'] as string, /^application\/problem\+json/)
})

test('another value is another request; another spelling is the same', async () => {
  const body = paymentBody({ external_id: 'SPELLING', buyer: { name: 'Ada' } })
  const first = await pay(body, 'spelling')
  const { card, ...rest } = body
  const same = [
    JSON.stringify({ card, ...rest }),
    JSON.stringify(body, null, 2),
    JSON.stringify(body).replace('15000', '1.5e4').replace('"installment":1', '"installment":1.0'),
    JSON.stringify({ ...body, card: { ...card, cvv: '111' } }),
  ]
  for (const text of same) {
    const again = await pay(text, 'spelling')
    assert.equal(again.text, first.text, text)
  }
  const changed = [
    { ...body, external_id: 'OTHER' },
    { ...body, card: { ...card, number: CARDS.unknown } },
    { ...body, buyer: { name: 'Bob' } },
    { ...body, description: 'more' },
    { ...body, amount: { amount: 15_000, currency: 'USD' } },
  ]
  for (const other of changed) {
    const answer = await pay(other, 'spelling')
    assert.equal(answer.body.code, 'idempotency_key_in_use', JSON.stringify(other))
  }
})

test('a key belongs to its tenant and merchant', async () => {
  const demo = await vezne.token('admin')
  const asDemo = (merchant: string) =>
    vezne.request('cards', 'POST', '/api/v1/payments', {
      token: demo,
      body: paymentBody(),
      headers: { 'idempotency-key': 'shared', 'x-external-merchant-id': merchant },
    })
  const ids = [await pay(paymentBody(), 'shared'), await asDemo('M-1001'), await asDemo('M-1002')].map(
    (answer) => answer.body.transaction_id,
  )
  assert.equal(new Set(ids).size, 3)
})

test('who holds a key: the operation, the masked body and a fingerprint that a repeat shares; nothing of other merchants', async () => {
  const holders = async (key: string, headers: Record<string, string> = {}) =>
    (await vezne.request('cards', 'GET', `/api/v1/idempotency-keys?key=${encodeURIComponent(key)}`, { token, headers }))
      .body
  const key = 'held/1?&'
  assert.deepEqual(await holders(key), [])
  const paid = await pay(paymentBody({ external_id: 'HELD', buyer: { email: 'ada@shop.example' } }), key)
  const { transaction_id } = paid.body
  const refund = await vezne.request('cards', 'POST', `/api/v1/payments/${transaction_id}/refund`, {
    token,
    body: { amount: 100, currency: 'TRY' },
    headers: { 'idempotency-key': key },
  })
  assert.equal(refund.status, 200, refund.text)
  const asked = await vezne.request('cards', 'POST', '/api/v1/webhook-subscriptions', {
    token,
    body: { url: 'http://127.0.0.1:59999/hook', events: ['*'] },
    headers: { 'idempotency-key': key },
  })
  assert.equal(asked.status, 201, asked.text)
  const [first, second, third, ...more] = await holders(key)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [first, second, third].map((row) => [row.operation, row.transaction_id, row.status_code]),
    [
      ['POST /api/v1/payments', transaction_id, 200],
      ['POST /api/v1/payments/{transaction_id}/refund', transaction_id, 200],
      ['POST /api/v1/webhook-subscriptions', null, 201],
    ],
  )
  assert.equal(first.correlation_id, paid.headers['x-correlation-id'])
  assert.equal(JSON.parse(first.request_body).external_id, 'HELD')
  assert.ok(!first.request_body.includes(CARDS.success) && !first.request_body.includes('ada@'))
  assert.match(first.fingerprint, /^[0-9a-f]{16}$/)
  assert.equal(Date.parse(first.expires_at) - Date.parse(first.created), 24 * 3_600_000)
  const other = await vezne.request('cards', 'GET', `/api/v1/idempotency-keys?key=shared`, {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1001' },
  })
  assert.deepEqual(
    other.body.map((row: { operation: string }) => row.operation),
    ['POST /api/v1/payments'],
  )
})

test('who is bound to a merchant is told of its keys alone, not of those of the tenant as a whole', async () => {
  const admin = await vezne.token('admin')
  const key = 'of-the-tenant'
  const send = (path: string, body: object, headers = {}) =>
    vezne.request('cards', 'POST', path, { token: admin, body, headers: { 'idempotency-key': key, ...headers } })
  const hook = await send('/api/v1/webhook-subscriptions', { url: 'http://127.0.0.1:59999/hook', events: ['*'] })
  assert.equal(hook.status, 201, hook.text)
  const shop = { 'x-merchant-id': MERCHANT_1 }
  assert.equal((await send('/api/v1/payments', paymentBody(), shop)).status, 200)
  const made = await vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', {
    token: admin,
    body: { display_name: 'bound', merchant_id: MERCHANT_1, roles: ['merchant-user'] },
  })
  assert.equal(made.status, 201, made.text)
  const { api_key: bound, secret: client_secret } = made.body
  const signed = await vezne.request('identity', 'POST', '/api/v1/auth/tenant-demo/token', {
    body: { client_id: bound.client_id, client_secret },
  })
  assert.equal(signed.status, 200, signed.text)
  const held = async (holder: string) => {
    const path = `/api/v1/idempotency-keys?key=${key}`
    const answer = await vezne.request('cards', 'GET', path, { token: holder, headers: shop })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.map((row: { operation: string }) => row.operation)
  }
  assert.deepEqual(await held(admin), ['POST /api/v1/webhook-subscriptions', 'POST /api/v1/payments'])
  assert.deepEqual(await held(signed.body.access_token), ['POST /api/v1/payments'])
})

test('a call to a bank is read by its id, as the list has it', async () => {
  const { body } = await vezne.request('cards', 'GET', '/api/v1/api-request-logs?page_size=1', { token })
  const path = `/api/v1/api-request-logs/${body.items[0].id}`
  assert.deepEqual((await vezne.request('cards', 'GET', path, { token })).body, body.items[0])
  const foreign = await vezne.request('cards', 'GET', path, { token: await vezne.token('admin', 'tenant-other') })
  assert.equal(foreign.status, 404)
})

test('a replay survives rules that would refuse the request by now, and expires after 24 hours', async () => {
  const body = paymentBody({ card: { expire_month: '12', expire_year: '2030' } })
  const first = await pay(body, 'old')
  await vezne.moveClock(23 * 3_600_000)
  assert.equal((await pay(body, 'old')).text, first.text)
  await vezne.moveClock(2 * 3_600_000)
  const later = await pay(body, 'old')
  assert.equal(later.status, 200)
  assert.notEqual(later.body.transaction_id, first.body.transaction_id)
})

const KEYS: [key: string, status: number][] = [
  ['k'.repeat(128), 200],
  ['k'.repeat(129), 400],
  ['with blank', 400],
  ['tab\there', 400],
]
for (const [key, status] of KEYS)
  test(`a key of ${key.length} characters (${JSON.stringify(key.slice(0, 10))}) returns ${status}`, async () => {
    assert.equal((await pay(paymentBody(), key)).status, status)
  })

test('without a key every call is a payment of its own', async () => {
  const [one, two] = [await pay(paymentBody()), await pay(paymentBody())]
  assert.notEqual(one.body.transaction_id, two.body.transaction_id)
})
