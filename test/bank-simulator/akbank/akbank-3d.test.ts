/** The 3-D Secure gateway of Akbank: its two models, the hash of what it posts back, the second call, refused forms. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { openShop, visitGateway } from '../shopper.ts'
import {
  CHALLENGED,
  callbackHash,
  card,
  gatewayForm,
  MERCHANT,
  newRandom,
  openAkbank,
  terminalOf,
  terms,
} from './akbank-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let akbank: ReturnType<typeof openAkbank>
let gateway: string
before(async () => {
  akbank = openAkbank(bank.url)
  gateway = `${bank.url}/akbank/securepay`
})

let orders = 0
const newOrder = (): string => `AD-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net
const visit = async (order: string, more: Record<string, string> = {}, auto?: string) =>
  (await visitGateway(gateway, gatewayForm(order, more), auto)).back!

test('3D: the challenge charges nothing, its proof is charged once', async () => {
  const order = newOrder()
  const { action, fields } = await visit(order, { creditCard: CHALLENGED }, 'ok')
  assert.equal(action, 'http://127.0.0.1:9/ok')
  assert.deepEqual(
    [fields.txnCode, fields.responseCode, fields.orderId, fields.merchantSafeId, fields.secureEcomInd],
    ['3001', 'VPS-0000', order, terminalOf(1).merchantSafeId, '02'],
  )
  assert.match(fields.secureMd!, /^[0-9A-F]{64}$/)
  assert.equal(Buffer.from(fields.secureId!, 'base64').length, 20)
  assert.match(fields.txnDateTime!, /^2027-05-11T\d\d:\d\d:\d\d\.000$/)
  assert.equal(fields.hash, callbackHash(fields))
  for (const name of ['creditCard', 'cvv', 'expiredDate', 'randomNumber']) assert.equal(fields[name], undefined)
  assert.equal(await net(order), undefined)
  const paid = await akbank.afterChallenge(order, fields)
  assert.deepEqual([paid.code, paid.host, paid.body.order.orderId], ['VPS-0000', '00', order])
  assert.equal(await net(order), 14990)
  assert.equal((await akbank.afterChallenge(order, fields)).code, 'VPS-1281')
  assert.equal(await net(order), 14990)
  assert.deepEqual(await akbank.rows(order), ['1000 N 149.9 VPS-0000 -'])
})

test('the second call needs the whole proof of this order, its terms, and no card', async () => {
  const [order, other] = [newOrder(), newOrder()]
  const { fields } = await visit(order)
  const others = (await visit(other)).fields
  const refused = async (of: string, proof: Record<string, string>, more = {}, txnCode = '1000') =>
    (await akbank.afterChallenge(of, proof, more, txnCode)).code
  assert.equal(await refused(newOrder(), fields), 'VPS-1280')
  assert.equal(await refused(order, others), 'VPS-1280')
  for (const name of ['secureId', 'secureEcomInd', 'secureData', 'secureMd'])
    assert.equal(
      await refused(order, { ...fields, [name]: name === 'secureEcomInd' ? '06' : others[name]! }),
      'VPS-1280',
      name,
    )
  assert.equal(await refused(order, fields, { transaction: terms({ amount: '1.00' }) }), 'VPS-1280')
  assert.equal(await refused(order, fields, { transaction: terms({ installCount: 2 }) }), 'VPS-1280')
  assert.equal(await refused(order, fields, { transaction: terms({ currencyCode: 840 }) }), 'VPS-1280')
  assert.equal(await refused(order, fields, {}, '1004'), 'VPS-1280')
  assert.equal(await refused(order, fields, { terminal: terminalOf(3) }), 'VPS-1280')
  assert.equal(await refused(order, fields, { card: card() }), '400')
  assert.equal(await net(order), undefined)
  assert.equal(await refused(order, fields), 'VPS-0000')
})

test('3D of a pre-authorization', async () => {
  const order = newOrder()
  const { fields } = await visit(order, { txnCode: '3004', installCount: '3' })
  const held = await akbank.afterChallenge(order, fields, { transaction: terms({ installCount: 3 }) }, '1004')
  assert.deepEqual([held.code, held.body.txnCode], ['VPS-0000', '1004'])
  assert.equal((await bank.control.order(MERCHANT, order)).held, 14990)
  assert.equal((await akbank.capture(order, '149.90')).code, 'VPS-0000')
})

for (const paymentModel of ['3D', '3D_PAY'])
  for (const auto of ['fail', 'cancel'])
    test(`${paymentModel}: a challenge that ended with ${auto} is VPS-1279, signed, and charges nothing`, async () => {
      const order = newOrder()
      const { action, fields } = await visit(order, { paymentModel, creditCard: CHALLENGED }, auto)
      assert.equal(action, 'http://127.0.0.1:9/fail')
      assert.deepEqual(
        [fields.responseCode, fields.orderId, fields.txnCode, fields.merchantSafeId, fields.hashParams],
        ['VPS-1279', order, '', '', 'responseCode+responseMessage+orderId'],
      )
      assert.equal(fields.hash, callbackHash(fields))
      assert.equal((await akbank.afterChallenge(order, fields)).code, 'VPS-1280')
      assert.equal(await net(order), undefined)
    })

test('3D_PAY: the charge is in the callback, approved or declined', async () => {
  const [good, bad] = [newOrder(), newOrder()]
  const form = { paymentModel: '3D_PAY', installCount: '3', cardHolderName: 'Ayşe Yılmaz' }
  const approved = await visit(good, form)
  assert.deepEqual(
    ['txnCode', 'responseCode', 'hostResponseCode', 'cardHolderName'].map((name) => approved.fields[name]),
    ['1000', 'VPS-0000', '00', 'Ay** Yı****'],
  )
  assert.match(approved.fields.authCode!, /^\d{6}$/)
  assert.equal(approved.action, 'http://127.0.0.1:9/ok')
  assert.equal(approved.fields.hash, callbackHash(approved.fields))
  assert.equal(await net(good), 14990)
  const declined = await visit(bad, { ...form, amount: '100.51' })
  assert.deepEqual(
    [declined.action, declined.fields.responseCode, declined.fields.hostResponseCode, declined.fields.authCode],
    ['http://127.0.0.1:9/fail', 'VPS-1005', '51', '000000'],
  )
  assert.equal(declined.fields.hash, callbackHash(declined.fields))
  assert.equal(await net(bad), 0)
})

test('a newer version also names the amount, the plan and the md status, and signs them', async () => {
  const order = newOrder()
  const { back } = await visitGateway(gateway, gatewayForm(order, { creditCard: CHALLENGED }, 7), 'fail')
  const { fields } = back!
  assert.deepEqual(
    [fields.mdStatus, fields.amount, fields.currencyCode, fields.installCount, fields.paymentModel],
    ['0', '149.90', '949', '1', '3D'],
  )
  assert.equal(
    fields.hashParams,
    'responseCode+responseMessage+orderId+paymentModel+amount+currencyCode+installCount+mdStatus',
  )
  assert.equal(fields.hash, callbackHash(fields))
})

const POSTED: [what: string, form: Record<string, string>, digit: number, code: string][] = [
  ['a suspended merchant', {}, 2, 'VPS-1002'],
  ['a merchant without 3D Secure', {}, 3, 'VPS-1064'],
  ['pre-authorization without permission', { txnCode: '3004' }, 4, 'VPS-1062'],
  ['a wrong check digit', { creditCard: '4546711234567893' }, 1, 'VPS-1014'],
  ['an expired card', { expiredDate: '0126' }, 1, 'VPS-1015'],
]
for (const [what, form, digit, code] of POSTED)
  test(`${what} is posted to failUrl, signed, without a challenge`, async () => {
    const order = newOrder()
    const { action, fields } = (await visitGateway(gateway, gatewayForm(order, form, digit))).back!
    assert.deepEqual([action, fields.responseCode, fields.orderId], ['http://127.0.0.1:9/fail', code, order])
    assert.equal(fields.hash, callbackHash(fields))
    assert.equal(await net(order, `4600000${digit}`), undefined)
  })

test('a used order and a form that was brought before are posted to failUrl', async () => {
  const order = newOrder()
  await akbank.sale(order)
  assert.equal((await visit(order)).fields.responseCode, 'VPS-1013')
  const form = gatewayForm(newOrder(), { randomNumber: newRandom() })
  assert.equal((await visitGateway(gateway, form)).back!.fields.responseCode, 'VPS-0000')
  assert.equal((await visitGateway(gateway, form)).back!.fields.responseCode, 'VPS-1074')
  assert.equal((await bank.control.verdict()).violations.random_used_again, 1)
})

const REFUSED: [what: string, form: Record<string, string>][] = [
  ['a wrong hash', { hash: 'x' }],
  ['a terminal of another merchant', { terminalSafeId: terminalOf(2).terminalSafeId }],
  ['the hosted page', { paymentModel: '3D_PAY_HOSTING' }],
  ['a type of the other address', { txnCode: '1000' }],
  ['minor units', { amount: '14990' }],
  ['nothing', { amount: '0.00' }],
  ['an empty number of installments', { installCount: '' }],
  ['no card code', { cvv: '' }],
  ['an address of a script', { okUrl: 'javascript:alert(1)' }],
  ['an unknown field', { colour: 'red' }],
  ['a short random number', { randomNumber: 'AB12' }],
]
for (const [what, form] of REFUSED)
  test(`refused: ${what}`, async () => {
    const order = newOrder()
    const answer = await visitGateway(gateway, gatewayForm(order, form))
    assert.deepEqual([answer.status, answer.back], [400, undefined])
    assert.equal(await net(order), undefined)
  })

test('faults of the callback: a wrong hash, another amount, another order, charged in spite of a failed challenge', async () => {
  const [hash, amount, swapped, other, charged] = [newOrder(), newOrder(), newOrder(), newOrder(), newOrder()]
  const match = (order: string) => ({ face: 'akbank', order_id: order, operation: 'callback' })
  await visit(other)
  await bank.control.arm(
    { kind: 'bad_hash', match: match(hash) },
    { kind: 'tampered_amount', match: match(amount), parameters: { minor: 100 } },
    { kind: 'swapped_order', match: match(swapped), parameters: { order_id: other } },
    { kind: 'md_bad_but_charged', match: match(charged) },
    { kind: 'extra_fields', match: match('AD-extra') },
  )
  const wrong = (await visit(hash)).fields
  assert.notEqual(wrong.hash, callbackHash(wrong))
  const tampered = (await visit(amount, { paymentModel: '3D_PAY' })).fields
  assert.deepEqual([tampered.responseCode, tampered.hash, await net(amount)], ['VPS-0000', callbackHash(tampered), 100])
  const foreign = (await visit(swapped)).fields
  assert.deepEqual([foreign.orderId, foreign.hash], [other, callbackHash(foreign)])
  assert.equal((await akbank.afterChallenge(swapped, foreign)).code, 'VPS-1280')
  const odd = (await visit(charged, { paymentModel: '3D_PAY' })).fields
  assert.deepEqual([odd.responseCode, odd.hash, await net(charged)], ['VPS-1279', callbackHash(odd), 14990])
  const extra = (await visit('AD-extra')).fields
  assert.match(extra.hashParams!, /\+NewField$/)
  assert.equal(extra.hash, callbackHash(extra))
})

test('faults after the challenge: authenticated and declined', async () => {
  const [declined, inside] = [newOrder(), newOrder()]
  await bank.control.arm(
    { kind: 'md1_then_decline', match: { face: 'akbank', order_id: declined } },
    { kind: 'md1_then_decline', match: { face: 'akbank', order_id: inside } },
  )
  const { fields } = await visit(declined)
  const answer = await akbank.afterChallenge(declined, fields)
  assert.deepEqual([answer.code, answer.host, await net(declined)], ['VPS-1005', '05', 0])
  const back = (await visit(inside, { paymentModel: '3D_PAY' })).fields
  assert.deepEqual([back.responseCode, back.hostResponseCode, await net(inside)], ['VPS-1005', '05', 0])
})

test('callbacks that come twice, first from the bank, late or never, with the charge made once', async () => {
  const shop = await openShop()
  const under = async (kind: string, parameters: Record<string, number> = {}) => {
    const order = newOrder()
    shop.heard.length = 0
    await bank.control.arm({ kind, parameters, match: { face: 'akbank', order_id: order } })
    const urls = { okUrl: shop.url, failUrl: shop.url }
    const { back } = await visitGateway(gateway, gatewayForm(order, { paymentModel: '3D_PAY', ...urls }))
    assert.equal(await net(order), 14990, kind)
    return { order, back }
  }
  const twice = await under('callback_twice', { copies: 4 })
  assert.deepEqual(shop.heard, Array(3).fill(twice.back!.fields))
  const first = await under('callback_then_success_url')
  assert.deepEqual(shop.heard, [first.back!.fields])
  const never = await under('callback_never')
  assert.deepEqual([never.back, shop.heard], [undefined, []])
  const late = await under('callback_late', { minutes: 20 })
  assert.deepEqual([late.back, shop.heard], [undefined, []])
  await bank.control.advance(20 * 60 + 1)
  const [posted] = shop.heard
  assert.deepEqual(
    [posted!.orderId, posted!.responseCode, posted!.hash],
    [late.order, 'VPS-0000', callbackHash(posted!)],
  )
  await shop.close()
})

test('a fault of the page: an error in place of the challenge', async () => {
  const order = newOrder()
  await bank.control.arm({ kind: 'http_5xx_before', match: { face: 'akbank', order_id: order, operation: 'gate' } })
  assert.equal((await visitGateway(gateway, gatewayForm(order))).status, 503)
  assert.equal(await net(order), undefined)
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
