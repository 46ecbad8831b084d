/** 3-D Secure at iyzico: the page for the browser, the challenge, what is posted back, and the second call. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { openShop, visitGateway, type WayBack } from '../shopper.ts'
import {
  CHALLENGED,
  card,
  isBackSigned,
  isSigned,
  type Json,
  MERCHANT,
  type Members,
  OF_PAYMENT,
  openIyzico,
  pageForm,
  type Sent,
} from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
const shop = use(openShop)
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

let orders = 0
const newOrder = (): string => `ID-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net
const challenged = { paymentCard: card({ cardNumber: CHALLENGED }) }

interface Begun {
  paymentId: string
  back: WayBack | undefined
}

/** Begins a payment and brings its page to the bank as a browser does. */
const visit = async (order: string, more: Members = {}, auto?: string, sent?: Sent): Promise<Begun> => {
  const begun = await iyzico.initialize(order, more, sent)
  const { action, fields } = pageForm(begun)
  assert.match(action, /\/iyzico\/payment\/mock\/init3ds$/)
  return { paymentId: begun.body.paymentId, back: (await visitGateway(action, fields, auto)).back }
}

test('the challenge charges nothing, the second call charges once, and every answer is signed', async () => {
  const order = newOrder()
  const begun = await iyzico.initialize(order, challenged)
  assert.deepEqual([begun.code, begun.body.conversationId], ['success', order])
  assert.ok(isSigned(begun.body, 'paymentId conversationId'))
  const { paymentId } = begun.body
  assert.equal((await iyzico.detail({ paymentId })).body.paymentStatus, 'INIT_THREEDS')
  assert.equal((await iyzico.finish({ conversationId: order, paymentId })).code, '5171')
  const { action, fields } = pageForm(begun)
  const { back } = await visitGateway(action, fields, 'ok')
  assert.equal(back!.action, 'http://127.0.0.1:9/back')
  assert.deepEqual(
    { ...back!.fields, signature: '' },
    {
      status: 'success',
      paymentId,
      conversationData: '',
      conversationId: order,
      mdStatus: '1',
      signature: '',
    },
  )
  assert.ok(isBackSigned(back!.fields))
  assert.deepEqual([await net(order), await iyzico.state(order)], [undefined, '3 - 149.9 NOT_REFUNDED 0'])
  const { body } = await iyzico.finish({ conversationId: order, paymentId, conversationData: '' })
  assert.deepEqual(
    [body.status, body.paymentId, body.mdStatus, body.phase, body.paidPrice],
    ['success', paymentId, 1, 'AUTH', 149.9],
  )
  assert.ok(isSigned(body, OF_PAYMENT))
  assert.equal(await net(order), 14990)
  assert.equal((await iyzico.finish({ conversationId: order, paymentId })).code, '5173')
  assert.equal(await net(order), 14990)
  const detail = (await iyzico.detail({ paymentId })).body
  assert.deepEqual([detail.paymentStatus, detail.mdStatus], ['SUCCESS', 1])
  const [{ threeDS, paymentStatus }] = (await iyzico.report({ paymentId })).body.payments
  assert.deepEqual([threeDS, paymentStatus], [true, 1])
  assert.equal((await iyzico.cancel({ paymentId })).code, 'success')
  assert.equal((await bank.control.order(MERCHANT, order)).three_d, true)
})

test('the newer second call repeats the terms', async () => {
  const order = newOrder()
  const { paymentId } = await visit(order, challenged, 'ok')
  const terms = { conversationId: order, paymentId, paidPrice: '149.9', basketId: `B-${order}`, currency: 'TRY' }
  for (const [more, code] of [
    [{ paidPrice: undefined }, '24'],
    [{ currency: undefined }, '24'],
    [{ paidPrice: '149.8' }, '5174'],
    [{ currency: 'USD' }, '5174'],
    [{ basketId: 'B-other' }, '5174'],
  ] as const)
    assert.equal((await iyzico.finishV2({ ...terms, ...more })).code, code)
  assert.equal(await net(order), undefined)
  assert.equal((await iyzico.finishV2({ ...terms, paidPrice: 149.9 })).code, 'success')
  assert.equal(await net(order), 14990)
})

test('a pre-authorization after a challenge is captured like any other', async () => {
  const order = newOrder()
  const begun = await iyzico.initializePreauth(order, challenged)
  const { action, fields } = pageForm(begun)
  await visitGateway(action, fields, 'ok')
  const { paymentId } = begun.body
  const { body } = await iyzico.finish({ paymentId })
  assert.deepEqual([body.phase, (await bank.control.order(MERCHANT, order)).held], ['PRE_AUTH', 14990])
  assert.equal((await iyzico.capture({ paymentId, paidPrice: '149.9', currency: 'TRY' })).body.phase, 'POST_AUTH')
  assert.equal(await net(order), 14990)
})

