/** A shop charges a card: outcomes by test card, stored rows and events of each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { CARDS, paymentBody } from '../support/payments.ts'
import { useVezne } from '../support/vezne.ts'

let token: string
const MERCHANT = { 'x-external-merchant-id': 'M-1001' }
const vezne = useVezne()
before(async () => {
  token = await vezne.token('admin')
})

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
const pay = (body: any, headers: Record<string, string> = {}) =>
  vezne.request('cards', 'POST', '/api/v1/payments', { token, body, headers: { ...MERCHANT, ...headers } })
const read = async (id: string) => (await vezne.request('cards', 'GET', `/api/v1/payments/${id}`, { token })).body
const typesOf = async (id: string): Promise<string[]> => {
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ type: string }>('select type from events where resource_id = $1 order by sequence', [id]),
  )
  return rows.map((row) => row.type)
}

test('a sale is completed, published, logged and booked', async () => {
  const answer = await pay(paymentBody({ external_id: 'ORDER-1', basket_id: 'B-1' }))
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'completed')
  assert.equal(answer.body.is_success, true)
  assert.equal(answer.body.extra_properties.external_id, 'ORDER-1')
  const id = answer.body.transaction_id
  assert.equal(answer.body.extra_properties.provider_transaction_id, `SIM-${id.replaceAll('-', '').slice(0, 20)}`)
  assert.deepEqual(await typesOf(id), ['payment.completed'])
  const status = await read(id)
  assert.equal(status.amount, 15_000)
  assert.equal(status.is_3d_secure, false)
  const journal = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select kind, amount, debit_account, credit_account from journal where payment_id = $1', [id]),
  )
  assert.equal(journal.length, 1)
  const logs = await vezne.request('cards', 'GET', `/api/v1/api-request-logs?transaction_id=${id}`, { token })
  assert.equal(logs.body.total_count, 1)
  assert.ok(!logs.text.includes(CARDS.success), 'the card number is masked')
})

test('a pre-authorization blocks the amount and books nothing yet', async () => {
  const answer = await pay(paymentBody({ operation_type: 'PRE_AUTH' }))
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.status, 'authorized')
  assert.deepEqual(await typesOf(answer.body.transaction_id), ['payment.authorized'])
  const journal = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query('select 1 from journal where payment_id = $1', [answer.body.transaction_id]),
  )
  assert.equal(journal.length, 0)
})

const DECLINES: [card: string, bank: string, stored: string][] = [
  [CARDS.declined, '05', 'do_not_honor'],
  [CARDS.insufficient, '51', 'insufficient_funds'],
  ['5401010000000011', '14', 'invalid_card'],
  ['5555555555554444', '61', 'limit_exceeded'],
  ['4012888888881881', '59', 'fraud_suspected'],
  ['5106060000000063', '54', 'card_expired'],
  [CARDS.threeDRequired, '1A', 'three_ds_required'],
]
for (const [number, bank, stored] of DECLINES)
  test(`declined with ${bank}: 422 to the caller, ${stored} stored`, async () => {
    const answer = await pay(paymentBody({ card: { number } }))
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.code, 'bank_declined')
    assert.equal(answer.body.provider_error_code, bank)
    const status = await read(answer.body.transaction_id)
    assert.equal(status.status, 'failed')
    assert.equal(status.error_code, stored)
    assert.equal(status.provider_error_code, bank)
    assert.deepEqual(await typesOf(answer.body.transaction_id), ['payment.failed'])
  })

test('a wrong card code is declined with 82', async () => {
  const answer = await pay(paymentBody({ card: { cvv: '999' } }))
  assert.equal(answer.status, 422)
  assert.equal(answer.body.provider_error_code, '82')
})

test('a fault of the bank tries the fallback, then returns 503 with the payment', async () => {
  const answer = await pay(paymentBody({ card: { number: CARDS.gatewayError } }))
  assert.equal(answer.status, 503, answer.text)
  assert.equal(answer.body.code, 'connector_unavailable')
  assert.match(answer.body.detail, /This payment has failed.*with a new Idempotency-Key/)
  const id = answer.body.transaction_id
  assert.equal((await read(id)).error_code, 'bank_system_error')
  const logs = await vezne.request('cards', 'GET', `/api/v1/api-request-logs?transaction_id=${id}`, { token })
  assert.equal(logs.body.total_count, 2, 'target and fallback were called')
  const configurations = new Set(
    logs.body.items.map((item: { connector_configuration_id: string }) => item.connector_configuration_id),
  )
  assert.equal(configurations.size, 2)
})

test('no response from the bank is 202 pending; the inquiry resolves it after the lateness window', async () => {
  const key = { 'idempotency-key': 'timeout-1' }
  const answer = await pay(paymentBody({ card: { number: CARDS.timeout } }), key)
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.body.status, 'pending')
  const id = answer.body.transaction_id
  const repeat = await pay(paymentBody({ card: { number: CARDS.timeout } }), key)
  assert.equal(repeat.status, 202)
  assert.equal(repeat.body.transaction_id, id)
  assert.equal(repeat.headers['idempotent-replayed'], undefined, 'it is no final answer')
  await vezne.moveClock(3_000)
  await until(async () => (await logsOf(id)) >= 2) // asked once, nothing concluded
  assert.equal((await read(id)).status, 'pending')
  await vezne.moveClock(120_000)
  await until(async () => (await read(id)).status === 'failed')
  assert.equal((await read(id)).error_code, 'bank_timeout')
  assert.deepEqual(await typesOf(id), ['payment.failed'])
  const final = await pay(paymentBody({ card: { number: CARDS.timeout } }), key)
  assert.equal(final.status, 422)
  assert.equal(final.body.code, 'payment_failed')
  assert.equal(final.body.transaction_id, id)
})

test('fraud: block and challenge fail without a call to the bank', async () => {
  const cases: [email: string, code: string, stored: string, events: string[]][] = [
    ['block@demo.example', 'fraud_blocked', 'failed', ['payment.failed']],
    ['challenge@demo.example', 'three_ds_required', 'failed', ['payment.failed']],
  ]
  for (const [email, code, stored, events] of cases) {
    const key = { 'idempotency-key': `fraud-${code}` }
    const answer = await pay(paymentBody({ buyer: { email } }), key)
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.code, code)
    const id = answer.body.transaction_id
    assert.equal((await read(id)).status, stored)
    assert.deepEqual(await typesOf(id), events)
    assert.equal(await logsOf(id), 0, 'the bank heard nothing')
    const repeat = await pay(paymentBody({ buyer: { email } }), key)
    assert.equal(repeat.headers['idempotent-replayed'], 'true')
    assert.equal(repeat.body.transaction_id, id)
    assert.equal(repeat.body.code, code)
  }
})

test('rules beyond the schema refuse with a code of their own and store nothing', async () => {
  const before = await countPayments()
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  const cases: [body: any, code: string][] = [
    [paymentBody({ amount: { amount: 99, currency: 'TRY' } }), 'invalid_amount'],
    [paymentBody({ amount: { amount: -1, currency: 'TRY' } }), 'invalid_amount'],
    [paymentBody({ amount: { amount: 15_000, currency: 'XXX' } }), 'invalid_currency'],
    [paymentBody({ card: { number: '4546711234567895' } }), 'invalid_card_number'],
    [paymentBody({ card: { number: '454671123456780' } }), 'invalid_card_number'],
    [paymentBody({ card: { expire_year: '2020' } }), 'invalid_card_expiry'],
    [paymentBody({ card: { cvv: '0000' } }), 'invalid_cvv'],
    [paymentBody({ card: { number: CARDS.amex, cvv: '000' } }), 'invalid_cvv'],
    [paymentBody({ card: { holder_name: '12 34' } }), 'invalid_card_holder'],
    [paymentBody({ installment: 3, card: { number: CARDS.debit } }), 'invalid_installment'],
    [paymentBody({ installment: 3, card: { number: CARDS.foreign } }), 'invalid_installment'],
    [paymentBody({ installment: 3, amount: { amount: 299, currency: 'TRY' } }), 'invalid_installment'],
    [paymentBody({ description: `card ${CARDS.success}` }), 'bad_request'],
  ]
  for (const [body, code] of cases) {
    const answer = await pay(body)
    assert.equal(answer.body.code, code, `${JSON.stringify(body)} ${answer.text}`)
    assert.equal(answer.body.transaction_id, undefined)
  }
  assert.equal(await countPayments(), before)
})

test('the breaker opens after three faults in a row and then nothing is stored', async () => {
  // Only one configuration, so that the fallback's breaker is not involved.
  const only = { extra_properties: { connector_configuration_id: '00000000-0000-4000-8000-000000000032' } }
  for (let n = 0; n < 3; n++)
    assert.equal((await pay(paymentBody({ card: { number: CARDS.trippingGateway }, ...only }))).status, 503)
  const before = await countPayments()
  const refused = await pay(paymentBody(only))
  assert.equal(refused.status, 503)
  assert.equal(refused.body.code, 'connector_unavailable')
  assert.equal(refused.body.transaction_id, undefined)
  assert.equal(await countPayments(), before)
})

test('the trace contains every event of the payment', async () => {
  const answer = await pay(paymentBody({ external_id: 'TRACED' }))
  const correlation = answer.headers['x-correlation-id'] as string
  const trace = await vezne.request('cards', 'GET', `/api/v1/trace/${correlation.toUpperCase()}`, { token })
  assert.equal(trace.status, 200, trace.text)
  const sources = trace.body.data.events.map((event: { source: string }) => event.source)
  for (const source of ['PaymentRequest', 'ApiRequest', 'TransactionHistory'])
    assert.ok(sources.includes(source), source)
  assert.deepEqual(trace.body.data.summary.transactionIds, [answer.body.transaction_id])
  assert.ok(!trace.text.includes(CARDS.success))
  assert.equal(
    (await vezne.request('cards', 'GET', '/api/v1/Trace/00000000-0000-4000-8000-0000000000aa', { token })).status,
    404,
  )
})

const logsOf = async (id: string): Promise<number> =>
  (await vezne.request('cards', 'GET', `/api/v1/api-request-logs?transaction_id=${id}`, { token })).body.total_count
const countPayments = async (): Promise<number> =>
  (await vezne.request('cards', 'GET', '/api/v1/transactions', { token })).body.total_count

/** Waits for what happens in the background; the bound only ends a broken run. */
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 400; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  assert.fail('it never happened')
}

