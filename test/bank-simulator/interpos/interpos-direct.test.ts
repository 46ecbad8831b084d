/** The InterPOS adapter without 3-D Secure: approvals, declines, refusals of a strict gateway, inquiries, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { GOOD_CARD } from '../nestpay-client.ts'
import { CHALLENGED, type Fields, formOf, MERCHANT, openInterpos, shop } from './interpos-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let interpos: ReturnType<typeof openInterpos>
before(async () => {
  interpos = openInterpos(bank.url)
})

let orders = 0
const newOrder = (): string => `IP-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net

test('a sale is approved with references and posted once; its inquiry names them', async () => {
  const order = newOrder()
  const sale = await interpos.sale(order, { InstallmentCount: '3' })
  assert.equal(sale.status, 200)
  assert.deepEqual(
    ['OrderId', 'ProcReturnCode', 'TxnResult', 'ErrorMessage', 'ErrorCode', 'Amount', 'CardHolderName'].map(sale.field),
    [order, '00', 'Success', '', '', '149,90', 'TEST KART'],
  )
  assert.match(sale.field('AuthCode'), /^S\d{5}$/)
  assert.match(sale.field('HostRefNum'), /^\d{12}$/)
  assert.match(sale.field('TRXDATE'), /^11\.05\.2027 \d{2}:\d{2}:\d{2}$/)
  const status = await interpos.status(order)
  assert.deepEqual(
    ['ProcReturnCode', 'TxnStat', 'TxnStatus', 'ChargeTypeCd', 'PurchAmount', 'RefundedAmount', 'VoidDate'].map(
      status.field,
    ),
    ['00', 'N', 'C', 'S', '149,90', '0', '1.1.0001 00:00:00'],
  )
  for (const name of ['TransId', 'AuthCode', 'TRXDATE']) assert.equal(status.field(name), sale.field(name))
  assert.equal(await net(order), 14990)
  assert.equal((await bank.control.order(MERCHANT, order)).installments, 3)
})

test('an answer about another order has a number of the bank, or the one that the call brings', async () => {
  const order = newOrder()
  await interpos.sale(order)
  assert.match((await interpos.status(order)).field('OrderId'), /^SYSOID\d{9}$/)
  assert.match((await interpos.refund('IP-none', '1.00')).field('OrderId'), /^SYSOID\d{9}$/)
  assert.equal((await interpos.refund(order, '1.00', { OrderId: 'IP-own' })).field('OrderId'), 'IP-own')
  assert.equal((await interpos.refund(order, '1.00', { OrderId: 'a;;ProcReturnCode=00' })).code, '30')
})

test('a single payment is an empty text, 0, 1 or nothing', async () => {
  for (const InstallmentCount of ['', '0', '1', undefined]) {
    const order = newOrder()
    assert.equal((await interpos.sale(order, { InstallmentCount })).code, '00', String(InstallmentCount))
    assert.equal((await bank.control.order(MERCHANT, order)).installments, 1)
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
for (const [number, code] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${number} is declined with ${code}; the inquiry succeeds and says so`, async () => {
    const order = newOrder()
    const answer = await interpos.sale(order, { Pan: number })
    assert.deepEqual(
      [answer.code, answer.field('TxnResult'), answer.field('AuthCode'), answer.field('ErrorCode')],
      [code, 'Failed', '', `B${code}0000`],
    )
    assert.notEqual(answer.field('ErrorMessage'), '')
    const status = await interpos.status(order)
    assert.deepEqual(['ProcReturnCode', 'TxnStatus', 'AuthCode', 'ErrorCode', 'ErrorMessage'].map(status.field), [
      '00',
      'D',
      '',
      `B${code}0000`,
      `TR:${answer.field('ErrorMessage')}`,
    ])
    assert.equal(await net(order), 0)
  })

const STRICT: [string, Fields, code: string, errorCode: string][] = [
  ['another password', { UserPass: 'SimUserPw2' }, '81', 'B810003'],
  ['another user', { UserCode: 'SimInterApi2' }, '81', 'B810003'],
  ['no user', { UserCode: undefined }, '81', 'B810003'],
  ['an unknown shop', { ShopCode: '3299' }, '81', 'B810001'],
  ['a suspended merchant', shop(2), '81', 'B810002'],
  ['pre-authorization without permission', { ...shop(4), TxnType: 'PreAuth' }, '57', 'B570001'],
  ['dollars without permission', { ...shop(5), Currency: '840' }, '57', 'B570002'],
  ['another currency than the bank has', { Currency: '756' }, '30', 'B300002'],
  ['currency in letters', { Currency: 'TRY' }, '30', 'B300002'],
  ['minor units', { PurchAmount: '14990' }, '13', 'B130001'],
  ['a comma', { PurchAmount: '149,90' }, '13', 'B130001'],
  ['three decimals', { PurchAmount: '149.900' }, '13', 'B130001'],
  ['nothing', { PurchAmount: '0.00' }, '13', 'B130001'],
  ['a negative amount', { PurchAmount: '-1.00' }, '13', 'B130001'],
  ['a number of installments that is none', { InstallmentCount: 'x' }, '30', 'B300003'],
  ['more installments than the card takes', { Pan: CHALLENGED, InstallmentCount: '12' }, '57', 'B570004'],
  ['a wrong check digit', { Pan: '4546711234567893' }, '14', 'B140001'],
  ['no card', { Pan: undefined }, '14', 'B140001'],
  ['no card code', { Cvv2: undefined }, '30', 'B300005'],
  ["another gateway's expiry", { Expiry: '12/30' }, '30', 'B300006'],
  ['an unknown kind of order', { MOTO: '2' }, '30', 'B300004'],
  ['an order id with a blank', { OrderId: 'IP 1' }, '30', 'B300001'],
  ['no order id', { OrderId: undefined }, '30', 'B300001'],
  ['a sale about another order', { orgOrderId: 'IP-1' }, '30', 'B300001'],
  ['an unknown type', { TxnType: 'Sale' }, 'E31', 'BE310003'],
  ['an unknown secure type', { SecureType: 'Secure' }, 'E31', 'BE310003'],
  ['no secure type', { SecureType: undefined }, 'E31', 'BE310003'],
  ['an unknown field', { PurcAmount: '149.90' }, 'E31', 'BE310002'],
]
for (const [what, fields, code, errorCode] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = fields.OrderId ?? newOrder()
    const answer = await interpos.sale(order, fields)
    assert.deepEqual(
      [answer.status, answer.code, answer.field('ErrorCode'), answer.field('TxnResult'), answer.field('AuthCode')],
      [200, code, errorCode, 'Failed', ''],
    )
    if (/^[\w-]+$/.test(order)) assert.equal(await net(order, fields.ShopCode ?? MERCHANT), undefined)
  })

test('what is no form of the protocol is E31: another charset, a field twice, XML, nothing but an order', async () => {
  const form = formOf({ ShopCode: MERCHANT, UserCode: 'SimInterApi', UserPass: 'SimUserPw1', OrderId: newOrder() })
  const { post } = interpos
  assert.equal((await post(`${form}&CardHolderName=Ay%FEe`)).field('ErrorCode'), 'BE310001')
  assert.equal((await post(`${form}&OrderId=b`)).field('ErrorCode'), 'BE310001')
  assert.equal((await post(form.toString())).field('ErrorCode'), 'BE310003')
  assert.equal((await post('<?xml version="1.0"?><a/>')).code, '81')
  assert.equal((await post('')).code, '81')
  assert.equal((await bank.control.verdict()).violations.wrong_encoding, 1)
})

test('a form that ends with an ampersand, as some libraries write it', async () => {
  const order = newOrder()
  const form = formOf({ ShopCode: MERCHANT, UserCode: 'SimInterApi', UserPass: 'SimUserPw1', SecureType: 'NonSecure' })
  assert.equal((await interpos.post(`${form}&TxnType=StatusHistory&orgOrderId=${order}&`)).code, '05')
})

test('a mail order needs no card code', async () => {
  const order = newOrder()
  assert.equal((await interpos.sale(order, { MOTO: '1', Cvv2: undefined })).code, '00')
  assert.equal(await net(order), 14_990)
})

test('a card of another scheme than the merchant takes', async () => {
  assert.equal((await interpos.sale(newOrder(), shop(8))).code, '58')
  assert.equal((await interpos.sale(newOrder(), { ...shop(8), Pan: '9792030394440796' })).code, '00')
})

test('a used order number is refused, whatever became of the first charge', async () => {
  for (const card of [GOOD_CARD, '4002020000000024']) {
    const order = newOrder()
    await interpos.sale(order, { Pan: card })
    const again = await interpos.sale(order)
    assert.deepEqual([again.code, again.field('ErrorCode')], ['94', 'B940001'])
    assert.equal(await net(order), card === GOOD_CARD ? 14990 : 0)
  }
})

test('pre-authorization, capture of a part, refunds up to what was captured', async () => {
  const order = newOrder()
  const held = await interpos.preauth(order)
  assert.equal(await interpos.state(order), 'N A - 149,90 0')
  const refused = async (answer: ReturnType<typeof interpos.sale>) => (await answer).field('ErrorCode')
  assert.equal(await refused(interpos.refund(order, '1.00')), 'BE390007')
  assert.equal(await refused(interpos.capture(order, '149.91')), 'B130002')
  assert.equal(await refused(interpos.capture(order, '100.00', { Currency: '840' })), 'B300007')
  const captured = await interpos.capture(order, '100.00')
  assert.deepEqual([captured.code, captured.field('Amount')], ['00', '100,00'])
  assert.notEqual(captured.field('TransId'), held.field('TransId'))
  assert.equal(await refused(interpos.capture(order, '49.90')), 'BE390002')
  assert.equal(await interpos.state(order), 'N K S 100,00 0')
  assert.equal(await refused(interpos.refund(order, '100.01')), 'B130003')
  assert.equal((await interpos.refund(order, '60.00')).code, '00')
  assert.equal(await interpos.state(order), 'N K S 100,00 60,00')
  assert.equal(await refused(interpos.refund(order, '40.00', { Currency: '978' })), 'B300007')
  assert.equal((await interpos.refund(order, '40.00', { Currency: '949' })).code, '00')
  assert.equal(await refused(interpos.refund(order, '1.00')), 'BE390008')
  assert.equal(await net(order), 0)
  assert.equal(await refused(interpos.capture(newOrder(), '1.00')), 'B050001')
})

test('a sale is no pre-authorization, and a step has neither a wrong amount nor a card', async () => {
  const order = newOrder()
  await interpos.sale(order)
  assert.equal((await interpos.capture(order, '1.00')).field('ErrorCode'), 'BE390001')
  for (const amount of ['1', '1,00', ''])
    assert.equal((await interpos.refund(order, amount)).field('ErrorCode'), 'B130001')
  assert.equal((await interpos.void(order, { Pan: GOOD_CARD })).field('ErrorCode'), 'BE310004')
  assert.equal((await interpos.void('')).field('ErrorCode'), 'B300001')
  assert.equal(await net(order), 14990)
})

test('a void undoes the day of the sale, once, and nothing after it', async () => {
  const [sale, captured, later] = [newOrder(), newOrder(), newOrder()]
  await interpos.sale(sale)
  await interpos.preauth(captured)
  await interpos.capture(captured, '149.90')
  await interpos.sale(later)
  for (const order of [sale, captured]) {
    assert.equal((await interpos.void(order)).code, '00')
    const status = await interpos.status(order)
    assert.deepEqual([status.field('TxnStat'), status.field('TxnStatus')], ['V', 'V'])
    assert.match(status.field('VoidDate'), /^11\.5\.2027 \d{2}:\d{2}:\d{2}$/)
    for (const answer of [await interpos.void(order), await interpos.refund(order, '1.00')])
      assert.deepEqual([answer.code, answer.field('ErrorCode')], ['E39', 'BE390004'])
    assert.equal(await net(order), 0)
  }
  await bank.control.endDay()
  assert.equal(await interpos.state(later), 'N S S 149,90 0')
  assert.equal((await interpos.void(later)).field('ErrorCode'), 'BE390006')
  assert.equal((await interpos.refund(later, '149.90')).code, '00')
})

test('a merchant that refunds only after the end of the day', async () => {
  const order = newOrder()
  await interpos.sale(order, shop(6))
  assert.equal((await interpos.refund(order, '149.90', shop(6))).field('ErrorCode'), 'BE390009')
  await bank.control.advance(24 * 3_600)
  assert.equal((await interpos.refund(order, '149.90', shop(6))).code, '00')
})

test('a void of an unknown order is 05 and leaves a tombstone: a charge that arrives later is refused', async () => {
  const order = newOrder()
  const unknown = await interpos.void(order)
  assert.deepEqual([unknown.code, unknown.field('ErrorMessage')], ['05', 'Orjinal Islem Bulunamadi'])
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'tombstone')
  assert.equal((await interpos.sale(order)).code, '94')
  assert.equal((await interpos.status(order)).code, '05')
})

test('a hold expires after 15 days', async () => {
  const order = newOrder()
  await interpos.preauth(order)
  await bank.control.advance(16 * 24 * 3_600)
  assert.equal((await interpos.capture(order, '1.00')).field('ErrorCode'), 'BE390003')
  assert.equal(await interpos.state(order), 'V V S 149,90 0')
})

test('nothing stored contains a full card number, its code or a password', async () => {
  const order = newOrder()
  await interpos.sale(order, { Cvv2: '731' })
  await interpos.refund(order, '1.00', { Cvv2: '731' })
  assert.equal((await bank.control.verdict()).violations.card_code_sent_again, 1)
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(kept.includes('454671******7894'))
  assert.ok(!kept.includes(GOOD_CARD) && !/(?<![\d.])731(?!\d)/.test(kept) && !kept.includes('SimUserPw1'))
})

test('the ledger has every kuruş once: what cardholders paid is held or owed to the merchant', async () => {
  const inEuros = { Currency: '978' }
  const [sold, voided, held, captured] = [newOrder(), newOrder(), newOrder(), newOrder()]
  await interpos.sale(sold, { ...inEuros, PurchAmount: '10.00' })
  await interpos.sale(voided, { ...inEuros, PurchAmount: '20.00' })
  await interpos.void(voided)
  await interpos.preauth(held, { ...inEuros, PurchAmount: '30.00' })
  await interpos.preauth(captured, { ...inEuros, PurchAmount: '40.00' })
  await interpos.capture(captured, '25.00', inEuros)
  await interpos.refund(captured, '5.00')
  await interpos.sale(newOrder(), { ...inEuros, Pan: '4111111111111111' })
  const { balances, sum } = await bank.control.balances()
  const ofEuros = ['cardholder', 'hold', 'receivable'].map((account) => balances[`${MERCHANT}/EUR/${account}`])
  assert.deepEqual([ofEuros, sum], [[-6000, 3000, 3000], 0])
})