const ENDINGS: [what: string, cardNumber: string, auto: string | undefined, mdStatus: string][] = [
  ['without a challenge', '4546711234567894', undefined, '1'],
  ['a failed code', CHALLENGED, 'fail', '0'],
  ['a shopper who gives up', CHALLENGED, 'cancel', '0'],
  ['a bank that refuses', '4131111111111117', undefined, '0'],
  ['an attempt', '4141111111111115', undefined, '4'],
  ['a bank that is not there', '4666899999999990', undefined, '5'],
  ['an unknown card', '4508034508034509', undefined, '8'],
]
for (const [what, cardNumber, auto, mdStatus] of ENDINGS)
  test(`${what}: mdStatus ${mdStatus}, and only 1 is charged`, async () => {
    const order = newOrder()
    const { paymentId, back } = await visit(order, { paymentCard: card({ cardNumber }) }, auto)
    const isOk = mdStatus === '1'
    assert.deepEqual([back!.fields.mdStatus, back!.fields.status], [mdStatus, isOk ? 'success' : 'failure'])
    assert.ok(isBackSigned(back!.fields))
    const { code } = await iyzico.finish({ conversationId: order, paymentId })
    assert.equal(code, isOk ? 'success' : '5172')
    assert.equal(await net(order), isOk ? 14990 : undefined)
    assert.match(await iyzico.state(order), isOk ? /^1 AUTH/ : /^0 - /)
  })

test('a declined second call is a failure of the card, and the challenge is spent', async () => {
  const order = newOrder()
  const { paymentId } = await visit(order, { paymentCard: card({ cardNumber: '4111111111111129' }) }, 'ok')
  const { body } = await iyzico.finish({ conversationId: order, paymentId })
  assert.deepEqual([body.errorCode, body.errorGroup], ['10051', 'NOT_SUFFICIENT_FUNDS'])
  assert.equal((await iyzico.finish({ paymentId })).code, '5173')
  assert.equal(await iyzico.state(order), '0 AUTH 149.9 NOT_REFUNDED 0')
})

test('a card that demands 3-D Secure pays after it', async () => {
  const order = newOrder()
  const { paymentId } = await visit(order, { paymentCard: card({ cardNumber: '4003030000000030' }) }, 'ok')
  assert.equal((await iyzico.finish({ paymentId })).code, 'success')
})

const REFUSED: [what: string, more: Members, code: string, digit?: number][] = [
  ['no address', { callbackUrl: undefined }, '23'],
  ['an address of no site', { callbackUrl: 'javascript:1' }, '23'],
  ['a merchant without it', {}, '5067', 3],
  ['a suspended merchant', {}, '5068', 2],
  ['a basket of another sum', { price: '1' }, '5062'],
  ['a card whose challenge cannot begin', { paymentCard: card({ cardNumber: '4151111111111112' }) }, '5070'],
  ['installments of a debit card', { paymentCard: card({ cardNumber: '5890040000000016' }), installment: 2 }, '10218'],
]
for (const [what, more, code, digit = 1] of REFUSED)
  test(`a challenge does not begin: ${what}`, async () => {
    const answer = await iyzico.initialize(newOrder(), more, { digit })
    assert.deepEqual([answer.code, answer.body.threeDSHtmlContent, answer.body.paymentId], [code, undefined, undefined])
  })

test('a challenge of another merchant, an unknown one, and a form that the bank did not make', async () => {
  const { paymentId } = await visit(newOrder(), challenged, 'ok')
  assert.equal((await iyzico.finish({ paymentId }, { digit: 8 })).code, '5087')
  assert.equal((await iyzico.finish({ paymentId: '1' })).code, '5087')
  assert.equal((await iyzico.finish({})).code, '24')
  const begun = pageForm(await iyzico.initialize(newOrder(), challenged))
  for (const token of ['', 'x', `${begun.fields.token}x`, begun.fields.token!.split('.')[0]!])
    assert.equal((await visitGateway(begun.action, { token })).status, 404)
})

test('an older version has a conversationData, which the second call brings back', async () => {
  const order = newOrder()
  const { paymentId, back } = await visit(order, challenged, 'ok', { digit: 9 })
  const { conversationData } = back!.fields
  assert.match(conversationData!, /^[A-Za-z0-9+/]{43}=$/)
  assert.ok(isBackSigned(back!.fields))
  const finish = (data?: string) => iyzico.finish({ paymentId, conversationData: data }, { digit: 9 })
  assert.deepEqual([(await finish()).code, (await finish('x')).code], ['5175', '5175'])
  assert.equal((await finish(conversationData)).code, 'success')
})

