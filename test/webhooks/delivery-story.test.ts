/** A shop takes a payment and receives its event; its log is read and an event replayed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { EVENT_CATALOGUE, type EventType } from '../../src/webhooks/events/event-catalogue.ts'
import { HOOKS, isBy, openHookShop } from '../support/hook-shop.ts'
import type { Sent } from '../support/http.ts'
import { assertBetween } from '../support/moments.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { use } from '../support/use.ts'

const HOUR_MS = 3_600_000
const shop = use(() => openHookShop({ limits: 'plan' }))

const schemas = new Ajv({ strict: false })
addFormats.default(schemas)
const PAYMENTS: [type: EventType, change: object][] = [
  ['payment.completed', {}],
  ['payment.failed', { card: { number: CARDS.insufficient } }],
  ['payment.authorized', { operation_type: 'pre_auth' }],
]
for (const [type, change] of PAYMENTS) {
  test(`${type}: one event, its payload as published, sent as soon as it is committed`, async () => {
    const { id, secret } = await shop.subscribe()
    const got = await shop.next(() => shop.pay(change))
    assert.equal(got.headers['x-service-event'], type)
    assert.ok(isBy(secret, got))
    const event = JSON.parse(got.body.toString())
    assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'data'])
    const validate = schemas.compile(JSON.parse(JSON.stringify(EVENT_CATALOGUE[type].payload)))
    assert.ok(validate(event.data), JSON.stringify(validate.errors))
    assert.equal(event.data.sequence, 1)
    assert.ok(!got.body.includes(CARDS.success) && !got.body.includes(CARDS.insufficient))
    const page = await shop.logUntil(id, 1)
    assert.equal(page.total_count, 1)
    await shop.call('DELETE', `${HOOKS}/${id}`)
  })
}

test('the log shows each attempt as it was sent and answered, and filters', async () => {
  const { id, secret } = await shop.subscribe()
  const got = await shop.next(() => shop.pay())
  const { items } = await shop.logUntil(id, 1)
  const [row] = items
  const event = JSON.parse(got.body.toString())
  assert.deepEqual(
    { ...row, duration_ms: 0, request_payload: 0, response_payload: 0, created: 0, correlation_id: 0 },
    {
      id: got.headers['x-service-delivery-id'],
      subscription_id: id,
      event_id: event.id,
      transaction_id: event.data.transaction_id,
      resource_id: null,
      event_type: 'payment.completed',
      url: `${shop.target.origin}/hook`,
      http_status_code: 200,
      is_success: true,
      attempt_number: 1,
      retry_count: 0,
      max_retry_count: 5,
      duration_ms: 0,
      error_message: null,
      request_payload: 0,
      response_payload: 0,
      response_body: '"tamam"',
      next_retry_at: null,
      correlation_id: 0,
      created: 0,
    },
  )
  const sent = JSON.parse(row.request_payload)
  assert.equal(sent.body, got.body.toString())
  assert.equal(sent.headers['X-Service-Signature'], got.headers['x-service-signature'])
  assert.equal(JSON.parse(row.response_payload).body, '"tamam"')
  assert.match(row.created, /\+00:00$/)
  assert.ok(!JSON.stringify(items).includes(secret))
  for (const [query, count] of [
    ['?event_type=payment.completed', 1],
    ['?event_type=payment.failed', 0],
    ['?is_success=true', 1],
    ['?is_success=false', 0],
  ] as const)
    assert.equal((await shop.log(id, query)).total_count, count, query)
  assert.equal((await shop.call('GET', `${HOOKS}/${id}/deliveries?event_type=nothing`)).status, 400)
  await shop.call('DELETE', `${HOOKS}/${id}`)
})

test('a dead letter is replayed: same event and bytes, new delivery id, next attempt number, no retries', async () => {
  const { id } = await shop.subscribe({ max_retry_count: 0 })
  shop.answers.status = 500
  const first = await shop.next(() => shop.pay())
  const { items } = await shop.logUntil(id, 1)
  assert.deepEqual([items[0].is_success, items[0].next_retry_at], [false, null])
  const path = `${HOOKS}/deliveries/${items[0].id}/replay`
  const failed = await shop.next(async () => {
    const { status, body } = await shop.call('POST', path)
    assert.deepEqual([status, body], [200, { queued_attempt_number: 2, original_delivery_id: items[0].id }])
  })
  assert.deepEqual(
    (await shop.logUntil(id, 2)).items.map((row: { is_success: boolean }) => row.is_success),
    [false, false],
  )
  shop.answers.status = 200
  const replayed = await shop.next(() => shop.call('POST', path))
  for (const again of [failed, replayed]) {
    assert.equal(again.headers['x-service-event-id'], first.headers['x-service-event-id'])
    assert.equal(again.body.toString(), first.body.toString())
  }
  const [last] = (await shop.logUntil(id, 3)).items
  assert.deepEqual(
    [last.is_success, last.attempt_number, last.id],
    [true, 3, replayed.headers['x-service-delivery-id']],
  )
  await shop.call('POST', `${HOOKS}/${id}/deactivate`)
  const refused = await shop.call('POST', path)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  await shop.call('DELETE', `${HOOKS}/${id}`)
  assert.equal((await shop.call('POST', path)).status, 404)
})

test('one log of all subscriptions, an attempt by its id, and what was missed since a moment once more', async () => {
  const one = await shop.subscribe({ max_retry_count: 0, events: ['payment.completed'] })
  const two = await shop.subscribe({ max_retry_count: 0, events: ['payment.completed', 'payment.failed'] })
  const since = shop.vezne.runtime.clock.now().toISOString()
  shop.answers.status = 500
  for (const number of [CARDS.success, CARDS.success, CARDS.insufficient]) await shop.pay({ card: { number } })
  await shop.logUntil(one.id, 2)
  const { items } = await shop.logUntil(two.id, 3)
  const all = async (query = '') => (await shop.call('GET', `${HOOKS}/deliveries?start_date=${since}&${query}`)).body
  const paid = items.find((row: { event_type: string }) => row.event_type === 'payment.completed')
  for (const [query, count] of [
    ['', 5],
    [`subscription_id=${two.id}`, 3],
    [`transaction_id=${paid.transaction_id}`, 2],
    [`transaction_id=${paid.transaction_id}&subscription_id=${one.id}&is_success=false`, 1],
    ['event_type=payment.failed', 1],
    ['event_type=payment.failed,payment.completed&page_size=100', 5],
    ['is_success=true', 0],
    ['end_date=2020-01-01T00:00:00Z&start_date=2019-01-01T00:00:00Z', 0],
  ] as const) {
    const page = await all(query)
    assert.deepEqual([page.total_count, page.items.length], [count, count], query)
  }
  const [first, second] = [await all('page_size=2'), await all('page_size=2&page=2')]
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, ids.toSorted().reverse())
  assert.deepEqual((await shop.call('GET', `${HOOKS}/deliveries/${paid.id}`)).body, {
    ...paid,
    subscription_id: two.id,
  })
  assert.equal((await shop.call('GET', `${HOOKS}/deliveries/${two.id}`)).status, 404)
  const reversed = await shop.call('GET', `${HOOKS}/deliveries?start_date=${since}&end_date=2020-01-01T00:00:00Z`)
  assert.equal(reversed.body.code, 'validation_failed')

  const replay = (id: string, body: object) => shop.call('POST', `${HOOKS}/${id}/replay`, { body: { since, ...body } })
  assert.equal((await replay(one.id, { until: '2020-01-01T00:00:00Z' })).body.code, 'validation_failed')
  assert.deepEqual((await replay(two.id, { event_types: ['payment.failed'] })).body, {
    queued: 1,
    skipped: 0,
    next_after: null,
  })
  await shop.logUntil(two.id, 4)
  const after = async (id: string) => (await replay(two.id, { after: id })).body
  const nothing = { queued: 0, skipped: 0, next_after: null }
  assert.deepEqual(await after(items[0].id), nothing, 'what failed again on being replayed is not missed once more')
  assert.deepEqual(await after('FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'), nothing, 'nothing is behind the last id')
  shop.answers.status = 200
  // Of three missed events one waits no more for anybody, if it was received by now: the rest goes out, oldest first.
  const before = shop.target.received.length
  assert.deepEqual((await replay(one.id, {})).body, { queued: 2, skipped: 0, next_after: null })
  const again = (await shop.target.until(before + 2)).slice(before).map(({ headers }) => headers['x-service-event-id'])
  await shop.logUntil(one.id, 4)
  assert.equal(new Set(again).size, 2)
  assert.deepEqual((await replay(one.id, {})).body, { queued: 0, skipped: 2, next_after: null }, 'received by now')
  assert.deepEqual((await replay(one.id, { which: 'all' })).body, { queued: 2, skipped: 0, next_after: null })
  await shop.logUntil(one.id, 6)
  for (const { id } of [one, two]) await shop.call('DELETE', `${HOOKS}/${id}`)
  assert.equal((await replay(one.id, {})).status, 404)
})

test('a replay while a retry still waits is a conflict; the clock moved, the retry goes out', async () => {
  const { id } = await shop.subscribe()
  shop.answers.status = 503
  await shop.next(() => shop.pay())
  const { items } = await shop.logUntil(id, 1)
  assert.notEqual(items[0].next_retry_at, null)
  const refused = await shop.call('POST', `${HOOKS}/deliveries/${items[0].id}/replay`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict'])
  const retrying = async () => (await shop.log(id, '?is_retrying=true')).items.map((row: { id: string }) => row.id)
  const others = async () => (await shop.log(id, '?is_retrying=false')).total_count
  assert.deepEqual([await retrying(), await others()], [[items[0].id], 0])
  shop.answers.status = 200
  const begun = Date.now()
  const retried = await shop.next(() => shop.vezne.moveClock(2 * 60_000))
  // Real time, moved or not.
  assertBetween(Number(retried.headers['x-service-timestamp']) * 1_000, begun - 1_000, Date.now())
  const [row] = (await shop.logUntil(id, 2)).items
  assert.deepEqual([row.attempt_number, row.retry_count, row.is_success], [2, 1, true])
  assert.deepEqual([await retrying(), await others()], [[], 2])
  await shop.call('DELETE', `${HOOKS}/${id}`)
})

test('switched off, what waits is dropped', async () => {
  const { id } = await shop.subscribe()
  shop.answers.status = 500
  await shop.next(() => shop.pay())
  await shop.logUntil(id, 1)
  assert.equal((await shop.log(id, '?is_retrying=true')).total_count, 1)
  await shop.call('POST', `${HOOKS}/${id}/deactivate`)
  assert.equal((await shop.log(id, '?is_retrying=true')).total_count, 0)
  await shop.pay()
  await shop.call('POST', `${HOOKS}/${id}/activate`)
  shop.answers.status = 200
  await shop.vezne.moveClock(48 * HOUR_MS)
  const got = await shop.next(() => shop.pay({ external_id: 'after' }))
  assert.equal(got.headers['x-service-event'], 'payment.completed')
  const { items } = await shop.logUntil(id, 2)
  assert.deepEqual(
    items.map((row: { attempt_number: number }) => row.attempt_number),
    [1, 1],
  )
  await shop.call('DELETE', `${HOOKS}/${id}`)
})

test('deliveries take nothing from the request limit and go on when it is used up', async () => {
  const demo = async (method: string, path: string, sent: Sent = {}) =>
    shop.vezne.request('cards', method, path, { token: await shop.vezne.token('admin', 'tenant-demo'), ...sent })
  const made = await demo('POST', HOOKS, { body: { url: `${shop.target.origin}/demo`, events: ['*'] } })
  const got = await shop.next(async () => {
    await demo('POST', '/api/v1/payments', { body: paymentBody(), headers: { 'x-external-merchant-id': 'M-1001' } })
    for (let status = 200; status !== 429; ) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => demo('GET', HOOKS)))
      status = answers.at(-1)!.status
    }
  })
  assert.equal(got.path, '/demo')
  await shop.vezne.runtime.db.transaction({ of: '00000000-0000-4000-8000-000000000010' }, (tx) =>
    tx.execute('update webhook_subscriptions set is_active = false where id = $1', [made.body.id]),
  )
})
