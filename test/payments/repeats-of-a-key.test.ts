/** Repeats of a key: an unsent payment is retried, one key is one operation in both forms, and only a response returned before is a replay. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type BankProcess, startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import { newToken, tokenBody } from '../support/card-fields.ts'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const PATIENCE_MS = 15 * 60_000

const shop = useShop()
let bank: BankProcess
let extra_properties: { connector_configuration_id: string }
before(async () => {
  bank = await startBank({ port: shop.vezne.config.ports.bank })
  extra_properties = { connector_configuration_id: await shop.configurationOf(demo.code) }
})
after(async () => {
  await bank.stop()
})

const away = () => bank.stop()
const back = async () => {
  bank = await startBank({ port: shop.vezne.config.ports.bank, dataDir: bank.dataDir })
}
const pay = (key: string | undefined, change: object = {}) =>
  shop.call(
    'POST',
    '/payments',
    paymentBody({ extra_properties, ...change }),
    key === undefined ? {} : { 'idempotency-key': key },
  )
const isReplay = ({ headers }: Answer): boolean => headers['idempotent-replayed'] === 'true'
const stored = async (id: string) =>
  (
    await shop.rows(
      'select status, attempt_no, error_code, card_sealed is null as is_erased from payments where id = $1',
      [id],
    )
  )[0]
const operations = (id: string) =>
  shop.rows('select kind, status from payment_operations where payment_id = $1 order by id', [id])

test('an unavailable bank: 503 with nothing sent; repeats of the key retry the same payment, ten concurrent ones in one try', async () => {
  await away()
  const first = assertProblem(await pay('away'), 'connector_unavailable', /with the same Idempotency-Key/)
  const id = first.transaction_id
  assert.equal(first.error_code, 'bank_system_error')
  const again = await pay('away')
  assert.equal(assertProblem(again, 'connector_unavailable').transaction_id, id)
  assert.equal(isReplay(again), false)
  const open = (await shop.call('GET', `/payments/${id}`)).body
  assert.deepEqual([open.status, open.is_success, open.error_code], ['pending', false, null])
  assertProblem(await pay('away', { external_id: 'another body' }), 'idempotency_key_in_use')
  await back()
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay('away')))
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.transaction_id, body.status]),
    Array(10).fill([200, id, 'completed']),
  )
  assert.equal(answers.filter((each) => !isReplay(each)).length, 1)
  assert.equal(isReplay(await pay('away')), true)
  assert.deepEqual(await stored(id), { status: 'completed', attempt_no: 1, error_code: null, is_erased: true })
  assert.deepEqual(await shop.events(id), ['payment.completed'])
  assert.equal((await shop.rows('select 1 from journal where payment_id = $1', [id])).length, 1)
})

test('an unavailable bank, by card token: the same key goes on with the card behind it, and then it is gone', async () => {
  const token = await newToken(shop)
  const body = tokenBody(token, { extra_properties })
  const send = (key: string) => shop.call('POST', '/payments', body, { 'idempotency-key': key })
  await away()
  const { transaction_id: id } = assertProblem(await send('token-away'), 'connector_unavailable')
  await back()
  assertProblem(await send('another-key'), 'card_token_used')
  const answer = await send('token-away')
  assert.deepEqual([answer.status, answer.body.transaction_id], [200, id], answer.text)
  assert.equal((await shop.rows('select 1 from fields_sessions where card_sealed is not null', [])).length, 0)
  assert.equal(isReplay(await send('token-away')), true)
})

test('nothing was sent and no repeat comes: it fails after a quarter of an hour, and without a key at once', async () => {
  await away()
  const { transaction_id: id } = assertProblem(await pay('forgotten'), 'connector_unavailable')
  const { transaction_id: keyless } = assertProblem(await pay(undefined), 'connector_unavailable')
  await back()
  assert.deepEqual(await shop.events(keyless), ['payment.failed'])
  await shop.vezne.moveClock(PATIENCE_MS + 1_000)
  await until('it has failed', async () => (await stored(id)).status === 'failed')
  assert.deepEqual(await stored(id), {
    status: 'failed',
    attempt_no: 1,
    error_code: 'bank_system_error',
    is_erased: true,
  })
  assert.deepEqual(await shop.events(id), ['payment.failed'])
  const final = await pay('forgotten')
  assert.equal(assertProblem(final, 'payment_failed').error_code, 'bank_system_error')
  assert.equal(isReplay(final), false, 'given for the first time')
  assert.equal(isReplay(await pay('forgotten')), true)
})

test('unsent captures, voids and refunds: a repeat of the key retries', async () => {
  const kinds = ['capture', 'void', 'refund'] as const
  const ids = [await shop.authorize({ extra_properties })]
  for (const _ of ['void', 'refund']) ids.push(await shop.sell({ extra_properties }))
  const follow = (at: number, body: object = {}) =>
    shop.follow(ids[at] as string, kinds[at] as 'void', body, `away-${kinds[at]}`)
  await away()
  // Two of three: the third fault in a row would open the breaker.
  for (const at of [0, 1])
    assert.equal(assertProblem(await follow(at), 'connector_unavailable').transaction_id, ids[at])
  await back()
  assert.equal((await follow(2)).status, 200)
  for (const at of [0, 1]) {
    assertProblem(await follow(at, { reason: 'another body' }), 'idempotency_key_in_use')
    const answers = await Promise.all(Array.from({ length: 5 }, () => follow(at)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), answers[0]?.text ?? '')
    assert.equal(answers.filter((each) => !isReplay(each)).length, 1)
    assert.deepEqual(await operations(ids[at] ?? ''), [
      { kind: kinds[at], status: 'failed' },
      { kind: kinds[at], status: 'completed' },
    ])
  }
})

test('one key is one operation in both forms of the path, with or without a merchant header', async () => {
  for (const kind of ['capture', 'void', 'refund'] as const) {
    const id = await (kind === 'capture' ? shop.authorize() : shop.sell())
    const amount = kind === 'void' ? {} : { amount: 4_000 }
    const key = { 'idempotency-key': `both-${kind}` }
    const [long, short, named, unbound] = [
      await shop.call('POST', `/payments/${id}/${kind}`, amount, key),
      await shop.call('POST', `/${kind}`, { transaction_id: id, ...amount }, key),
      await shop.call('POST', `/payments/${id}/${kind}`, { transaction_id: id, ...amount }, key),
      await shop.vezne.request('cards', 'POST', `/api/v1/${kind}`, {
        token: await shop.vezne.token('admin', 'tenant-load'),
        body: { transaction_id: id, ...amount },
        headers: key,
      }),
    ] as const
    assert.equal(long.status, 200, long.text)
    for (const again of [short, named, unbound]) {
      assert.equal(again.text, long.text)
      assert.equal(isReplay(again), true)
    }
    assert.equal((await operations(id)).length, 1)
    const other = await shop.sell()
    assertProblem(
      await shop.call('POST', `/${kind}`, { transaction_id: other, ...amount }, key),
      'idempotency_key_in_use',
    )
  }
  // Both forms at once.
  const id = await shop.sell()
  const key = { 'idempotency-key': 'both-at-once' }
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      n % 2 === 0
        ? shop.call('POST', `/payments/${id}/refund`, { amount: 100 }, key)
        : shop.call('POST', '/refund', { transaction_id: id, amount: 100 }, key),
    ),
  )
  assert.equal((await operations(id)).length, 1)
})

test('a replay is a response returned before, and its correlation id is that of its own header', async () => {
  const card = { card: { number: CARDS.timeout } }
  const plain = (key: string, change: object) =>
    shop.call('POST', '/payments', paymentBody(change), { 'idempotency-key': key, 'x-request-id': randomUUID() })
  const open = [await plain('late', card), await plain('late', card)]
  assert.deepEqual(
    open.map(({ status }) => status),
    [202, 202],
  )
  assert.deepEqual(
    open.map(({ body }) => body.is_success),
    [false, false],
  )
  assert.deepEqual(open.map(isReplay), [false, false])
  const id = await shop.sell()
  const silent = { extra_properties: { simulate: '99' } }
  assert.deepEqual(
    [await shop.follow(id, 'refund', silent, 'late'), await shop.follow(id, 'refund', silent, 'late')].map((each) => [
      each.status,
      isReplay(each),
    ]),
    [
      [202, false],
      [202, false],
    ],
  )
  await shop.vezne.moveClock(200_000)
  await until(
    'both are settled',
    async () =>
      (await stored(open[0]?.body.transaction_id)).status === 'failed' &&
      (await shop.events(id)).includes('refund.completed'),
  )
  const refunds = [await shop.follow(id, 'refund', silent, 'late'), await shop.follow(id, 'refund', silent, 'late')]
  assert.deepEqual(
    refunds.map((each) => [each.status, isReplay(each)]),
    [
      [200, false],
      [200, true],
    ],
  )
  const ended = [await plain('late', card), await plain('late', card), await plain('late', card)]
  assert.deepEqual(ended.map(isReplay), [false, true, true])
  const declined = { card: { number: CARDS.insufficient } }
  const refused = [await plain('refused', declined), await plain('refused', declined)]
  assert.deepEqual(refused.map(isReplay), [false, true])
  for (const answer of [...ended, ...refused])
    assert.equal(answer.body.correlation_id, answer.headers['x-correlation-id'])
  assert.deepEqual(
    [refused[1]?.body.code, refused[1]?.body.error_code, refused[1]?.body.provider_error_code],
    ['bank_declined', 'insufficient_funds', '51'],
  )
  const refund = await shop.follow(
    await shop.sell(),
    'refund',
    { amount: 100, extra_properties: { simulate: '05' } },
    'no',
  )
  assert.deepEqual([refund.body.code, refund.body.error_code], ['bank_declined', 'do_not_honor'])
})