const arm = (order: string, kind: string, parameters: Members = {}) =>
  bank.control.arm({ kind, match: { face: 'iyzico', order_id: order, operation: 'callback' }, parameters })

test('callbacks with a wrong signature, of another payment, with more fields, and with a lie about the challenge', async () => {
  const [first, wrong, swapped, more, lie] = [newOrder(), newOrder(), newOrder(), newOrder(), newOrder()]
  const other = await visit(first, challenged, 'ok')
  await arm(wrong, 'bad_hash')
  assert.equal(isBackSigned((await visit(wrong, challenged, 'ok')).back!.fields), false)
  await arm(swapped, 'swapped_order', { order_id: first })
  const { back } = await visit(swapped, challenged, 'ok')
  assert.deepEqual([back!.fields.paymentId, back!.fields.conversationId], [other.paymentId, first])
  assert.ok(isBackSigned(back!.fields))
  await arm(more, 'extra_fields')
  const { fields } = (await visit(more, challenged, 'ok')).back!
  assert.deepEqual([fields.NewField, isBackSigned(fields)], ['yeni alan|x', true])
  await arm(lie, 'md_bad_but_charged')
  const lied = await visit(lie, challenged, 'ok')
  assert.deepEqual([lied.back!.fields.mdStatus, lied.back!.fields.status], ['7', 'failure'])
  assert.equal((await iyzico.finish({ paymentId: lied.paymentId })).code, '5172')
  assert.equal(await net(lie), undefined)
})

test('callbacks that come twice, late, before the browser, and never', async () => {
  const to = { ...challenged, callbackUrl: shop.url }
  const heard = (order: string) => shop.heard.filter(({ conversationId }) => conversationId === order)
  const [twice, late, both, never] = [newOrder(), newOrder(), newOrder(), newOrder()]
  await arm(twice, 'callback_twice', { copies: 3 })
  assert.ok((await visit(twice, to, 'ok')).back)
  assert.equal(heard(twice).length, 2)
  await arm(both, 'callback_then_success_url')
  assert.ok((await visit(both, to, 'ok')).back)
  assert.equal(heard(both).length, 1)
  await arm(never, 'callback_never')
  const gone = await visit(never, to, 'ok')
  assert.deepEqual([gone.back, heard(never)], [undefined, []])
  assert.equal((await iyzico.detail({ paymentId: gone.paymentId })).body.paymentStatus, 'CALLBACK_THREEDS')
  await arm(late, 'callback_late', { minutes: 20 })
  const { back, paymentId } = await visit(late, to, 'ok')
  assert.deepEqual([back, heard(late)], [undefined, []])
  await bank.control.advance(21 * 60)
  await until('the late callback', async () => heard(late).length === 1)
  assert.ok(isBackSigned(heard(late)[0]!))
  assert.equal((await iyzico.finish({ paymentId })).code, 'success')
})

test('two second calls at once charge once', async () => {
  const order = newOrder()
  const { paymentId } = await visit(order, challenged, 'ok')
  const codes = await Promise.all([1, 2, 3].map(async () => (await iyzico.finish({ paymentId })).code))
  assert.deepEqual(codes.sort(), ['5173', '5173', 'success'])
  assert.equal(await net(order), 14990)
})

test('md1_then_decline: the challenge succeeds, the second call is refused', async () => {
  const order = newOrder()
  await bank.control.arm({ kind: 'md1_then_decline', match: { order_id: order } })
  const { paymentId, back } = await visit(order, challenged, 'ok')
  assert.equal(back!.fields.mdStatus, '1')
  assert.equal((await iyzico.finish({ paymentId })).body.errorGroup, 'DO_NOT_HONOUR')
  assert.equal(await net(order), 0)
})

test('a shopper who looks at the page and brings a wrong code, then the right one', async () => {
  const order = newOrder()
  const { action, fields } = pageForm(await iyzico.initialize(order, challenged))
  const { location } = await visitGateway(action, fields)
  const page = new URL(location!, action)
  const post = (code: string): Promise<Response> => fetch(page, { method: 'POST', body: new URLSearchParams({ code }) })
  assert.match(await (await fetch(page)).text(), /149,90/)
  assert.match(await (await post('1')).text(), /name="code"/)
  assert.match(await (await post('123456')).text(), /name="mdStatus" value="1"/)
  const body: Json = (await iyzico.report({ paymentConversationId: order })).body
  assert.equal(body.payments[0].paymentStatus, 3)
})
