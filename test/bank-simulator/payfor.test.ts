/** The PayFor adapter without 3-D Secure: approvals, declines, refusals of a strict gateway, inquiries, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { GOOD_CARD } from './nestpay-client.ts'
import { credentials, type Fields, MERCHANT, merchant, openPayfor, payforXml } from './payfor-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let payfor: ReturnType<typeof openPayfor>
before(async () => {
  payfor = openPayfor(bank.url)
})

let orders = 0
const newOrder = (): string => `Q-${++orders}`
const net = async (order: string): Promise<number | undefined> => (await bank.control.order(MERCHANT, order))?.net

test('a sale is approved with references and posted once; its inquiry names them otherwise', async () => {
  const order = newOrder()
  const sale = await payfor.sale(order, { InstallmentCount: '3' })
  assert.deepEqual(['ProcReturnCode', 'TransId', 'ErrMsg', 'CardHolderName'].map(sale.field), [
    '00',
    order,
    'Onaylandı',
    'AYŞE YILMAZ',
  ])
  assert.match(sale.field('AuthCode'), /^S\d{5}$/)
  assert.match(sale.field('HostRefNum'), /^\d{12}$/)
  const status = await payfor.status(order)
  assert.deepEqual(
    ['OrderId', 'TxnType', 'TxnStatus', 'PurchAmount', 'InstallmentCount', 'HostRefNum', 'AuthCode'].map(status.field),
    [order, 'Auth', 'Y', '149.90', '3', '', sale.field('AuthCode')],
  )
  assert.equal(status.field('F37'), sale.field('HostRefNum'))
  assert.match(status.field('InsertDatetime'), /^11\.05\.2027 \d{2}:\d{2}:\d{2}$/)
  assert.equal(await net(order), 14990)
})

test('an unknown order is V013 and P in the inquiry, and V013 in the report', async () => {
  const status = await payfor.status('Q-none')
  assert.deepEqual(['ProcReturnCode', 'TxnStatus', 'IrcCode', 'OrgOrderId', 'SecureType'].map(status.field), [
    'V013',
    'P',
    '99961',
    'Q-none',
    'Inquiry',
  ])
  const report = await payfor.history({ OrderId: 'Q-none' })
  assert.match(report.text, /^<\?xml version="1.0" encoding="utf-8"\?>\s*<TxnHistoryReport /)
  assert.deepEqual(['ProcReturnCode', 'TxnType'].map(report.field), ['V013', 'TxnHistory'])
})

const CARDS = `
  4002020000000024 05
  5555555555554444 61
  4111111111111111 51
  5401010000000011 14
  4003030000000030 1A
  4004040000000046 96
  4508034508034509 14
  5105105105105100 34`
for (const [number, code] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${number} is declined with ${code}, and the inquiry says so`, async () => {
    const order = newOrder()
    const answer = await payfor.sale(order, { Pan: number })
    assert.deepEqual([answer.code, answer.field('AuthCode')], [code, ''])
    const status = await payfor.status(order)
    assert.deepEqual([status.code, status.field('TxnStatus'), status.field('TxnResult')], [code, 'N', 'Failed'])
    assert.equal(await net(order), 0)
  })

const STRICT: [string, Fields, string][] = [
  ['another password', { UserPass: 'SimUserPw2' }, 'V001'],
  ['another user', { UserCode: 'SIM_API_USER_2' }, 'V001'],
  ['another merchant', { MerchantId: '085300000000099' }, 'M024'],
  ['another bank', { MbrId: '12' }, 'M024'],
  ['a suspended merchant', merchant(2), 'V007'],
  ['pre-authorization without permission', { ...merchant(4), TxnType: 'PreAuth' }, 'V011'],
  ['dollars without permission', { ...merchant(5), Currency: '840' }, 'V010'],
  ['minor units', { PurchAmount: '14990' }, 'M012'],
  ['a comma', { PurchAmount: '149,90' }, 'M012'],
  ['nothing', { PurchAmount: '0.00' }, 'M012'],
  ['currency in letters', { Currency: 'TRY' }, 'M002'],
  ['no number of installments', { InstallmentCount: '' }, 'M021'],
  ['one installment written out', { InstallmentCount: '1' }, 'M021'],
  ['more installments than the card takes', { Pan: '5400637000000004', InstallmentCount: '12' }, 'V006'],
  ['a wrong check digit', { Pan: '4546711234567893' }, 'M041'],
  ['no card code', { Cvv2: undefined }, 'M005'],
  ['an unknown kind of order', { MOTO: '2' }, 'M014'],
  ["another gateway's expiry", { Expiry: '12/30' }, 'M006'],
  ['an order id with a blank', { OrderId: 'Q 1' }, 'M022'],
  ['an unknown type', { TxnType: 'Sale' }, 'M014'],
  ['an unknown secure type', { SecureType: 'Secure' }, 'M014'],
  ['an unknown element', { Amount: '149.90' }, 'M025'],
]
for (const [what, fields, code] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = fields.OrderId ?? newOrder()
    const answer = await payfor.sale(order, fields)
    assert.deepEqual([answer.code, answer.field('AuthCode')], [code, ''])
    assert.equal(await net(order), undefined)
  })

test('refused: another charset, another root, entities of its own', async () => {
  const xml = payforXml({ ...credentials, OrderId: newOrder() })
  const bodies = [
    xml.replace('UTF-8', 'ISO-8859-9'),
    xml.replaceAll('PayforRequest', 'CC5Request'),
    xml.replace('<MbrId>', '<!DOCTYPE a [<!ENTITY b "c">]><MbrId>'),
    '<PayforRequest></PayforRequest>',
  ].map((text) => Buffer.from(text))
  const latin5 = Buffer.from(payforXml({ ...credentials, CardHolderName: '\u00fe' }), 'latin1')
  for (const body of [...bodies, latin5]) assert.equal((await payfor.send({}, body)).code, 'M025')
})

test('a mail order needs no card code', async () => {
  const order = newOrder()
  assert.equal((await payfor.sale(order, { MOTO: '1', Cvv2: undefined })).code, '00')
  assert.equal(await net(order), 14_990)
})

test('a used order number is refused, whatever became of the first charge', async () => {
  for (const card of [GOOD_CARD, '4002020000000024']) {
    const order = newOrder()
    await payfor.sale(order, { Pan: card })
    assert.equal((await payfor.sale(order)).code, '101310')
    assert.equal(await net(order), card === GOOD_CARD ? 14990 : 0)
  }
})

test('pre-authorization, capture of a part, refunds up to what was captured; the report lists the refused ones too', async () => {
  const order = newOrder()
  await payfor.preauth(order)
  assert.equal((await payfor.status(order)).field('TxnType'), 'PreAuth')
  assert.equal((await payfor.refund(order, '1.00')).code, 'V013')
  assert.equal((await payfor.capture(order, '149.91')).code, 'V027')
  assert.equal((await payfor.capture(order, '100.00')).code, '00')
  assert.equal((await payfor.capture(order, '49.90')).code, 'V025')
  const captured = await payfor.status(order)
  assert.deepEqual(['TxnType', 'OrgOrderId', 'PurchAmount', 'RefundedAmount'].map(captured.field), [
    'PostAuth',
    order,
    '100.00',
    '0',
  ])
  assert.equal((await payfor.refund(order, '100.01')).code, 'V015')
  assert.equal((await payfor.refund(order, '60.00')).code, '00')
  const status = await payfor.status(order)
  assert.deepEqual([status.field('RefundedAmount'), status.field('IsRefunded')], ['60.00', 'true'])
  assert.equal((await payfor.refund(order, '40.00')).code, '00')
  assert.equal((await payfor.refund(order, '1.00')).code, 'V037')
  assert.equal(await net(order), 0)
  const { text } = await payfor.history({ OrderId: order })
  const column = (name: string): string[] =>
    [...text.matchAll(new RegExp(`<${name}>([^<]*)<`, 'g'))].map(([, value]) => value!)
  assert.deepEqual(
    column('TxnType').map((type, at) =>
      [type, column('TxnStatus')[at], column('PurchAmount')[at], column('ProcReturnCode')[at]].join(' '),
    ),
    [
      'PreAuth Y 149.90 00',
      'Refund N 1.00 V013',
      'PostAuth Y 100.00 00',
      'Refund N 100.01 V015',
      'Refund Y 60.00 00',
      'Refund Y 40.00 00',
      'Refund N 1.00 V013',
    ],
  )
})

test('a void undoes the day of the sale, once, and nothing after it; the report says what was undone', async () => {
  const [sale, captured, later] = [newOrder(), newOrder(), newOrder()]
  await payfor.sale(sale)
  await payfor.preauth(captured)
  await payfor.capture(captured, '149.90')
  await payfor.sale(later)
  for (const order of [sale, captured]) {
    assert.equal((await payfor.void(order)).code, '00')
    const status = await payfor.status(order)
    assert.deepEqual([status.field('TxnStatus'), status.field('IsVoided')], ['V', 'true'])
    assert.deepEqual([/^20270511$/.test(status.field('VoidDate')), status.field('VoidTime').length], [true, 6])
    assert.equal((await payfor.void(order)).code, 'V013')
    assert.equal((await payfor.refund(order, '1.00')).code, 'V013')
    assert.equal(await net(order), 0)
  }
  const { text } = await payfor.history({ OrderId: captured })
  assert.deepEqual(
    [...text.matchAll(/<(?:TxnType|TxnStatus|OrgTxnType)>([^<]*)</g)].map(([, value]) => value!.trim()),
    ['PreAuth', 'Y', '', 'PostAuth', 'V', '', 'Void', 'Y', 'PostAuth', 'Refund', 'N', 'PostAuth'],
  )
  await bank.control.endDay()
  assert.equal((await payfor.void(later)).code, 'V018')
  assert.equal((await payfor.refund(later, '149.90')).code, '00')
})

test('a merchant that refunds only after the end of the day', async () => {
  const order = newOrder()
  const other = merchant(6)
  const sale = await payfor.sale(order, other)
  const refused = await payfor.refund(order, '149.90', other)
  assert.deepEqual([refused.code, refused.field('AuthCode')], ['V014', sale.field('AuthCode')])
  await bank.control.advance(24 * 3_600)
  assert.equal((await payfor.refund(order, '149.90', other)).code, '00')
})

test('a void of an unknown order is V013 and leaves a tombstone: a charge that arrives later is refused', async () => {
  const order = newOrder()
  assert.equal((await payfor.void(order)).code, 'V013')
  assert.equal((await bank.control.order(MERCHANT, order)).state, 'tombstone')
  assert.equal((await payfor.sale(order)).code, '101310')
  assert.equal((await payfor.status(order)).code, 'V013')
})

test('a hold expires after 15 days', async () => {
  const order = newOrder()
  await payfor.preauth(order)
  await bank.control.advance(16 * 24 * 3_600)
  assert.equal((await payfor.capture(order, '1.00')).code, 'V026')
  assert.equal((await payfor.status(order)).field('TxnStatus'), 'V')
})

test('faults: booked without an answer, hidden from inquiries, another charset, unknown elements', async () => {
  const [silent, hidden, odd] = [newOrder(), newOrder(), newOrder()]
  const match = (order: string) => ({ face: 'payfor', merchant: MERCHANT, order_id: order, operation: 'sale' })
  await bank.control.arm(
    { kind: 'drop_half_body', match: match(silent) },
    { kind: 'stale_inquiry', match: match(hidden) },
    { kind: 'extra_fields', match: match(odd) },
  )
  await assert.rejects(payfor.sale(silent))
  assert.equal((await payfor.status(silent)).field('TxnStatus'), 'Y')
  assert.equal((await payfor.sale(hidden)).code, '00')
  assert.equal((await payfor.status(hidden)).code, 'V013')
  await bank.control.advance(301)
  assert.equal((await payfor.status(hidden)).code, '00')
  assert.equal((await payfor.sale(odd)).field('NewField'), 'yeni alan: ğüşıöç')
})

test('nothing stored contains a full card number, its code or a password', async () => {
  const order = newOrder()
  await payfor.sale(order, { Cvv2: '731' })
  await payfor.refund(order, '1.00', { Cvv2: '731' })
  assert.equal((await bank.control.verdict()).violations.card_code_sent_again, 1)
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(kept.includes('454671******7894'))
  assert.ok(!kept.includes(GOOD_CARD) && !/(?<![\d.])731(?!\d)/.test(kept) && !kept.includes('SimUserPw1'))
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
