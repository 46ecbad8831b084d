/**
 * While a restore asks the banks: a payment whose row is gone is known again by its key, whatever the day; nothing is sent while
 * a bank does not say; and a key that has become free again is a new payment.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { visitGateway } from '../bank-simulator/shopper.ts'
import { losePayment, openRestored } from '../support/after-restore.ts'
import { startBank } from '../support/bank.ts'
import { wiredConnectors } from '../support/bank-rig.ts'
import type { Answer } from '../support/http.ts'
import { CARDS, paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { useShop } from '../support/shop.ts'
import { encode, formIn, formType } from '../support/three-d.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'

const { demo } = wiredConnectors.find(({ family }) => family === 'nestpay')!
const MERCHANT = demo.storeId ?? ''
const HOUR_MS = 3_600_000

const shop = useShop()
const bank = use(() => startBank({ port: shop.vezne.config.ports.bank }))

before(() => openRestored(shop, '5 days'))

const pay = async (key: string, change: object = {}): Promise<Answer> => {
  const connector_configuration_id = await shop.configurationOf(demo.code)
  const body = paymentBody({ extra_properties: { connector_configuration_id }, ...change })
  return shop.call('POST', '/payments', body, { 'idempotency-key': key })
}

const lose = (id: string): Promise<void> => losePayment(shop, id)

const storedOf = async (id: string) =>
  (await shop.rows('select status, attempt_no, key_reference, captured from payments where id = $1', [id]))[0]
const orderOf = async (id: string) => {
  const { key_reference, attempt_no } = await storedOf(id)
  return bank.control.order(MERCHANT, `K${key_reference.replaceAll('-', '')}${String(attempt_no).padStart(2, '0')}`)
}
const salesAtBank = async (): Promise<number> =>
  (await bank.control.journal()).filter(({ operation }) => operation === 'sale').length
const findingsOf = (id: string) =>
  shop.rows('select outcome, amount_minor::int as amount from restore_findings where subject_id = $1', [id])

test('a lost payment is known again, with its events, and can be refunded; a new one is sent', async () => {
  const key = randomUUID()
  const first = await pay(key)
  assert.equal(first.status, 200, first.text)
  const sales = await salesAtBank()
  await lose(first.body.transaction_id)
  const again = await pay(key)
  assert.deepEqual([again.status, again.body.status], [200, 'completed'], again.text)
  const id = again.body.transaction_id
  assert.notEqual(id, first.body.transaction_id)
  assert.equal(again.body.extra_properties.auth_code, first.body.extra_properties.auth_code)
  assert.equal(await salesAtBank(), sales)
  assert.deepEqual(await shop.events(id), ['payment.completed'])
  assert.deepEqual(await findingsOf(id), [{ outcome: 'known_again', amount: 15_000 }])
  const repeated = await pay(key)
  assert.equal(repeated.text, again.text)
  const refund = await shop.follow(id, 'refund', { amount: { amount: 5_000, currency: 'TRY' } }, randomUUID())
  assert.equal(refund.status, 200, refund.text)
  assert.equal((await orderOf(id)).net, 10_000)

  const fresh = await pay(randomUUID())
  assert.equal(fresh.status, 200, fresh.text)
  assert.equal(await salesAtBank(), sales + 1)
})

test('a challenge that the backup has open, and that was passed since, is found when its time is over', async () => {
  const connector_configuration_id = await shop.configurationOf(demo.code)
  const started = await shop.call(
    'POST',
    '/payments/3d/init',
    paymentBody({
      card: { number: '5440931234567892' },
      return_url: 'https://shop.example/back',
      extra_properties: { connector_configuration_id },
    }),
    { 'idempotency-key': randomUUID() },
  )
  assert.equal(started.status, 200, started.text)
  const id = started.body.transaction_id
  for (const [table, column] of [
    ['payments', 'id'],
    ['three_d_sessions', 'payment_id'],
  ])
    await shop.own(`create table kept_${table} as select * from ${table} where ${column} = '${id}'`, [])
  const { urls } = shop.vezne
  const page = started.body.extra_properties.redirect_url.slice(urls.cards.length)
  const { action, fields } = formIn((await shop.vezne.request('cards', 'GET', page)).text)
  const { back } = await visitGateway(action, fields, 'ok')
  const returned = await shop.vezne.request('cards', 'POST', back!.action.slice(urls.cards.length), {
    body: encode(back!.fields),
    headers: formType,
  })
  assert.match(returned.headers.location ?? '', /status=completed/)
  const sales = await salesAtBank()
  await lose(id)
  for (const table of ['payments', 'three_d_sessions']) {
    const [{ columns }] = await shop.rows(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute where attrelid = $1::regclass and attnum > 0
        and not attisdropped and attgenerated = ''`,
      [table],
    )
    await shop.own(`insert into ${table} (${columns}) select ${columns} from kept_${table}`, [])
    await shop.own(`drop table kept_${table}`, [])
  }
  await until('it is known', async () => {
    await shop.vezne.moveClock(10 * 60_000)
    return (await storedOf(id)).status === 'completed'
  })
  assert.equal(await salesAtBank(), sales)
})

test('a bank that does not say: 503, nothing is sent; once it says, the same payment is known again', async () => {
  const key = randomUUID()
  const { body } = await pay(key)
  await lose(body.transaction_id)
  const sales = await salesAtBank()
  await bank.control.arm({ kind: 'reset', match: { operation: 'status' }, times: null })
  const silent = await pay(key)
  assertProblem(silent, 'connector_unavailable')
  assert.equal(await salesAtBank(), sales)
  await bank.control.disarm()
  const again = await pay(key)
  assert.deepEqual([again.status, again.body.status], [200, 'completed'], again.text)
  assert.equal(again.body.transaction_id, silent.body.transaction_id)
  assert.equal(await salesAtBank(), sales)
})

test('without a repeat, the bank is asked again before the payment fails', async () => {
  const key = randomUUID()
  const { body } = await pay(key)
  await lose(body.transaction_id)
  await bank.control.arm({ kind: 'reset', match: { operation: 'status' }, times: null })
  const { transaction_id: id } = (await pay(key)).body
  await shop.vezne.moveClock(16 * 60_000)
  await bank.control.disarm()
  await until('it is known', async () => {
    await shop.vezne.moveClock(60_000)
    return (await storedOf(id)).status === 'completed'
  })
})

test('a row of a process that derives nothing yet from keys: its key finds what was charged by a derived reference', async () => {
  const key = randomUUID()
  const { body } = await pay(key)
  const charged = await storedOf(body.transaction_id)
  await lose(body.transaction_id)
  const sales = await salesAtBank()
  await bank.control.arm({ kind: 'reset', match: { operation: 'status' }, times: null })
  const { transaction_id: id } = assertProblem(await pay(key), 'connector_unavailable')
  await bank.control.disarm()
  await shop.own('update payments set key_reference = null where id = $1', [id])
  const again = await pay(key)
  assert.deepEqual([again.status, again.body.transaction_id], [200, id], again.text)
  assert.equal(await salesAtBank(), sales)
  assert.deepEqual(await storedOf(id), charged)
})

test('the same key with another amount is not guessed: it goes on the list, and nothing is sent', async () => {
  const key = randomUUID()
  const { body } = await pay(key)
  await lose(body.transaction_id)
  const sales = await salesAtBank()
  assertProblem(await pay(key, { amount: { amount: 16_000, currency: 'TRY' } }), 'connector_unavailable')
  assert.equal(await salesAtBank(), sales)
  const listed = await shop.rows(
    `select amount_minor::int as amount from restore_findings where outcome = 'listed' and kind = 'payment' and amount_minor = 15000`,
    [],
  )
  assert.equal(listed.length, 1)
})

test('yesterday counts: a payment that was lost on another day is known by the reference of that day', async () => {
  const key = randomUUID()
  const { body } = await pay(key)
  const before = await storedOf(body.transaction_id)
  await lose(body.transaction_id)
  const sales = await salesAtBank()
  await shop.vezne.moveClock(23 * HOUR_MS)
  const again = await pay(key)
  assert.equal(again.status, 200, again.text)
  assert.equal(await salesAtBank(), sales)
  const { key_reference } = await storedOf(again.body.transaction_id)
  assert.equal(key_reference, before.key_reference)
})

test('a key that is free again is a new payment, although the bank knows the one before', async () => {
  const key = randomUUID()
  const first = await pay(key)
  await shop.vezne.moveClock(25 * HOUR_MS)
  const sales = await salesAtBank()
  const second = await pay(key)
  assert.equal(second.status, 200, second.text)
  assert.notEqual(second.body.transaction_id, first.body.transaction_id)
  assert.equal(await salesAtBank(), sales + 1)
})

for (const [what, change] of [
  ['was declined', { card: { number: CARDS.insufficient } }],
  ['had another amount', { amount: { amount: 16_000, currency: 'TRY' } }],
] as const)
  test(`a key that is free again, whose payment before ${what}: the new one is sent`, async () => {
    const key = randomUUID()
    await pay(key, change)
    await shop.vezne.moveClock(25 * HOUR_MS)
    const second = await pay(key)
    assert.deepEqual([second.status, second.body.status], [200, 'completed'], second.text)
  })
