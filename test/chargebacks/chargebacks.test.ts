/** The life of a chargeback over HTTP: opened, answered, won or lost; what it blocks, books, announces and shows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargebacksOf } from '../support/chargebacks.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'

const DAY_MS = 24 * 3_600_000
const shop = useShop()

const { sell, open, put, read, eventsOf, booked } = chargebacksOf(() => shop)

test('opened, disputed, lost: every member, events in the payment’s count, journal, fraud outcome, trace, audit log', async () => {
  const payment = await sell()
  const made = await open(payment, {
    amount: 500,
    currency: 'try',
    reason: 'not delivered',
    reason_code: '4855',
    bank_reference_no: 'CB-1',
    notes: 'first',
  })
  const { id, created, response_deadline, merchant_id, ...rest } = made
  assert.deepEqual(rest, {
    transaction_id: payment,
    amount: 500,
    currency: 'TRY',
    reason: 'not delivered',
    reason_code: '4855',
    bank_reference_no: 'CB-1',
    status: 'opened',
    resolved_at: null,
    merchant_response: null,
    notes: 'first',
    merchant_name: rest.merchant_name,
    masked_card_number: '454671******7894',
    transaction_amount: 1_500,
    deadline_alarm: null,
    awaits: null,
    asked_by: null,
    ended_by: null,
  })
  assert.ok(rest.merchant_name)
  assert.equal(Date.parse(response_deadline) - Date.parse(created), 7 * DAY_MS)
  assert.deepEqual(await read(id), made)

  assert.equal((await put(id, { status: 'disputed', merchant_response: 'signed for' })).status, 204)
  assert.deepEqual(await read(id), { ...made, status: 'disputed', merchant_response: 'signed for' })
  assert.equal((await put(id, { id, action: 'lose', notes: 'over' })).status, 204)
  const lost = await read(id)
  assert.deepEqual([lost.status, lost.merchant_response, lost.notes], ['lost', 'signed for', 'over'])
  assert.ok(lost.ended_by, 'one credential carries it through where the tenant has no four eyes')

  assert.deepEqual(await booked(payment), ['sale bank to merchant 1500', 'chargeback merchant to bank 500'])
  const [first, second, ...more] = await eventsOf(id)
  assert.equal(more.length, 0)
  const common = {
    transaction_id: payment,
    status: 'completed',
    amount: 500,
    currency: 'TRY',
    merchant_id,
    error_code: null,
  }
  for (const [event, type, sequence, chargeback_status] of [
    [first, 'chargeback.opened', 2, 'opened'],
    [second, 'chargeback.resolved', 3, 'lost'],
  ]) {
    assert.equal(event.type, type)
    const told = {
      ...common,
      sequence,
      chargeback_id: id,
      reason_code: '4855',
      due_date: response_deadline,
      chargeback_status,
    }
    assert.deepEqual({ ...event.data, ...told }, event.data)
    assert.ok(event.data.provider_transaction_id && event.data.auth_code && event.data.masked_card_number)
  }
  assert.equal(second.data.resolved_at, lost.resolved_at)
  assert.equal('resolved_at' in first.data, false)

  const fraud = await shop.vezne.token('admin', 'tenant-load')
  const logs = await shop.vezne.request('fraud', 'GET', '/api/v1/fraud/logs?page_size=100', { token: fraud })
  assert.equal(logs.body.items.find((log: { id: string }) => log.id === payment).outcome, 'charged_back')
  const [{ correlation_id }] = await shop.rows('select correlation_id from payments where id = $1', [payment])
  const trace = (await shop.call('GET', `/Trace/${correlation_id}`)).body.data.events
  assert.deepEqual(
    trace
      .filter((event: { source: string }) => event.source === 'Chargeback')
      .map((event: { title: string }) => event.title),
    ['opened', 'opened to disputed', 'disputed to lost'],
  )
  const audited = await shop.rows(
    `select operation from audit_log where kind = 'chargeback' and target_id = $1 order by seq`,
    [id],
  )
  assert.equal(audited.length, 3)
})

test('an open one blocks refund, void and a request to void; a capture never meets one; won frees them', async () => {
  const payment = await sell()
  const { id } = await open(payment, { amount: 100 })
  assertProblem(await shop.follow(payment, 'refund', { amount: 1 }), 'refund_not_allowed')
  assertProblem(await shop.follow(payment, 'void'), 'void_not_allowed')
  assertProblem(await shop.call('POST', '/cancellation-requests', { transaction_id: payment }), 'payment_not_voidable')
  assertProblem(await shop.call('POST', '/chargebacks', { transaction_id: payment, amount: 1 }), 'conflict')
  await put(id, { action: 'dispute' })
  assertProblem(await shop.follow(payment, 'refund', { amount: 1 }), 'refund_not_allowed')
  await put(id, { status: 'won' })
  assert.deepEqual(await booked(payment), ['sale bank to merchant 1500'])
  assert.equal((await shop.follow(payment, 'refund', { amount: 400 })).status, 200)
})

test('a lost part is refunded no more: the rest is, in sum with it at most what was paid', async () => {
  const payment = await sell()
  await put((await open(payment, { amount: 600 })).id, { status: 'lost' })
  assertProblem(await shop.follow(payment, 'void'), 'void_not_allowed')
  assertProblem(await shop.follow(payment, 'refund', { amount: 901 }), 'refund_exceeds_original')
  assertProblem(await shop.call('POST', '/chargebacks', { transaction_id: payment, amount: 901 }), 'validation_failed')
  const part = await shop.follow(payment, 'refund', { amount: 200 })
  assert.equal(part.body.extra_properties.remaining_refundable, '700')
  assert.equal((await shop.follow(payment, 'refund')).body.extra_properties.remaining_refundable, '0')
  assertProblem(await shop.follow(payment, 'refund'), 'payment_already_refunded')
  // The bank may claim what a refund gave back: it ends as the bank decides, and nothing is booked twice.
  await put((await open(payment, { amount: 900 })).id, { status: 'lost' })
  assert.equal(
    (await booked(payment)).filter((line) => line.startsWith('chargeback')).join(),
    'chargeback merchant to bank 600',
  )
})

test('what cannot be opened, and what cannot be told', async () => {
  const payment = await sell()
  const refund = (await shop.follow(payment, 'refund', { amount: 100 })).body.extra_properties.refund_id
  const authorized = await shop.authorize()
  const ask = (body: object) => shop.call('POST', '/chargebacks', { transaction_id: payment, amount: 1, ...body })
  assertProblem(await ask({ transaction_id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' }), 'payment_not_found')
  assertProblem(await ask({ transaction_id: refund }), 'invalid_state_transition')
  assertProblem(await ask({ transaction_id: authorized }), 'invalid_state_transition')
  assertProblem(await ask({ currency: 'USD' }), 'invalid_currency')
  assertProblem(await ask({ amount: 0 }), 'invalid_amount')
  assertProblem(await ask({ amount: 1_501 }), 'validation_failed')
  const { id } = await open(payment)
  assertProblem(await put(id, {}), 'bad_request')
  assertProblem(await put(id, { status: 'opened' }), 'bad_request')
  assertProblem(await put(id, { status: 'won', action: 'lose' }), 'bad_request')
  assertProblem(await put(id, { id: payment, status: 'won' }), 'bad_request')
  assertProblem(await put(payment, { status: 'won' }), 'resource_not_found')
  await put(id, { status: 'disputed' })
  assertProblem(await put(id, { status: 'disputed' }), 'invalid_state_transition')
})

test('lists: filters, pages, newest first; callers bound to a merchant see and end their own alone', async () => {
  const { vezne } = shop
  const at = async (key: string, method: string, path: string, body?: unknown, merchant = 'M-1001') =>
    vezne.request('cards', method, `/api/v1${path}`, {
      token: await vezne.token(key),
      headers: key.startsWith('m1') ? {} : { 'x-external-merchant-id': merchant },
      ...(body === undefined ? {} : { body }),
    })
  const ids: string[] = []
  for (const merchant of ['M-1001', 'M-1002', 'M-1001']) {
    const sold = await at('pos', 'POST', '/payments', paymentBody({ card: { expire_year: '2099' } }), merchant)
    assert.equal(sold.status, 200, sold.text)
    const made = await at(
      'pos',
      'POST',
      '/chargebacks',
      { transaction_id: sold.body.transaction_id, amount: 200 },
      merchant,
    )
    assert.equal(made.status, 201, made.text)
    ids.push(made.body.id)
  }
  const [one, foreign, two] = ids as [string, string, string]
  const list = async (key: string, query = '') => (await at(key, 'GET', `/chargebacks${query}`)).body
  const shown = async (key: string, query = '') => (await list(key, query)).items.map(({ id }: { id: string }) => id)
  assert.deepEqual(await shown('m1'), [two, one])
  assert.deepEqual(await shown('m1user'), [two, one])
  assert.deepEqual((await at('m1', 'GET', `/chargebacks/${foreign}`)).status, 404)
  assert.equal((await at('m1', 'PUT', `/chargebacks/${one}/status`, { status: 'won' })).status, 403)
  assertProblem(await at('pos', 'PUT', `/chargebacks/${foreign}/status`, { status: 'won' }), 'resource_not_found')
  assert.equal((await at('pos', 'PUT', `/chargebacks/${one}/status`, { status: 'won' })).status, 204)
  assert.deepEqual(await shown('m1', '?status=won'), [one])
  assert.deepEqual(await shown('m1', '?page_size=1&page=2'), [one])
  assert.equal((await list('m1', '?page_size=1')).total_pages, 2)
  const { transaction_id, created } = (await at('m1', 'GET', `/chargebacks/${two}`)).body
  assert.deepEqual(await shown('m1', `?transaction_id=${transaction_id}`), [two])
  assert.deepEqual(await shown('m1', `?start_date=${encodeURIComponent(created)}`), [two])
  assertProblem(
    await at('m1', 'GET', '/chargebacks?start_date=2026-01-02T00:00:00Z&end_date=2026-01-01T00:00:00Z'),
    'validation_failed',
  )
})
