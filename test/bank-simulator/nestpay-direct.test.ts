/** The NestPay adapter without 3-D Secure: approvals, declines, refusals of a strict gateway, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { cc5Xml, credentials, GOOD_CARD, MERCHANT, openNestpay, saleFields } from './nestpay-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let nestpay: ReturnType<typeof openNestpay>
before(async () => {
  nestpay = openNestpay(bank.url)
})

let orders = 0
const newOrder = (): string => `N-${++orders}`
const net = async (orderId: string): Promise<number | undefined> => (await bank.control.order(MERCHANT, orderId))?.net

test('a sale, raw and as the field DATA, is approved with references and posted once', async () => {
  for (const asForm of [false, true]) {
    const order = newOrder()
    const answer = await nestpay.send(saleFields(order), { asForm })
    assert.deepEqual([answer.response, answer.code, answer.error], ['Approved', '00', ''])
    for (const name of ['AuthCode', 'HostRefNum', 'TransId']) assert.notEqual(answer.field(name), '')
    assert.equal(answer.field('CARDISSUER'), 'SİMÜLE BANKA A.Ş.')
    assert.equal(await net(order), 14990)
  }
})

const CARDS = `
  4002020000000024 05
  5555555555554444 61
  4444333322221111 41
  5105105105105100 82
  5106060000000063 54
  4111111111111111 51
  5401010000000011 14
  4003030000000030 1A
  4004040000000046 96
  4508034508034509 14`
for (const [number, code] of rowsOf(CARDS))
  test(`card ${number} is declined with ${code}, and the order is known as declined`, async () => {
    const order = newOrder()
    const answer = await nestpay.sale(order, { Number: number })
    assert.deepEqual([answer.response, answer.code, answer.error], ['Declined', code, `ISO8583-${code}`])
    const status = await nestpay.status(order)
    assert.deepEqual([status.field('TRANS_STAT'), status.field('PROC_RET_CD')], ['D', code])
    assert.equal(await net(order), 0)
  })

const TRIGGERS = `
  100.51 51
  100.05 05
  100.91 91`
for (const [total, code] of rowsOf(TRIGGERS))
  test(`an amount of ${total} is declined with ${code}`, async () => {
    assert.equal((await nestpay.sale(newOrder(), { Total: total })).code, code)
  })

test('silence and HTTP 500 without booking leave no trace', { timeout: 20_000 }, async () => {
  const [silent, broken] = [newOrder(), newOrder()]
  const call = nestpay.sale(silent, { Total: '1.68' }).catch(() => 'broken')
  assert.equal((await nestpay.sale(broken, { Number: '5406670000050012' })).status, 500)
  assert.equal(await call, 'broken')
  for (const order of [silent, broken]) assert.match((await nestpay.status(order)).field('ErrMsg'), /^No record found/)
})

test('CVV 999 answers 82, an expiry that has passed 54', async () => {
  assert.equal((await nestpay.sale(newOrder(), { Cvv2Val: '999' })).code, '82')
  assert.equal((await nestpay.sale(newOrder(), { Expires: '10/26' })).code, '54')
})

const STRICT: [string, Record<string, string | undefined>, string][] = [
  ['another password', { Password: 'SimApiPw2' }, 'CORE-2102'],
  ['another client', { ClientId: '500100299' }, 'CORE-2102'],
  ['a suspended merchant', { ClientId: '500100201' }, 'CORE-2126'],
  ['minor units', { Total: '14990' }, 'CORE-2007'],
  ['a comma', { Total: '149,90' }, 'CORE-2007'],
  ['a thousands mark', { Total: '1.149.90' }, 'CORE-2007'],
  ['three decimals', { Total: '149.900' }, 'CORE-2007'],
  ['nothing', { Total: '0.00' }, 'CORE-2007'],
  ['currency in letters', { Currency: 'TRY' }, 'CORE-2106'],
  ['one installment written out', { Taksit: '1' }, 'CORE-2603'],
  ['more installments than the card takes', { Number: '5400637000000004', Taksit: '12' }, 'CORE-2603'],
  ['installments in dollars', { Currency: '840', Taksit: '3' }, 'CORE-2603'],
  ['dollars without permission', { ClientId: '500100204', Currency: '840' }, 'CORE-2105'],
  ['pre-authorization without permission', { ClientId: '500100203', Type: 'PreAuth' }, 'CORE-2104'],
  ['a wrong check digit', { Number: '4546711234567893' }, 'CORE-2012'],
  ['no card code', { Cvv2Val: undefined }, 'CORE-2208'],
  ['an expiry of another gateway', { Expires: '1230' }, 'CORE-2502'],
  ['an order id with a blank', { OrderId: 'N 1' }, 'CORE-2301'],
  ['an unknown type', { Type: 'Sale' }, 'CORE-2001'],
  ['an unknown field', { Amount: '149.90' }, 'CORE-1001'],
  ['an entity of its own', { Email: '&x;' }, 'CORE-1001'],
]
for (const [what, fields, code] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = fields.OrderId ?? newOrder()
    const body = what.includes('entity')
      ? Buffer.from(cc5Xml(saleFields(order)).replace('192.0.2.10', '&x;'))
      : undefined
    const answer = await nestpay.send(saleFields(order, fields), body ? { body } : {})
    assert.deepEqual([answer.response, answer.code, answer.error], ['Error', '99', code])
    assert.equal(await net(order), undefined)
  })

test('refused: another charset than the declared one, or another declaration', async () => {
  const utf8 = Buffer.from(cc5Xml(saleFields(newOrder(), { Email: 'ş@example.com' })))
  const answers = [
    await nestpay.send({}, { body: utf8 }),
    await nestpay.send(saleFields(newOrder()), { encoding: 'UTF-8' }),
    await nestpay.send({}, { body: Buffer.from('<CC5Request></CC5Request>') }),
    await nestpay.send({}, { body: Buffer.from('<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request><Name>') }),
    await nestpay.send(
      {},
      {
        body: Buffer.from('<?xml version="1.0" encoding="ISO-8859-9"?><!DOCTYPE a [<!ENTITY b "c">]><CC5Request/>'),
      },
    ),
  ]
  for (const { code, error } of answers) assert.deepEqual([code, error], ['99', 'CORE-1001'])
})

test('a used order number is refused, whatever became of the first charge', async () => {
  for (const card of [GOOD_CARD, '4002020000000024']) {
    const order = newOrder()
    await nestpay.sale(order, { Number: card })
    assert.equal((await nestpay.sale(order)).error, 'CORE-2507')
    assert.equal(await net(order), card === GOOD_CARD ? 14990 : 0)
  }
  assert.equal((await bank.control.verdict()).violations.duplicate_charge, 2)
})

test('pre-authorization, capture of a part, refunds up to what was captured', async () => {
  const order = newOrder()
  await nestpay.preauth(order)
  assert.equal((await nestpay.status(order)).field('TRANS_STAT'), 'A')
  assert.equal((await nestpay.refund(order)).error, 'CORE-2123')
  assert.equal((await nestpay.capture(order, '149.99')).error, 'CORE-2512')
  assert.equal((await nestpay.capture(order, '100.00')).response, 'Approved')
  assert.equal((await nestpay.capture(order, '49.90')).error, 'CORE-2509')
  assert.equal((await nestpay.refund(order, '100.01')).error, 'CORE-2503')
  assert.equal((await nestpay.refund(order, '60.00')).response, 'Approved')
  assert.equal((await nestpay.refund(order, '40.01')).error, 'CORE-2503')
  assert.equal((await nestpay.refund(order)).response, 'Approved')
  assert.equal((await nestpay.refund(order)).error, 'CORE-2123')
  assert.equal(await net(order), 0)
  const history = await nestpay.history(order)
  const lines = Array.from({ length: Number(history.field('TRXCOUNT')) }, (_, at) =>
    history.field(`TRX${at + 1}`).split('\t'),
  )
  // Minor units; the newest first; the charge and its capture in one line; refused refunds beside the others.
  assert.deepEqual(
    lines.map(([type, word, amount, captured, , , , , , code]) => [type, word, amount, captured, code].join(' ')),
    [
      'C D 10000 10000 99',
      'C C 4000 4000 00',
      'C D 4001 4001 99',
      'C C 6000 6000 00',
      'C D 10001 10001 99',
      'C D 0 0 99',
      'S C 14990 10000 00',
    ],
  )
})

test('a void undoes the day of the sale, once, and nothing after it', async () => {
  const [sale, hold, later] = [newOrder(), newOrder(), newOrder()]
  await nestpay.sale(sale)
  await nestpay.preauth(hold)
  await nestpay.sale(later)
  for (const order of [sale, hold]) {
    assert.equal((await nestpay.void(order)).response, 'Approved')
    assert.equal((await nestpay.status(order)).field('TRANS_STAT'), 'V')
    assert.equal((await nestpay.void(order)).error, 'CORE-2008')
    assert.equal((await nestpay.refund(order)).error, 'CORE-2123')
    assert.equal(await net(order), 0)
  }
  await bank.control.endDay()
  assert.equal((await nestpay.status(later)).field('TRANS_STAT'), 'S')
  assert.equal((await nestpay.void(later)).error, 'CORE-2008')
  assert.equal((await nestpay.refund(later)).response, 'Approved')
})

test('a merchant that refunds only after the end of the day', async () => {
  const order = newOrder()
  const merchant = { ClientId: '500100205' }
  await nestpay.sale(order, merchant)
  assert.equal((await nestpay.refund(order, undefined, merchant)).error, 'CORE-2508')
  await bank.control.advance(24 * 3_600)
  assert.equal((await nestpay.refund(order, undefined, merchant)).response, 'Approved')
})

test('a void of an unknown order is refused and leaves a tombstone: a charge that arrives later is refused', async () => {
  const order = newOrder()
  assert.equal((await nestpay.status(order)).field('ErrMsg'), `No record found for ${order}`)
  assert.equal((await nestpay.void(order)).error, 'CORE-2008')
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'tombstone')
  assert.equal((await nestpay.sale(order)).error, 'CORE-2507')
  assert.equal(await net(order), 0)
})

test('a hold expires after 15 days', async () => {
  const order = newOrder()
  await nestpay.preauth(order)
  await bank.control.advance(16 * 24 * 3_600)
  assert.equal((await nestpay.capture(order, '1.00')).error, 'CORE-2513')
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'expired')
})

test('the consistency report counts what a connector must not do; nothing stored contains a full card number or its code', async () => {
  const order = newOrder()
  await nestpay.sale(order, { Cvv2Val: '731' })
  await nestpay.send({ ...credentials, Type: 'Credit', OrderId: order, Cvv2Val: '731' })
  await fetch(`${bank.url}/nestpay/fim/api?pan=${GOOD_CARD}`, { method: 'POST' })
  const { violations } = await bank.control.verdict()
  assert.equal(violations.card_code_sent_again, 1)
  assert.equal(violations.card_number_in_url, 1)
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(kept.includes('454671******7894'))
  const code = /(?<![\d.])731(?!\d)/ // and not the milliseconds of some time
  assert.ok(!kept.includes(GOOD_CARD) && !code.test(kept) && !kept.includes('SimApiPw1'))
})

test('all accounts together are nothing', async () => {
  const { balances, sum } = await bank.control.balances()
  assert.equal(sum, 0)
  assert.ok(Object.keys(balances).length > 3)
})

function rowsOf(table: string): [string, string][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ') as [string, string])
}
