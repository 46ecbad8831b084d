/** What support staff see of captures, voids and refunds: our record beside the bank's, its history, the trace, the events' bytes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { EVENT_CATALOGUE, type EventType } from '../../src/webhooks/events/event-catalogue.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const query = async (id: string, search = '') => (await shop.call('GET', `/payments/${id}/query${search}`)).body
const history = async (id: string) => (await shop.call('GET', `/payments/${id}/history`)).body

test("our record beside the bank's, after each step", async () => {
  const id = await shop.authorize()
  const both = async () => {
    const { internal, external, external_query_available } = await query(id)
    assert.equal(external_query_available, true)
    return [internal, external].map((side) => [side.status, side.captured_amount, side.net_amount])
  }
  assert.deepEqual(await both(), [
    ['authorized', null, 15_000],
    ['authorized', null, 15_000],
  ])
  await shop.follow(id, 'capture', { amount: 9_000 })
  assert.deepEqual(await both(), [
    ['completed', 9_000, 15_000],
    ['completed', 9_000, 15_000],
  ])
  await shop.follow(id, 'refund', { amount: 1_000 })
  assert.equal((await query(id)).external.charge_type, 'refund')
  await shop.follow(id, 'refund')
  assert.deepEqual(await both(), [
    ['refunded', 9_000, 6_000],
    ['refunded', 9_000, 6_000],
  ])
  const { external_history, internal_history, provider_history_available } = await history(id)
  assert.equal(provider_history_available, true)
  assert.deepEqual(
    external_history.map((row: { charge_type: string; amount: number }) => [row.charge_type, row.amount]),
    [
      ['pre_auth', 15_000],
      ['post_auth', 9_000],
      ['refund', 1_000],
      ['refund', 8_000],
    ],
  )
  assert.deepEqual(
    internal_history.map((row: { charge_type: string; status: string }) => `${row.charge_type} ${row.status}`),
    [
      'pre_auth created',
      'pre_auth processing',
      'pre_auth authorized',
      'post_auth capture_processing',
      'post_auth completed',
      'refund refund_processing',
      'refund completed',
      'refund refund_processing',
      'refund refunded',
    ],
  )
  assert.equal((await query(id, '?order_id=another')).external, null)
  assert.equal((await query(id, `?order_id=${external_history[0].order_id}`)).external.status, 'refunded')
})

test('an order of another tenant is not read, where both have an account at one bank', async () => {
  const { order_id } = (await history(await shop.sell())).external_history[0]
  const token = await shop.vezne.token('admin', 'tenant-demo')
  const asNeighbour = (method: string, path: string, body?: object) => {
    const headers = { 'x-external-merchant-id': 'M-1001' }
    return shop.vezne.request('cards', method, `/api/v1/payments${path}`, { token, headers, ...(body && { body }) })
  }
  const own = (await asNeighbour('POST', '', paymentBody())).body.transaction_id
  for (const what of ['query', 'history'])
    assertProblem(await asNeighbour('GET', `/${own}/${what}?order_id=${order_id}`), 'payment_not_found')
})

test('a refund is part of its payment at the bank: it has no query of its own', async () => {
  const id = await shop.sell()
  const { refund_id } = (await shop.follow(id, 'refund', { amount: 1 })).body.extra_properties
  const { internal, external, external_query_available } = await query(refund_id)
  assert.deepEqual([internal.operation_type, external, external_query_available], ['refund', null, false])
  for (const kind of ['capture', 'void', 'refund'] as const)
    assert.match((await shop.follow(refund_id, kind)).body.code, /^payment_not_/)
})

test('the trace of a refund contains only that refund, the trace of the payment everything', async () => {
  const paid = await shop.call('POST', '/payments', {
    amount: { amount: 500, currency: 'TRY' },
    installment: 1,
    card: { holder_name: 'TEST', number: '4546711234567894', expire_month: '12', expire_year: '2030', cvv: '000' },
  })
  const id = paid.body.transaction_id
  const refunded = await shop.follow(id, 'refund', { amount: 100 })
  const traceOf = async (correlation: string | undefined) => (await shop.call('GET', `/Trace/${correlation}`)).body.data
  const own = await traceOf(refunded.headers['x-correlation-id'])
  assert.deepEqual(own.summary.transactionIds, [id])
  assert.deepEqual(
    own.events.map((event: { source: string; title: string }) => `${event.source} ${event.title}`).sort(),
    [
      'ApiRequest POST simbank://refund',
      `PaymentRequest POST /api/v1/payments/${id}/refund`,
      'TransactionHistory completed to refund_processing',
      'TransactionHistory refund_processing to completed',
    ],
  )
  const whole = await traceOf(paid.headers['x-correlation-id'])
  assert.equal(whole.summary.transactionHistoryCount, 5)
})
test('events match the catalogue, with the amount of their step', async () => {
  const schemas = new Ajv({ strict: false })
  addFormats.default(schemas)
  const id = await shop.authorize()
  await shop.follow(id, 'capture', { amount: 9_000 })
  const { refund_id } = (await shop.follow(id, 'refund', { amount: 1_000 })).body.extra_properties
  const voided = await shop.sell()
  await shop.follow(voided, 'void')
  const bodies = (
    await shop.rows('select body from events where resource_id = any($1::uuid[]) order by resource_id, sequence', [
      [id, voided],
    ])
  ).map((row) => JSON.parse(row.body))
  for (const { type, data } of bodies) {
    const check = schemas.compile(EVENT_CATALOGUE[type as EventType].payload)
    assert.ok(check(data), `${type} ${JSON.stringify(check.errors)}`)
  }
  const told = bodies.map(({ type, data }) => [type, data.status, data.amount, data.sequence, data.transaction_id])
  assert.deepEqual(told, [
    ['payment.authorized', 'authorized', 15_000, 1, id],
    ['capture.completed', 'completed', 9_000, 2, id],
    ['refund.completed', 'completed', 1_000, 3, id],
    ['payment.completed', 'completed', 15_000, 1, voided],
    ['void.completed', 'canceled', 15_000, 2, voided],
  ])
  const refund = bodies[2].data
  assert.deepEqual([refund.refund_id, refund.auth_code, refund.error_code], [refund_id, null, null])
  assert.notEqual(refund.provider_transaction_id, bodies[0].data.provider_transaction_id)
  const capture = bodies[1].data
  assert.ok(capture.provider_transaction_id && capture.auth_code && capture.masked_card_number && capture.card_brand)
})
