/** The Akbank adapter without 3-D Secure: approvals, declines, refusals of a strict gateway, lists, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { GOOD_CARD } from '../nestpay-client.ts'
import { card, head, hmac, istanbul, type Json, MERCHANT, openAkbank, terminalOf, terms } from './akbank-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let akbank: ReturnType<typeof openAkbank>
before(async () => {
  akbank = openAkbank(bank.url)
})

let orders = 0
const newOrder = (): string => `AK-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net

test('a sale is approved with references and posted once; its history names them', async () => {
  const order = newOrder()
  const { status, body } = await akbank.sale(order, { transaction: terms({ installCount: 3 }) })
  assert.deepEqual(
    [status, body.txnCode, body.responseCode, body.hostResponseCode, body.order.orderId, body.responseMessage],
    [200, '1000', 'VPS-0000', '00', order, 'BAŞARILI'],
  )
  assert.equal(body.card.cardHolderName, 'Ay** Yı****')
  assert.match(body.transaction.authCode, /^\d{6}$/)
  assert.match(body.transaction.rrn, /^\d{12}$/)
  assert.match(body.txnDateTime, /^2027-05-11T\d\d:\d\d:\d\d\.\d{3}$/)
  const [row, ...more] = (await akbank.history(order)).body.txnDetailList
  assert.deepEqual(more, [])
  assert.deepEqual(
    [row.orderId, row.orgOrderId, row.amount, row.installCount, row.currencyCode, row.txnStatus, row.maskedCardNumber],
    [order, order, 149.9, 3, 949, 'N', '454671******7894'],
  )
  const { authCode, rrn, batchNumber, stan } = body.transaction
  assert.deepEqual([row.authCode, row.rrn, row.batchNumber, row.stan], [authCode, rrn, batchNumber, stan])
  assert.equal(await net(order), 14990)
})

test('the books know the merchant by its number and by both of its codes', async () => {
  const order = newOrder()
  await akbank.sale(order)
  const { merchantSafeId, terminalSafeId } = terminalOf(1)
  for (const name of [MERCHANT, merchantSafeId, terminalSafeId]) assert.equal(await net(order, name), 14990)
})

test('an amount may be a number of JSON, and nothing is refused as no amount', async () => {
  for (const [amount, code, money] of [
    [149.9, 'VPS-0000', 14990],
    [7, 'VPS-0000', 700],
    ['0.00', 'VPS-1012', undefined],
    [0, 'VPS-1012', undefined],
  ] as const) {
    const order = newOrder()
    assert.equal((await akbank.sale(order, { transaction: terms({ amount }) })).code, code, String(amount))
    assert.equal(await net(order), money)
  }
})

const CARDS = `
  4002020000000024 05
  5555555555554444 61
  4111111111111111 51
  5401010000000011 14
  4003030000000030 1A
  4004040000000046 96
  4508034508034509 14
  5105105105105100 82`
for (const [cardNumber, host] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${cardNumber} is declined by its bank with ${host}, and the history says so`, async () => {
    const order = newOrder()
    const answer = await akbank.sale(order, { card: card({ cardNumber }) })
    assert.deepEqual(
      [answer.code, answer.host, answer.body.transaction.authCode, answer.body.responseMessage],
      ['VPS-1005', host, '000000', 'Provizyon Hatası'],
    )
    const [row] = (await akbank.history(order)).body.txnDetailList
    assert.deepEqual(
      [row.responseCode, row.hostResponseCode, row.txnStatus, row.authCode],
      ['VPS-1005', host, 'N', undefined],
    )
    assert.equal(await net(order), 0)
  })

const STRICT: [what: string, more: Record<string, Json>, code: string, digit?: number][] = [
  ['a suspended merchant', {}, 'VPS-1002', 2],
  ['pre-authorization without permission', { txnCode: '1004' }, 'VPS-1062', 4],
  ['dollars without permission', { transaction: terms({ currencyCode: 840 }) }, 'VPS-1063', 5],
  ['a comma', { transaction: terms({ amount: '149,90' }) }, '400'],
  ['minor units', { transaction: terms({ amount: '14990' }) }, '400'],
  ['one decimal', { transaction: terms({ amount: '149.9' }) }, '400'],
  ['three decimals', { transaction: terms({ amount: 149.901 }) }, '400'],
  ['a negative amount', { transaction: terms({ amount: -149.9 }) }, '400'],
  ['currency in letters', { transaction: terms({ currencyCode: 'TRY' }) }, '400'],
  ['no number of installments', { transaction: terms({ installCount: undefined }) }, '400'],
  ["another gateway's single payment", { transaction: terms({ installCount: 0 }) }, '400'],
  ['no kind of order', { transaction: terms({ motoInd: undefined }) }, '400'],
  [
    'more installments than a card of another bank takes',
    { card: card({ cardNumber: '4022774022774026' }), transaction: terms({ installCount: 2 }) },
    'VPS-1044',
  ],
  ['a wrong check digit', { card: card({ cardNumber: '4546711234567893' }) }, 'VPS-1014'],
  ['no card code', { card: card({ cvv2: undefined }) }, '400'],
  ["another gateway's expiry", { card: card({ expireDate: '12/30' }) }, '400'],
  ['no card', { card: undefined }, '400'],
  ['points', { reward: { ccbRewardAmount: 1 } }, '400'],
  ['an order id with a blank', { order: { orderId: 'A 1' } }, '400'],
  ['an order id of 37 letters', { order: { orderId: 'A'.repeat(37) } }, '400'],
  ['no order id', { order: {} }, '400'],
  ['an unknown type', { txnCode: '1099' }, '400'],
  ['a form of the gateway for browsers', { txnCode: '3000' }, '400'],
  ['another version', { version: '2.00' }, '400'],
  ['a time without thousandths', { requestDateTime: '2026-01-05T10:15:30' }, '400'],
  ['a day that is not there', { requestDateTime: '2026-02-30T25:15:30.000' }, '400'],
  ['a short random number', { randomNumber: 'A'.repeat(127) }, '400'],
  ['an unknown member', { colour: 'red' }, '400'],
  ['an unknown member inside', { card: card({ cvv: '000' }) }, '400'],
  ['a plan of payments', { recurring: { numberOfPayments: 2, frequencyInterval: 3, frequencyCycle: 'M' } }, 'VPS-1061'],
]
for (const [what, more, code, digit] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = more.order?.orderId ?? newOrder()
    const answer = await akbank.sale(order, more, digit)
    assert.deepEqual([answer.status, answer.code], [code === '400' ? 400 : 200, code])
    if (order.length < 30) assert.equal(await net(order, `4600000${digit ?? 1}`), undefined)
  })

test('a plan that a card of the bank itself does not have is declined with 83', async () => {
  const answer = await akbank.sale(newOrder(), {
    card: card({ cardNumber: '5400637000000004' }),
    transaction: terms({ installCount: 12 }),
  })
  assert.deepEqual([answer.code, answer.host, answer.body.hostMessage], ['VPS-1005', '83', '183 TAKSIT TUTAR HAT'])
})

test('a card of another scheme than the merchant takes', async () => {
  const order = newOrder()
  const answer = await akbank.sale(order, {}, 8)
  assert.deepEqual([answer.code, answer.host, answer.body.transaction.rrn], ['VPS-1066', undefined, '0'])
  assert.equal((await akbank.sale(newOrder(), { card: card({ cardNumber: '9792030394440796' }) }, 8)).code, 'VPS-0000')
})

test('nothing is done without the hash of the very bytes, with the key of this very merchant', async () => {
  const order = newOrder()
  const message = { ...head('1000'), order: { orderId: order }, card: card(), transaction: terms() }
  const bytes = Buffer.from(JSON.stringify(message))
  const changed = Buffer.from(bytes.toString().replace('149.90', '1.00'))
  const key = '53696d5f6b6e6f6c6c5f6a6f6d6f5f6b6f6c6f5f6a6f6b6c6d6e6f5f6b6f6a6f'
  const refused = [
    { bytes, hash: '' },
    { bytes, hash: hmac(bytes, 'x') },
    { bytes, hash: hmac(bytes, Buffer.from(key, 'hex').toString('latin1')) },
    { bytes, hash: Buffer.from(hmac(bytes), 'base64').toString('hex') },
    { bytes: changed, hash: hmac(bytes) },
    { bytes: Buffer.from(`${bytes} `), hash: hmac(bytes) },
  ]
  for (const sent of refused) {
    const answer = await akbank.send(undefined, sent)
    assert.deepEqual([answer.status, answer.code], [401, '401'])
  }
  assert.equal((await bank.control.verdict()).violations.wrong_hash, refused.length)
  const [mine, other] = [terminalOf(1), terminalOf(2)]
  for (const terminal of [
    { ...mine, terminalSafeId: other.terminalSafeId },
    { ...mine, merchantSafeId: other.merchantSafeId },
    { merchantSafeId: mine.merchantSafeId },
    { merchantSafeId: MERCHANT, terminalSafeId: MERCHANT },
  ])
    assert.equal((await akbank.send({ ...message, terminal })).status, 401)
  assert.equal((await bank.control.verdict()).violations.wrong_credentials, 4)
  assert.equal(await net(order), undefined)
  assert.equal((await akbank.send(undefined, { bytes })).code, 'VPS-0000')
  const again = await akbank.send(undefined, { bytes })
  assert.deepEqual(
    [again.code, again.body.responseMessage],
    ['VPS-1013', `Sipariş Numarası : ${order} tekil olmalıdır`],
  )
  assert.equal(await net(order), 14990)
})

test('refused: what is no JSON, no object, another charset, or deeper than any message', async () => {
  const text = JSON.stringify({ ...head('1000'), order: { orderId: newOrder() }, card: card(), transaction: terms() })
  const bodies = [
    '',
    'not JSON',
    '[]',
    'null',
    text.replace('"currencyCode":949', '"currencyCode":[949]'),
    text.replace('"000"', '{"a":"b"}'),
    text.replace('"000"', 'null'),
  ].map((each) => Buffer.from(each))
  for (const bytes of [...bodies, Buffer.from(text.replace('Ayşe Yılmaz', 'Ay\u00fe'), 'latin1')])
    assert.equal((await akbank.send(undefined, { bytes })).status, 400)
})

const piece = fc.oneof(
  fc.string({ maxLength: 8, unit: 'binary' }),
  fc.constantFrom('"', ',', '{', '}', '[', ']', 'null', '\\u0000', '1e999', '"__proto__":{"a":1},', '"toString":1,'),
)
test('a damaged message with a right hash never ends in a fault of the bank', async () => {
  const messages = [
    { ...head('1000'), order: { orderId: 'AK-odd' }, card: card(), transaction: terms() },
    { ...head('1010'), order: { orderId: 'AK-odd' } },
    { ...head('1002'), order: { orderId: 'AK-odd' }, transaction: { amount: '1.00', currencyCode: 949 } },
  ].map((message) => JSON.stringify(message))
  const damaged = fc.record({
    good: fc.constantFrom(...messages),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(40),
    piece,
  })
  await fc.assert(
    fc.asyncProperty(damaged, async ({ good, at, cut, piece }) => {
      const place = Math.floor(at * good.length)
      const bytes = Buffer.from(good.slice(0, place) + piece + good.slice(place + cut))
      const { status, text } = await akbank.send(undefined, { bytes })
      assert.ok(status < 500, `${status}: ${text}`)
    }),
    { numRuns: 200 },
  )
  assert.equal((await bank.control.balances()).sum, 0)
})

test("the time of a charge is Istanbul's, within an hour of the bank's clock", async () => {
  const now = Date.parse(await bank.control.now())
  const HOUR = 3_600_000
  for (const [off, code] of [
    [0, 'VPS-0000'],
    [-0.9 * HOUR, 'VPS-0000'],
    [-3 * HOUR, 'VPS-1073'],
    [2 * HOUR, 'VPS-1073'],
  ] as const)
    assert.equal((await akbank.sale(newOrder(), { requestDateTime: istanbul(now + off) })).code, code, String(off))
})

test('a mail order needs no card code', async () => {
  const order = newOrder()
  const answer = await akbank.sale(order, { card: card({ cvv2: undefined }), transaction: terms({ motoInd: 1 }) })
  assert.equal(answer.code, 'VPS-0000')
  assert.equal(await net(order), 14_990)
})

test('a used order number is refused, whatever became of the first charge', async () => {
  for (const cardNumber of [GOOD_CARD, '4002020000000024']) {
    const order = newOrder()
    await akbank.sale(order, { card: card({ cardNumber }) })
    assert.equal((await akbank.sale(order)).code, 'VPS-1013')
    assert.equal(await net(order), cardNumber === GOOD_CARD ? 14990 : 0)
  }
})

test('pre-authorization, capture of a part, refunds up to what was captured; the history lists the refused ones too', async () => {
  const order = newOrder()
  const hold = (await akbank.preauth(order)).body
  assert.deepEqual(await akbank.rows(order), ['1004 N 149.9 VPS-0000 O'])
  assert.equal((await akbank.refund(order, '1.00')).code, 'VPS-1011')
  assert.equal((await akbank.capture(order, '149.91')).code, 'VPS-1019')
  assert.equal(
    (await akbank.capture(order, '100.00', { transaction: { amount: '100.00', currencyCode: 978 } })).code,
    'VPS-1016',
  )
  const capture = (await akbank.capture(order, '100.00')).body
  assert.deepEqual(
    [capture.transaction.authCode, capture.transaction.rrn],
    [hold.transaction.authCode, hold.transaction.rrn],
  )
  assert.notEqual(capture.transaction.stan, hold.transaction.stan)
  assert.equal((await akbank.capture(order, '49.90')).code, 'VPS-1018')
  assert.equal((await akbank.refund(order, '100.01')).code, 'VPS-1021')
  assert.equal((await akbank.refund(order, '60.00')).code, 'VPS-0000')
  assert.equal((await akbank.refund(order, '0.00')).code, 'VPS-1012')
  assert.equal((await akbank.refund(order)).code, 'VPS-0000')
  assert.equal((await akbank.refund(order, '1.00')).code, 'VPS-1023')
  assert.equal(await net(order), 0)
  assert.deepEqual(await akbank.rows(order), [
    '1004 N 149.9 VPS-0000 C',
    '1002 N 1 VPS-1011 -',
    '1005 N 100 VPS-0000 -',
    '1002 N 100.01 VPS-1021 -',
    '1002 N 60 VPS-0000 -',
    '1002 N 40 VPS-0000 -',
    '1002 N 1 VPS-1011 -',
  ])
  const { txnDetailList } = (await akbank.history(order)).body
  assert.deepEqual([txnDetailList[0].preAuthCloseAmount, txnDetailList[2].orgOrderId], [100, order])
  assert.match(txnDetailList[2].orderId, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
})

test('a void undoes the day of the sale, once, and nothing after it', async () => {
  const [sale, later] = [newOrder(), newOrder()]
  await akbank.sale(sale)
  await akbank.sale(later)
  assert.equal((await akbank.void(sale)).code, 'VPS-0000')
  assert.deepEqual(await akbank.rows(sale), ['1000 V 149.9 VPS-0000 -'])
  for (const again of [await akbank.void(sale), await akbank.refund(sale, '1.00')])
    assert.deepEqual([again.code, again.body.responseMessage], ['VPS-1008', 'Daha önce iptal edilmiş işlem'])
  assert.equal(await net(sale), 0)
  await bank.control.endDay()
  assert.equal((await akbank.void(later)).code, 'VPS-1010')
  assert.equal(await net(later), 14990)
  assert.equal((await akbank.refund(later, '149.90')).code, 'VPS-0000')
  assert.equal(await net(later), 0)
})

test('no void after a refund of a part', async () => {
  const order = newOrder()
  await akbank.sale(order)
  await akbank.refund(order, '1.00')
  assert.equal((await akbank.void(order)).code, 'VPS-1009')
  assert.equal(await net(order), 14890)
})

test('the void of a capture leaves its hold open, and the next void ends it', async () => {
  const order = newOrder()
  await akbank.preauth(order)
  await akbank.capture(order, '100.00')
  assert.equal((await akbank.void(order)).code, 'VPS-0000')
  assert.deepEqual(await akbank.rows(order), ['1004 N 149.9 VPS-0000 O', '1005 V 100 VPS-0000 -'])
  const [hold] = (await akbank.history(order)).body.txnDetailList
  assert.deepEqual([hold.preAuthCloseAmount, hold.preAuthCloseDate], [0, '1900-01-01T00:00:00.000'])
  const held = await bank.control.order(MERCHANT, order)
  assert.deepEqual([held.state, held.held, held.net], ['authorized', 14990, 0])
  assert.equal((await akbank.void(order)).code, 'VPS-0000')
  assert.equal((await akbank.void(order)).code, 'VPS-1008')
  assert.deepEqual(await akbank.rows(order), ['1004 V 149.9 VPS-0000 O', '1005 V 100 VPS-0000 -'])
  assert.equal((await bank.control.order(MERCHANT, order)).held, 0)
})

test('a hold may be voided on any day, and captured again after the void of its capture', async () => {
  const [open, again] = [newOrder(), newOrder()]
  await akbank.preauth(open)
  await akbank.preauth(again)
  await akbank.capture(again, '100.00')
  await akbank.void(again)
  assert.equal((await akbank.capture(again, '149.90')).code, 'VPS-0000')
  assert.equal(await net(again), 14990)
  await bank.control.endDay()
  assert.equal((await akbank.void(open)).code, 'VPS-0000')
  assert.equal((await akbank.void(again)).code, 'VPS-1010')
})

test('a merchant that refunds only after the end of the day', async () => {
  const order = newOrder()
  await akbank.sale(order, {}, 6)
  assert.equal((await akbank.refund(order, '149.90', {}, 6)).code, 'VPS-1022')
  await bank.control.advance(24 * 3_600)
  assert.equal((await akbank.refund(order, '149.90', {}, 6)).code, 'VPS-0000')
})

test('an unknown order is VPS-1123 in the history, VPS-1007 elsewhere; its void leaves a tombstone', async () => {
  const order = newOrder()
  const history = await akbank.history(order)
  assert.deepEqual(
    [history.code, history.body.responseMessage],
    ['VPS-1123', `İşlem bulunamadı. Sipariş Numarası : ${order}`],
  )
  assert.deepEqual([history.body.order, history.body.txnDetailList], [undefined, undefined])
  assert.equal((await akbank.capture(order, '1.00')).code, 'VPS-1007')
  assert.equal((await akbank.refund(order, '1.00')).code, 'VPS-1007')
  assert.equal((await akbank.void(order)).code, 'VPS-1007')
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'tombstone')
  assert.equal((await akbank.sale(order)).code, 'VPS-1013')
  assert.equal((await akbank.history(order)).code, 'VPS-1123')
})

test('a hold expires after 15 days', async () => {
  const order = newOrder()
  await akbank.preauth(order)
  await bank.control.advance(16 * 24 * 3_600)
  assert.equal((await akbank.capture(order, '1.00')).code, 'VPS-1020')
  assert.deepEqual(await akbank.rows(order), ['1004 V 149.9 VPS-0000 O'])
})

test('nothing stored contains a full card number, its code or a proof', async () => {
  const order = newOrder()
  await akbank.sale(order, { card: card({ cvv2: '731' }) })
  const refused = await akbank.refund(order, '1.00', { card: card({ cvv2: '731' }) })
  assert.deepEqual([refused.status, refused.code], [400, '400'])
  assert.equal((await bank.control.verdict()).violations.card_code_sent_again, 1)
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(kept.includes('454671******7894'))
  assert.ok(!kept.includes(GOOD_CARD) && !/cvv2\\+":\\+"731/.test(kept))
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
