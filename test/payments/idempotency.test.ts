/** One key, one payment: repeats, races, other bodies, and expired keys. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

let vezne: Vezne
let token: string
before(async () => {
  vezne = await startVezne()
  token = await vezne.token('admin', 'tenant-load')
})
after(() => vezne.stop())

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