test('a plan with a daily number of payments refuses the next one until midnight in Istanbul', async () => {
  const other = await vezne.token('admin', 'tenant-other')
  const pays = () => vezne.request('cards', 'POST', '/api/v1/payments', { token: other, body: paymentBody() })
  await vezne.runtime.db.transaction({ of: [] }, (tx) =>
    tx.execute("update plans set daily_transaction_limit = 2 where code = 'sandbox'"),
  )
  vezne.runtime.notifications.publish('plans')
  try {
    const statuses = [(await pays()).status, (await pays()).status]
    assert.deepEqual(statuses, [200, 200])
    assert.equal((await pays()).body.code, 'daily_limit_exceeded')
    await vezne.moveClock(24 * 3_600_000)
    assert.equal((await pays()).status, 200)
  } finally {
    await vezne.runtime.db.transaction({ of: [] }, (tx) =>
      tx.execute("update plans set daily_transaction_limit = 0 where code = 'sandbox'"),
    )
    vezne.runtime.notifications.publish('plans')
  }
})

test('a card is good until its month ends in Istanbul', async () => {
  const nowMs = vezne.runtime.clock.ms()
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('Europe/Istanbul')
  const end = today.with({ day: 1 }).startOfDay().add({ months: 1 })
  const card = { expire_month: String(today.month).padStart(2, '0'), expire_year: String(today.year) }
  const pays = () => pay(paymentBody({ card }))
  assert.equal((await pays()).status, 200)
  await vezne.moveClock(end.epochMilliseconds - nowMs)
  assert.equal((await pays()).body.code, 'invalid_card_expiry')
})
