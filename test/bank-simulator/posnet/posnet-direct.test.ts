/** The PosNet adapter without 3D Secure: payments, captures, reversals, refunds, agreement, and refusals of a strict gateway. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { openPosnet, orderOf, type PosnetAnswer, requestXml, TERMINAL } from './posnet-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let posnet: ReturnType<typeof openPosnet>
before(async () => {
  posnet = openPosnet(bank.url)
})

let orders = 0
const newOrder = (): string => orderOf(++orders)
const held = async (order: string) => {
  const found = await bank.control.order(TERMINAL, order)
  return found && [found.held, found.captured, found.refunded]
}
const isRefused = (answer: PosnetAnswer, code: string): void => {
  assert.equal(answer.approved, '0', answer.text)
  assert.equal(answer.code, code, answer.text)
}
const isDone = (answer: PosnetAnswer): string => {
  assert.equal(answer.approved, '1', answer.text)
  return answer.field('hostlogkey')
}

test('a sale has its references, its time and its plan', async () => {
  const sale = await posnet.sale(newOrder(), { installment: '03' })
  assert.match(isDone(sale), /^\d{18}$/)
  assert.match(sale.field('authCode'), /^\d{6}$/)
  assert.match(sale.field('tranDate'), /^\d{12}$/)
  assert.deepEqual([sale.field('inst1'), sale.field('amnt1')], ['03', '000000004996'])
  assert.equal(sale.field('respCode'), '')
})

test('partial refunds on the same day, up to the amount of the sale', async () => {
  const order = newOrder()
  const key = isDone(await posnet.sale(order))
  const refund = isDone(await posnet.refund(key, '5000'))
  assert.notEqual(refund, key)
  isRefused(await posnet.refund(key, '9991'), '0205')
  isRefused(await posnet.reverse('sale', key), '0218')
  isDone(await posnet.refund('', '9990', { hostLogKey: undefined, orderID: order }))
  isRefused(await posnet.refund(key, '1'), '0200')
  const rows = await posnet.agreement(order)
  assert.deepEqual(rows.fields('state'), ['Sale', 'Return', 'Return', 'Return', 'Return'])
  assert.deepEqual(rows.fields('txnStatus'), ['1', '1', '0', '1', '0'])
  assert.deepEqual(rows.fields('amount'), ['149,90', '50,00', '99,91', '99,90', '0,01'])
  assert.equal(rows.fields('hostlogkey')[1], refund)
})

test('a hold is captured in part, once; its capture is reversed before it', async () => {
  const order = newOrder()
  const key = isDone(await posnet.auth(order))
  isRefused(await posnet.refund(key, '1'), '0200')
  isRefused(await posnet.reverse('capt', key), '0223')
  isRefused(await posnet.reverse('sale', key), '0200')
  isRefused(await posnet.capture(key, '14991'), '0205')
  isRefused(await posnet.capture(key, '10000', { installment: '02' }), '0012')
  assert.equal(isDone(await posnet.capture(key, '10000')), key)
  isRefused(await posnet.capture(key, '10000'), '0200')
  isRefused(await posnet.reverse('auth', key), '0788')
  assert.deepEqual(await held(order), [0, 10_000, 0])
  const reversed = await posnet.reverse('capt', key)
  assert.equal(isDone(reversed), key)
  assert.equal(reversed.field('authCode'), '000000')
  assert.deepEqual(await held(order), [14_990, 0, 0])
  isDone(await posnet.reverse('auth', key))
  assert.deepEqual(await held(order), [0, 0, 0])
  isRefused(await posnet.reverse('auth', key), '0220')
  const rows = await posnet.agreement(order)
  assert.deepEqual(
    rows.fields('state').map((state, at) => [state, rows.fields('txnStatus')[at]]),
    [
      ['Authorization', '0'],
      ['Return', '0'],
      ['Capture', '0'],
      ['Capture_Reverse', '1'],
      ['Authorization_Reverse', '1'],
    ],
  )
})

test('a sale is reversed on its day, and refunded after it', async () => {
  const [first, second] = [newOrder(), newOrder()]
  const key = isDone(await posnet.sale(first))
  isDone(await posnet.reverse('sale', key))
  isRefused(await posnet.reverse('sale', key), '0220')
  isRefused(await posnet.refund(key, '14990'), '0220')
  assert.deepEqual((await posnet.agreement(first)).fields('txnStatus'), ['0', '1', '0'])
  const next = isDone(await posnet.sale(second))
  await bank.control.endDay()
  isRefused(await posnet.reverse('sale', next), '0211')
  isDone(await posnet.refund(next, '14990'))
})

test('a capture of a day that has ended is not reversed', async () => {
  const key = isDone(await posnet.auth(newOrder()))
  isDone(await posnet.capture(key, '10000'))
  await bank.control.endDay()
  isRefused(await posnet.reverse('capt', key), '0229')
  isDone(await posnet.refund(key, '10000'))
})

test('the order id of an approved payment brings its references again', async () => {
  const order = newOrder()
  const sale = await posnet.sale(order)
  const again = await posnet.sale(order)
  assert.deepEqual([again.approved, again.code], ['2', '0127'])
  for (const name of ['hostlogkey', 'authCode', 'tranDate']) assert.equal(again.field(name), sale.field(name))
  const declined = newOrder()
  isRefused(await posnet.sale(declined, { amount: '14951' }), '0051')
  isRefused(await posnet.sale(declined), '0127')
  assert.deepEqual((await posnet.agreement(declined)).fields('txnStatus'), ['0'])
})

test('what the card of a shopper is refused for', async () => {
  for (const [ccno, code] of [
    ['4002020000000024', '0005'],
    ['5555555555554444', '0065'],
    ['4444333322221111', '0041'],
    ['5106060000000063', '0054'],
    ['5401010000000011', '0014'],
    ['4111111111111112', '0014'],
  ] as const)
    isRefused(await posnet.sale(newOrder(), { ccno }), code)
  isRefused(await posnet.sale(newOrder(), { cvc: '999' }), '0005')
  isRefused(await posnet.sale(newOrder(), { installment: '24' }), '0012')
})

test('a packet that the gateway does not take', async () => {
  const order = newOrder()
  isRefused(await posnet.sale(order, { amount: '149.90' }), '0002')
  isRefused(await posnet.sale(order, { amount: '10000000' }), '0205')
  isRefused(await posnet.sale(order, { currencyCode: 'TRY' }), '0150')
  isRefused(await posnet.sale(order, { expDate: '1230' }), '0150')
  isRefused(await posnet.sale(order, { cvc: undefined }), '0150')
  isRefused(await posnet.sale(order, { installment: '3' }), '0150')
  isRefused(await posnet.sale(order, { koi: '1' }), '0150')
  isRefused(await posnet.sale(order.slice(1)), '0150')
  isRefused(await posnet.sale(`${order.slice(1)}-`), '0150')
  isRefused(await posnet.sale(order, {}, { beside: '<agreement><orderID>x</orderID></agreement>' }), '0150')
  isRefused(await posnet.sale(order, {}, { mid: '6700000002' }), '0148')
  isRefused(await posnet.sale(order, {}, { tid: '67000099' }), '0148')
  isRefused(await posnet.send('saleWP', { orderID: order }), '0150')
  isRefused(await posnet.sendBody('xmldata=%3Cnot+xml'), '0002')
  isRefused(await posnet.sendBody('data=%3Cx%2F%3E'), '0002')
  isRefused(await posnet.sendXml(requestXml('sale', {}, {}).replace('posnetRequest', 'CC5Request')), '0002')
  assert.equal(await held(order), undefined)
  isDone(await posnet.sale(order, { cvc: undefined, mailorderflag: 'Y' }))
})

test('follow-ups name one movement, by the key of the bank or by the order', async () => {
  const order = newOrder()
  const key = isDone(await posnet.sale(order))
  isRefused(await posnet.refund(key, '1', { orderID: order }), '0150')
  isRefused(await posnet.send('return', { amount: '1', currencyCode: 'TL' }), '0150')
  isRefused(await posnet.refund('026000000000000191', '1'), '0123')
  isRefused(await posnet.refund(key, '1', { currencyCode: 'US' }), '0200')
  isRefused(await posnet.reverse('return', key), '0150')
  isRefused(await posnet.agreement(orderOf(999)), '0123')
})

test('merchants with less', async () => {
  const of = (digit: number) => ({ mid: `670000000${digit}`, tid: `6700000${digit}` })
  isRefused(await posnet.sale(newOrder(), {}, of(2)), '0015')
  isRefused(await posnet.sale(newOrder(), { currencyCode: 'EU' }, of(5)), '0058')
  isDone(await posnet.sale(newOrder(), { currencyCode: 'EU' }))
  const key = isDone(await posnet.sale(newOrder(), {}, of(6)))
  const refund = { hostLogKey: key, amount: '1', currencyCode: 'TL' }
  isRefused(await posnet.send('return', refund, of(6)), '0411')
  isRefused(await posnet.send('return', refund), '0123')
})
