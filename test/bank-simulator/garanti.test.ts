/** The Garanti adapter: two users with two hashes, the constant amount, refusals of a strict gateway, and its 3-D Secure gateway. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { callbackHash, type GvpsCall, gatewayForm, openGaranti, TERMINAL } from './garanti-client.ts'
import { GOOD_CARD } from './nestpay-client.ts'
import { visitGateway } from './shopper.ts'

const bank = use(() => startBank({ now: MORNING }))
let garanti: ReturnType<typeof openGaranti>
let gateway: string
before(async () => {
  garanti = openGaranti(bank.url)
  gateway = `${bank.url}/garanti/servlet/gt3dengine`
})

let orders = 0
const newOrder = (): string => `G-${++orders}`
const net = async (order: string): Promise<number | undefined> => (await bank.control.order(TERMINAL, order))?.net
const card = (number: string, expiry = '1230', cvv = '000') => ({ card: { number, expiry, cvv } })

test('a sale, its inquiry, refunds and history', async () => {
  const order = newOrder()
  const sale = await garanti.sale(order, { installments: '3' })
  assert.deepEqual([sale.code, sale.reason, sale.message, sale.field('Source')], ['00', '00', 'Approved', 'HOST'])
  const retref = sale.field('RetrefNum')
  assert.match(retref, /^\d{12}$/)
  assert.equal((await garanti.refund(order, '14991', retref)).reason, '0208')
  assert.equal((await garanti.refund(order, '5000', retref)).code, '00')
  assert.equal((await garanti.refund(order, '9990', retref)).code, '00')
  assert.equal((await garanti.refund(order, '1', retref)).reason, '0208')
  const status = await garanti.status(order)
  assert.deepEqual(['Status', 'AuthAmount', 'InstallmentCnt', 'RetrefNum'].map(status.field), [
    'APPROVED',
    '14990',
    '3',
    retref,
  ])
  const history = await garanti.history(order)
  assert.deepEqual(
    [...history.text.matchAll(/<Type>([^<]*)/g)].map(([, word]) => word),
    ['sales', 'refund', 'refund', 'refund', 'refund'], // two were refused, and are there all the same
  )
  assert.equal(await net(order), 0)
})

test('pre-authorization, capture, void of either', async () => {
  const [captured, held] = [newOrder(), newOrder()]
  const first = (await garanti.preauth(captured)).field('RetrefNum')
  assert.equal((await garanti.status(captured)).field('Status'), 'WAITINGPOSTAUTH')
  assert.equal((await garanti.capture(captured, '14991', first)).code, '13')
  const capture = await garanti.capture(captured, '10000', first)
  assert.equal(capture.code, '00')
  assert.equal((await garanti.capture(captured, '1000', first)).code, '12')
  assert.equal((await garanti.void(captured, capture.field('RetrefNum'))).code, '00')
  assert.equal((await garanti.void(captured, capture.field('RetrefNum'))).code, '21')
  const second = (await garanti.preauth(held)).field('RetrefNum')
  assert.equal((await garanti.void(held, second)).code, '00')
  assert.equal((await garanti.status(held)).field('Status'), 'CANCELED')
  for (const order of [captured, held]) assert.equal(await net(order), 0)
})

test('a void after the end of the day is refused; one of an unknown order leaves a tombstone', async () => {
  const order = newOrder()
  const retref = (await garanti.sale(order)).field('RetrefNum')
  await bank.control.endDay()
  assert.equal((await garanti.void(order, retref)).code, '21')
  const lost = newOrder()
  const unknown = await garanti.void(lost, '000000000000')
  assert.deepEqual([unknown.code, unknown.reason], ['92', '0110'])
  const late = await garanti.sale(lost)
  assert.deepEqual([late.code, late.reason], ['92', '0199'])
  assert.deepEqual([(await garanti.status(lost)).reason, (await garanti.history(lost)).reason], ['0110', '0108'])
  assert.equal((await bank.control.order(TERMINAL, lost)).state, 'tombstone')
})

const CARDS = `
  4002020000000024 05
  5555555555554444 61
  4111111111111111 51
  5401010000000011 14
  4003030000000030 1A
  4004040000000046 96
  4508034508034509 14
  5105105105105100 12`
for (const [number, code] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${number} is declined with ${code}`, async () => {
    const order = newOrder()
    const answer = await garanti.sale(order, card(number!))
    assert.deepEqual([answer.code, answer.message], [code, 'Declined'])
    if (code === '12') assert.match(answer.system, /CVC2/)
    assert.equal((await garanti.status(order)).field('Status'), 'DECLINED')
    assert.equal(await net(order), 0)
  })

const STRICT: [string, Partial<GvpsCall>, string][] = [
  ['a wrong hash', { hash: 'X' }, '92/0651'],
  ["the refund user's password in a sale", { password: 'SimRfnPw1' }, '92/0651'],
  ['the refund user in a sale', { user: 'PROVRFN', password: 'SimRfnPw1' }, '92/0651'],
  ['another terminal', { terminal: '10100299' }, '92/0752'],
  ['another merchant', { merchantId: '7000002' }, '92/0752'],
  ['a suspended terminal', { terminal: '10100201' }, '03/03'],
  ['pre-authorization without permission', { terminal: '10100203', type: 'preauth' }, '58/58'],
  ['dollars without permission', { terminal: '10100204', currency: '840' }, '58/58'],
  ["another gateway's amount", { amount: '149.90' }, '13/13'],
  ['one installment written out', { installments: '1' }, '57/57'],
  ["another gateway's expiry", card(GOOD_CARD, '12/30'), '92/0002'],
  ['no card code', card(GOOD_CARD, '1230', ''), '92/0002'],
  ['a wrong check digit', card('4546711234567893'), '14/14'],
  ['an unknown type', { type: 'Auth', card: null }, '12/12'],
  ['an unknown element', { edit: (xml) => xml.replace('<MotoInd>', '<Moto>N</Moto><MotoInd>') }, '30/30'],
  [
    'blocks out of order',
    { edit: (xml) => xml.replace(/(<Customer>.*<\/Customer>)\n(<Card>.*<\/Card>)/, '$2$1') },
    '30/30',
  ],
  ['another charset', { edit: (xml) => xml.replace('encoding="UTF-8"', 'encoding="ISO-8859-9"') }, '30/30'],
  ['another version', { edit: (xml) => xml.replace('<Version>512', '<Version>v0.01') }, '92/0002'],
]
for (const [what, more, expected] of STRICT)
  test(`refused: ${what}`, async () => {
    const order = newOrder()
    const answer = await garanti.sale(order, more)
    assert.equal(`${answer.code}/${answer.reason}`, expected)
    assert.equal(await net(order), undefined)
  })

test('void and inquiries send the amount of the order or the constant, the former by the refund user, with the right reference', async () => {
  const order = newOrder()
  const retref = (await garanti.sale(order)).field('RetrefNum')
  assert.equal((await garanti.void(order, retref, { amount: '5000' })).code, '13')
  for (const type of ['orderinq', 'orderhistoryinq'])
    for (const [amount, code] of [
      ['14990', '00'],
      ['100', '00'],
      ['14991', '13'],
    ] as const)
      assert.equal((await garanti.send({ type, orderId: order, amount })).code, code)
  const wrong = { user: 'PROVAUT', password: 'SimProvPw1' }
  assert.equal((await garanti.void(order, retref, wrong)).reason, '0651')
  assert.equal((await garanti.refund(order, '100', '999999999999')).reason, '0110')
  assert.equal((await garanti.refund(order, '100', retref, card(GOOD_CARD))).code, '30')
  assert.equal(await net(order), 14990)
  assert.equal((await garanti.void(order, retref, { amount: '14990' })).code, '00')
  const held = newOrder()
  const hold = (await garanti.preauth(held)).field('RetrefNum')
  const capture = (await garanti.capture(held, '10000', hold)).field('RetrefNum')
  assert.equal((await garanti.void(held, capture, { amount: '14990' })).code, '13') // that of the capture is voided
  assert.equal((await garanti.void(held, capture, { amount: '10000' })).code, '00')
  const lost = await garanti.void(newOrder(), '000000000000', { amount: '14990' })
  assert.deepEqual([lost.code, lost.reason], ['92', '0110'])
})

test('a list of orders covers at most 30 days', async () => {
  const list = (from: string, to: string) =>
    garanti.send({
      type: 'orderlistinq',
      orderId: '',
      orderMore: `<StartDate>${from}</StartDate><EndDate>${to}</EndDate><ListPageNum>1</ListPageNum>`,
    })
  const day = new Date(Date.parse(await bank.control.now()) + 3 * 3_600_000).toISOString().slice(0, 10)
  const [year, month, date] = day.split('-')
  const today = `${date}/${month}/${year}`
  assert.ok(Number((await list(`${today} 00:00`, `${today} 23:59`)).field('TotalTxnCount')) > 5)
  assert.equal((await list('01/01/2026 00:00', '01/02/2026 00:00')).reason, '0002')
})

test('3D: signed callback, second leg with the proof, once', async () => {
  const order = newOrder()
  const { back } = await visitGateway(gateway, gatewayForm(order), 'ok')
  const { fields, action } = back!
  assert.equal(action, 'http://127.0.0.1:9/ok')
  assert.deepEqual(
    [fields.mdstatus, fields.oid, fields.txnamount, fields.hash],
    ['1', order, '14990', callbackHash(fields)],
  )
  assert.equal(fields.cardnumber, undefined)
  const secure3d = { md: fields.md!, xid: fields.xid!, eci: fields.eci!, cavv: fields.cavv! }
  assert.equal((await garanti.sale(order, { secure3d: { ...secure3d, cavv: 'x' } })).code, '63')
  assert.equal((await garanti.sale(order, { secure3d, ...card(GOOD_CARD) })).code, '30')
  assert.equal((await garanti.sale(order, { secure3d })).code, '00')
  assert.equal((await garanti.sale(order, { secure3d })).code, '94')
  assert.equal(await net(order), 14990)
})

test('3D_PAY: the callback brings the authorization; an amount changed on the way keeps its hash', async () => {
  const [good, bad, changed] = [newOrder(), newOrder(), newOrder()]
  const pay = { secure3dsecuritylevel: '3D_PAY' }
  const approved = (await visitGateway(gateway, gatewayForm(good, pay), 'ok')).back!
  assert.deepEqual([approved.fields.procreturncode, approved.fields.response], ['00', 'Approved'])
  const refused = (await visitGateway(gateway, gatewayForm(bad, pay), 'cancel')).back!
  assert.deepEqual([refused.action, refused.fields.mdstatus], ['http://127.0.0.1:9/fail', '0'])
  assert.equal(refused.fields.hash, callbackHash(refused.fields))
  await bank.control.arm({ kind: 'tampered_amount', match: { order_id: changed }, parameters: { minor: 700 } })
  const tampered = (await visitGateway(gateway, gatewayForm(changed, pay), 'ok')).back!
  assert.deepEqual([tampered.fields.txnamount, tampered.fields.hash], ['700', callbackHash(tampered.fields)])
  assert.deepEqual([await net(good), await net(bad), await net(changed)], [14990, undefined, 700])
})

test('the gateway: a wrong hash gets no callback, a terminal without 3D Secure one without a hash', async () => {
  assert.equal((await visitGateway(gateway, gatewayForm(newOrder(), { secure3dhash: 'X' }))).status, 400)
  const { back } = await visitGateway(gateway, gatewayForm(newOrder(), { terminalid: '10100202' }))
  assert.deepEqual([back!.fields.mdstatus, back!.fields.procreturncode, back!.fields.hash], ['7', '58', undefined])
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
