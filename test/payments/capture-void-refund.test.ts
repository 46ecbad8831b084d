/** Captures, voids and refunds over HTTP: responses, stored rows, bookings and events. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProblemCode } from '../../src/core/error-codes.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const shop = useShop()

const journalOf = async (id: string): Promise<[string, string, string, number][]> =>
  (
    await shop.rows(
      'select kind, debit_account, credit_account, amount from journal where payment_id = $1 order by created, kind',
      [id],
    )
  ).map((row) => [row.kind, row.debit_account.split(':')[0], row.credit_account.split(':')[0], row.amount])

test('a partial capture: completed, the rest released, booked and published', async () => {
  const id = await shop.authorize()
  const answer = await shop.follow(id, 'capture', { amount: 10_000, reason: 'shipped' })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'completed')
  assert.equal(answer.body.transaction_id, id)
  const { captured_amount, released_amount, provider_transaction_id, auth_code } = answer.body.extra_properties
  assert.deepEqual([captured_amount, released_amount], ['10000', '5000'])
  assert.ok(provider_transaction_id && auth_code)
  assert.deepEqual(await shop.states(id), ['created', 'processing', 'authorized', 'capture_processing', 'completed'])
  assert.deepEqual(await shop.events(id), ['payment.authorized', 'capture.completed'])
  assert.deepEqual(await journalOf(id), [['capture', 'bank', 'merchant', 10_000]])
})

test('a void of an authorization books nothing, one of a sale reverses the booking', async () => {
  const authorized = await shop.authorize()
  const sold = await shop.sell()
  for (const id of [authorized, sold]) {
    const answer = await shop.follow(id, 'void')
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.status, 'voided')
    assert.equal((await shop.read(id)).status, 'canceled')
  }
  assert.deepEqual(await shop.events(sold), ['payment.completed', 'void.completed'])
  assert.deepEqual(await journalOf(authorized), [])
  assert.deepEqual(await journalOf(sold), [
    ['sale', 'bank', 'merchant', 15_000],
    ['void', 'merchant', 'bank', 15_000],
  ])
})

test('partial refunds, then the rest: each a child transaction, the parent refunded at the end', async () => {
  const id = await shop.sell()
  const first = await shop.follow(id, 'refund', { amount: { amount: 4_000, currency: 'try' }, reason_code: 'fraud' })
  assert.equal(first.status, 200, first.text)
  assert.equal(first.body.status, 'partially_refunded')
  const keys = first.body.extra_properties
  assert.deepEqual(
    [keys.refund_amount, keys.remaining_refundable, keys.refunded_amount, keys.original_transaction_id],
    ['4000', '11000', '4000', id],
  )
  const child = await shop.read(keys.refund_id)
  assert.deepEqual(
    [child.parent_transaction_id, child.operation_type, child.status, child.amount],
    [id, 'refund', 'completed', 4_000],
  )
  assert.equal((await shop.read(id)).status, 'completed')
  const rest = await shop.follow(id, 'refund')
  assert.equal(rest.body.status, 'refunded')
  assert.equal(rest.body.extra_properties.refund_amount, '11000')
  assert.equal((await shop.read(id)).status, 'refunded')
  assert.deepEqual(await shop.events(id), ['payment.completed', 'refund.completed', 'refund.completed'])
  assert.deepEqual(await journalOf(id), [
    ['sale', 'bank', 'merchant', 15_000],
    ['refund', 'merchant', 'bank', 4_000],
    ['refund', 'merchant', 'bank', 11_000],
  ])
})

test('the short forms do the same; the payment is named in the body', async () => {
  const authorized = await shop.authorize()
  const captured = await shop.call('POST', '/capture', { transaction_id: authorized, amount: 15_000, currency: 'TRY' })
  assert.equal(captured.body.status, 'completed', captured.text)
  const refunded = await shop.call('POST', '/refund', { transaction_id: authorized, amount: 1 })
  assert.equal(refunded.body.status, 'partially_refunded', refunded.text)
  const voided = await shop.call('POST', '/void', { transaction_id: await shop.sell() })
  assert.equal(voided.body.status, 'voided', voided.text)
  for (const path of ['/capture', '/refund', '/void']) {
    const answer = await shop.call('POST', path, {})
    assertProblem(answer, 'bad_request', /transaction_id/, 'transaction_id required')
  }
})

test('contradictory input is 400', async () => {
  const id = await shop.sell()
  const other = await shop.sell()
  const cases: [body: unknown, field: string][] = [
    [{ transaction_id: other }, 'transaction_id mismatch'],
    [{ amount: { amount: 100, currency: 'TRY' }, currency: 'USD' }, 'currency mismatch'],
    [{ amount: '100' }, 'amount invalid_type'],
    [{ amount: 1.5 }, 'amount invalid_type'],
    [{ reason_code: 'because' }, 'reason_code unknown_value'],
    [{ ammount: 100 }, 'ammount unknown_value'],
  ]
  for (const [body, field] of cases) assertProblem(await shop.follow(id, 'refund', body), 'bad_request', /./, field)
  assert.equal((await shop.read(id)).status, 'completed')
})

const REFUSED: [kind: 'capture' | 'void' | 'refund', code: string, stored: string, back: string][] = [
  ['capture', '05', 'capture_failed', 'authorized'],
  ['void', '05', 'void_failed', 'completed'],
  ['refund', '51', 'refund_failed', 'completed'],
]
for (const [kind, simulate, stored, back] of REFUSED)
  test(`a ${kind} the bank refuses with ${simulate}: 422 and the payment unchanged, the try in its history`, async () => {
    const id = await (kind === 'capture' ? shop.authorize() : shop.sell())
    const before = await shop.events(id)
    const answer = await shop.follow(id, kind, { extra_properties: { simulate } }, `refused-${kind}`)
    const body = assertProblem(answer, 'bank_declined')
    assert.deepEqual([body.provider_error_code, body.transaction_id], [simulate, id])
    assert.equal((await shop.read(id)).status, back)
    assert.deepEqual(await shop.events(id), before)
    const histories = (await shop.call('GET', `/transactions/${id}/histories`)).body
    assert.deepEqual([histories.at(-1).new_status, histories.at(-1).error_code], [back, stored])
    if (kind === 'refund') {
      const [child] = await shop.rows('select status, error_code from payments where parent_id = $1', [id])
      assert.deepEqual(child, { status: 'failed', error_code: 'refund_failed' })
    }
    const repeat = await shop.follow(id, kind, { extra_properties: { simulate } }, `refused-${kind}`)
    assert.deepEqual({ ...repeat.body, correlation_id: body.correlation_id }, body)
    assert.equal(repeat.headers['idempotent-replayed'], 'true')
    assert.equal((await shop.follow(id, kind)).status, 200, 'another try may succeed')
  })

const FAULTS: [simulate: string, first: ProblemCode, repeated: ProblemCode][] = [
  ['96', 'connector_unavailable', 'payment_failed'],
  ['91', 'connector_unavailable', 'payment_failed'],
  ['58', 'config_error', 'config_error'],
  ['ZZ', 'bank_declined', 'bank_declined'],
]
for (const [simulate, first, repeated] of FAULTS)
  test(`a bank that responds ${simulate}: ${first}, a repeat gets ${repeated}`, async () => {
    const id = await shop.sell()
    const body = { extra_properties: { simulate } }
    assertProblem(await shop.follow(id, 'refund', body, `fault-${simulate}`), first)
    const repeat = await shop.follow(id, 'refund', body, `fault-${simulate}`)
    assert.deepEqual([repeat.body.code, repeat.status], [repeated, 422])
    assert.equal((await shop.read(id)).status, 'completed')
  })

for (const kind of ['capture', 'void', 'refund'] as const)
  test(`a ${kind} without a response: 202 pending, the inquiry resolves it and publishes the event`, async () => {
    const id = await (kind === 'capture' ? shop.authorize() : shop.sell())
    const body = { extra_properties: { simulate: '99' } }
    const answer = await shop.follow(id, kind, body, `silent-${kind}`)
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.body.status, 'pending')
    const repeat = await shop.follow(id, kind, body, `silent-${kind}`)
    assert.equal(repeat.status, 202)
    assert.equal(repeat.headers['idempotent-replayed'], undefined)
    await shop.vezne.moveClock(3_000)
    await until('the event', async () => (await shop.events(id)).includes(`${kind}.completed`))
    const final = await shop.follow(id, kind, body, `silent-${kind}`)
    assert.equal(final.status, 200, final.text)
    assert.equal((await shop.follow(id, kind, body, `silent-${kind}`)).text, final.text)
    const own = kind === 'refund' ? final.body.extra_properties.refund_id : id
    const logs = await shop.call('GET', `/api-request-logs?transaction_id=${own}`)
    assert.equal(logs.body.total_count, kind === 'refund' ? 2 : 3, 'the follow-up, one inquiry, and the payment itself')
  })

test('access: another merchant and another tenant find no payment, a merchant user may only capture', async () => {
  const { vezne } = shop
  const demo = async (client: string, path: string, realm = 'tenant-demo') =>
    vezne.request('cards', 'POST', `/api/v1${path}`, { token: await vezne.token(client, realm) })
  const made = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await vezne.token('admin'),
    headers: { 'x-external-merchant-id': 'M-1002' },
    body: paymentBody(),
  })
  const id = made.body.transaction_id
  assertProblem(await demo('m1', `/payments/${id}/refund`), 'payment_not_found')
  assertProblem(await demo('admin', `/payments/${id}/refund`, 'tenant-other'), 'payment_not_found')
  assertProblem(await demo('m1user', `/payments/${id}/refund`), 'forbidden')
  assertProblem(await demo('m1user', `/payments/${id}/void`), 'forbidden')
  assertProblem(await demo('m1user', `/payments/${id}/capture`), 'payment_not_found')
  assert.equal((await demo('pos', `/payments/${id}/refund`)).status, 200)
})

test('a configuration without refunds, and an unavailable bank', async () => {
  const id = await shop.sell()
  const [row] = await shop.rows('select configuration_id, tenant_id from payments where id = $1', [id])
  const set = async (value: string): Promise<void> => {
    await shop.own(
      `update connector_configurations set extra_properties = extra_properties || $2::jsonb where id = $1`,
      [row.configuration_id, JSON.stringify({ supports_refund: value })],
    )
    shop.vezne.runtime.notifications.publish('connectors', row.tenant_id)
  }
  await set('false')
  await until('it is known', async () => (await shop.follow(id, 'refund', { amount: 1 })).status === 422)
  assertProblem(await shop.follow(id, 'refund', { amount: 1 }), 'refund_not_supported')
  await set('true')
  await until('it is known', async () => (await shop.follow(id, 'refund', { amount: 1 })).status === 200)
})
