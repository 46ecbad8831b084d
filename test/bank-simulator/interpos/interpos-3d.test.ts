/** The 3-D Secure gateway of InterPOS: its two models, the hash of what it posts back, the second call, refused forms. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { openShop, visitGateway } from '../shopper.ts'
import { CHALLENGED, callbackHash, gatewayForm, MERCHANT, openInterpos, shop } from './interpos-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let interpos: ReturnType<typeof openInterpos>
let gateway: string
before(async () => {
  interpos = openInterpos(bank.url)
  gateway = `${bank.url}/interpos/mpi/Default.aspx`
})

let orders = 0
const newOrder = (): string => `ID-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net
const visit = async (order: string, more: Record<string, string> = {}, auto?: string) =>
  (await visitGateway(gateway, gatewayForm(order, more), auto)).back!
const OTHER = { ShopCode: '3207' }
const told = (fields: Record<string, string>): (string | undefined)[] =>
  ['3DStatus', 'mdStatus', 'TxnStat', 'ProcReturnCode', 'TxnResult', 'Response'].map((name) => fields[name])

test('3DModel: the challenge charges nothing, its proof is charged once', async () => {
  const order = newOrder()
  const { action, fields } = await visit(order, { Pan: CHALLENGED }, 'ok')
  assert.equal(action, 'http://127.0.0.1:9/ok')
  assert.deepEqual(told(fields), ['1', '1', 'Y', '', '', ''])
  assert.deepEqual(
    ['ShopCode', 'OrderId', 'PurchAmount', 'Currency', 'Eci', 'PayerTxnId', 'Pan', 'Expiry', 'PAResVerified'].map(
      (name) => fields[name],
    ),
    [MERCHANT, order, '149,90', '949', '02', '', '540063******0004', '****', 'True'],
  )
  assert.equal(fields.HASH, callbackHash(fields))
  assert.equal(fields.HASHPARAMSVAL, `149,90949http://127.0.0.1:9/okhttp://127.0.0.1:9/fail${fields.MD}${order}1`)
  for (const name of ['Cvv2', 'Rnd', 'Hash', 'UserCode']) assert.equal(fields[name], undefined)
  assert.equal(await net(order), undefined)
  const paid = await interpos.afterChallenge(order, fields)
  assert.deepEqual([paid.code, paid.field('TxnResult'), paid.field('Amount')], ['00', 'Success', '149,90'])
  assert.equal(await net(order), 14990)
  assert.equal((await interpos.afterChallenge(order, fields)).field('ErrorCode'), 'B940002')
  assert.equal(await net(order), 14990)
})

test('the second call needs the whole proof of this order, its terms, and no card', async () => {
  const [order, other] = [newOrder(), newOrder()]
  const { fields } = await visit(order)
  const others = (await visit(other)).fields
  const refused = async (of: string, proof: Record<string, string>, more = {}) =>
    (await interpos.afterChallenge(of, proof, more)).field('ErrorCode')
  assert.equal(await refused(newOrder(), fields), 'B630001')
  assert.equal(await refused(order, others), 'B630001')
  for (const [name, value] of [
    ['MD', others.MD!],
    ['PayerTxnId', 'x'],
    ['Eci', '06'],
    ['PayerAuthenticationCode', others.PayerAuthenticationCode!],
  ] as const)
    assert.equal(await refused(order, { ...fields, [name]: value }), 'B630001', name)
  assert.equal(await refused(order, fields, { PurchAmount: '1.00' }), 'B630001')
  assert.equal(await refused(order, fields, { InstallmentCount: '2' }), 'B630001')
  assert.equal(await refused(order, fields, { Currency: '840' }), 'B630001')
  assert.equal(await refused(order, fields, { TxnType: 'PreAuth' }), 'B630001')
  assert.equal(await refused(order, fields, shop(3)), 'B630001')
  assert.equal(await refused(order, fields, { Cvv2: '000' }), 'BE310004')
  assert.equal(await refused(order, fields, { UserPass: 'x' }), 'B810003')
  assert.equal(await net(order), undefined)
  assert.equal((await interpos.afterChallenge(order, fields)).code, '00')
})

test('3DModel of a pre-authorization in installments', async () => {
  const order = newOrder()
  const plan = { TxnType: 'PreAuth', InstallmentCount: '3' }
  const { fields } = await visit(order, plan)
  assert.equal((await interpos.afterChallenge(order, fields, plan)).code, '00')
  assert.equal(await interpos.state(order), 'N A - 149,90 0')
  assert.equal((await interpos.capture(order, '149.90')).code, '00')
  assert.equal((await bank.control.order(MERCHANT, order)).installments, 3)
})

for (const SecureType of ['3DModel', '3DPay'])
  for (const auto of ['fail', 'cancel'])
    test(`${SecureType}: a challenge that ended with ${auto} is signed, and charges nothing`, async () => {
      const order = newOrder()
      const { action, fields } = await visit(order, { SecureType, Pan: CHALLENGED }, auto)
      assert.equal(action, 'http://127.0.0.1:9/fail')
      assert.deepEqual(told(fields), ['0', '0', 'N', '', '', ''])
      assert.match(fields.ErrorMessage!, /^Not authenticated/)
      assert.deepEqual(
        [fields.MD, fields.Eci, fields.PayerAuthenticationCode, fields.PAResVerified],
        ['', '', '', 'False'],
      )
      assert.equal(fields.HASH, callbackHash(fields))
      assert.equal((await interpos.afterChallenge(order, fields)).code, '63')
      assert.equal(await net(order), undefined)
    })

const OUTCOMES: [what: string, card: string, status: string, txnStat: string, action: string][] = [
  ['an attempt', '4111990000000000', '2', 'A', 'ok'],
  ['refused by the issuer', '4900200000000009', '0', 'N', 'fail'],
  ['unavailable', '4666899999999990', '5', 'U', 'fail'],
  ['an unknown card', '4016220000014017', '8', 'U', 'fail'],
]
for (const [what, Pan, status, txnStat, action] of OUTCOMES)
  test(`without a challenge: ${what} is ${status} ${txnStat}`, async () => {
    const back = await visit(newOrder(), { Pan })
    assert.equal(back.action, `http://127.0.0.1:9/${action}`)
    assert.deepEqual(told(back.fields).slice(0, 3), [status, status, txnStat])
    assert.equal(back.fields.HASH, callbackHash(back.fields))
  })

test('3DPay: the charge is in the callback, approved or declined', async () => {
  const [good, bad] = [newOrder(), newOrder()]
  const form = { SecureType: '3DPay', InstallmentCount: '3' }
  const approved = await visit(good, form)
  assert.equal(approved.action, 'http://127.0.0.1:9/ok')
  assert.deepEqual(told(approved.fields), ['1', '1', 'Y', '00', 'Success', 'Approved'])
  assert.match(approved.fields.AuthCode!, /^S\d{5}$/)
  assert.match(approved.fields.TRXDATE!, /^11\.05\.2027 /)
  assert.equal(approved.fields.HASH, callbackHash(approved.fields))
  assert.equal(await net(good), 14990)
  assert.equal((await interpos.status(good)).field('TransId'), approved.fields.TransId)
  const declined = await visit(bad, { ...form, PurchAmount: '100.51' })
  assert.equal(declined.action, 'http://127.0.0.1:9/fail')
  assert.deepEqual(told(declined.fields), ['1', '1', 'Y', '51', 'Failed', 'Declined'])
  assert.deepEqual([declined.fields.AuthCode, declined.fields.PurchAmount], ['', '100,51'])
  assert.equal(declined.fields.HASH, callbackHash(declined.fields))
  assert.equal(await net(bad), 0)
})

test('an amount goes back as it came, with a comma', async () => {
  const { fields } = await visit(newOrder(), { PurchAmount: '149.9' })
  assert.deepEqual([fields.PurchAmount, fields.HASH], ['149,9', callbackHash(fields)])
})

test('a gateway of another version names the transaction of the challenge, answers a failed one like a charge, posts fields of its page, and sets a third semicolon', async () => {
  const [order, failed] = [newOrder(), newOrder()]
  const { fields } = await visit(order, OTHER)
  assert.match(fields.PayerTxnId!, /^.{28}$/)
  assert.deepEqual([fields.__EVENTTARGET, fields.__EVENTARGUMENT], ['', ''])
  assert.equal((await interpos.afterChallenge(order, { ...fields, PayerTxnId: '' }, OTHER)).code, '63')
  const paid = await interpos.afterChallenge(order, fields, OTHER)
  assert.match(paid.text, /;;ErrorMessage=;;;CampanyId=;;/)
  assert.deepEqual([paid.code, paid.field('Amount')], ['00', '149,90'])
  const back = await visit(failed, { ...OTHER, Pan: '4900200000000009' })
  assert.deepEqual(told(back.fields), ['0', '0', 'N', '05', 'Failed', 'Declined'])
  assert.equal(back.fields.HASH, callbackHash(back.fields))
})

const POSTED: [what: string, form: Record<string, string>, code: string, errorCode: string][] = [
  ['a merchant without 3D Secure', { ShopCode: '3203' }, '57', 'B570003'],
  ['pre-authorization without permission', { ShopCode: '3204', TxnType: 'PreAuth' }, '57', 'B570001'],
  ['dollars without permission', { ShopCode: '3205', Currency: '840' }, '57', 'B570002'],
  ['a wrong check digit', { Pan: '4546711234567893' }, '14', 'B140001'],
  ['an expired card', { Expiry: '0126' }, '54', 'B540001'],
  ['more installments than the card takes', { Pan: CHALLENGED, InstallmentCount: '12' }, '57', 'B570004'],
]
for (const [what, form, code, errorCode] of POSTED)
  test(`${what} is posted to FailUrl, signed, without a challenge`, async () => {
    const order = newOrder()
    const { action, fields } = await visit(order, form)
    assert.equal(action, 'http://127.0.0.1:9/fail')
    assert.deepEqual(told(fields), ['0', '0', 'N', code, '', ''])
    assert.deepEqual([fields.ErrorCode, fields.OrderId, fields.MD], [errorCode, order, ''])
    assert.equal(fields.HASH, callbackHash(fields))
    assert.equal(await net(order, form.ShopCode), undefined)
  })

test('what is posted back for a suspended merchant is hashed without its password, as it was recorded', async () => {
  const order = newOrder()
  const { action, fields } = await visit(order, { ShopCode: '3202' })
  assert.equal(action, 'http://127.0.0.1:9/fail')
  assert.deepEqual([told(fields), fields.ErrorCode], [['0', '0', 'N', '81', '', ''], 'B810002'])
  assert.equal(fields.HASH, callbackHash(fields, ''))
  assert.equal(await net(order, '3202'), undefined)
})

test('a used order is posted to FailUrl, signed', async () => {
  const order = newOrder()
  await interpos.sale(order)
  const { fields } = await visit(order)
  assert.deepEqual([fields.ProcReturnCode, fields.ErrorCode, fields.mdStatus], ['94', 'B940001', '0'])
  assert.equal(fields.HASH, callbackHash(fields))
})

const REFUSED: [what: string, form: Record<string, string>][] = [
  ['a wrong hash', { Hash: 'x' }],
  ['an unknown shop', { ShopCode: '3299' }],
  ['the hosted page', { SecureType: '3DHost' }],
  ['a type of another call', { TxnType: 'Void' }],
  ['minor units', { PurchAmount: '14990' }],
  ['a comma', { PurchAmount: '149,90' }],
  ['nothing', { PurchAmount: '0.00' }],
  ['a currency in letters', { Currency: 'TRY' }],
  ['no card code', { Cvv2: '' }],
  ["another gateway's expiry", { Expiry: '3012' }],
  ['an address of a script', { OkUrl: 'javascript:alert(1)' }],
  ['no random value', { Rnd: '' }],
  ['an unknown field', { colour: 'red' }],
]
for (const [what, form] of REFUSED)
  test(`refused: ${what}`, async () => {
    const order = newOrder()
    const answer = await visitGateway(gateway, gatewayForm(order, form))
    assert.deepEqual([answer.status, answer.back], [400, undefined])
    assert.equal(await net(order), undefined)
  })

test('the hash is over the values as they came: a form that was changed on its way is refused', async () => {
  const form = gatewayForm(newOrder())
  for (const [name, value] of Object.entries({ PurchAmount: '1.00', OrderId: 'ID-x', InstallmentCount: '2', Rnd: 'y' }))
    assert.equal((await visitGateway(gateway, { ...form, [name]: value })).status, 400, name)
  assert.ok((await bank.control.verdict()).violations.wrong_hash! >= 4)
})

test('faults of the callback: a wrong hash, another amount, another order, charged in spite of a failed challenge', async () => {
  const [hash, amount, swapped, other, charged] = [newOrder(), newOrder(), newOrder(), newOrder(), newOrder()]
  const match = (order: string) => ({ face: 'interpos', order_id: order, operation: 'callback' })
  await visit(other)
  await bank.control.arm(
    { kind: 'bad_hash', match: match(hash) },
    { kind: 'tampered_amount', match: match(amount), parameters: { minor: 100 } },
    { kind: 'swapped_order', match: match(swapped), parameters: { order_id: other } },
    { kind: 'md_bad_but_charged', match: match(charged) },
    { kind: 'extra_fields', match: match('ID-extra') },
  )
  const wrong = (await visit(hash)).fields
  assert.notEqual(wrong.HASH, callbackHash(wrong))
  const tampered = (await visit(amount, { SecureType: '3DPay' })).fields
  assert.deepEqual([tampered.PurchAmount, tampered.HASH, await net(amount)], ['1,00', callbackHash(tampered), 100])
  const foreign = (await visit(swapped)).fields
  assert.deepEqual([foreign.OrderId, foreign.HASH], [other, callbackHash(foreign)])
  assert.equal((await interpos.afterChallenge(swapped, foreign)).code, '63')
  const odd = (await visit(charged, { SecureType: '3DPay' })).fields
  assert.deepEqual([odd.mdStatus, odd.ProcReturnCode, await net(charged)], ['7', '00', 14990])
  const extra = (await visit('ID-extra')).fields
  assert.deepEqual([extra.NewField, extra.HASH], ['yeni alan|x', callbackHash(extra)])
})

test('faults after the challenge: authenticated and declined', async () => {
  const [declined, inside] = [newOrder(), newOrder()]
  await bank.control.arm(
    { kind: 'md1_then_decline', match: { face: 'interpos', order_id: declined } },
    { kind: 'md1_then_decline', match: { face: 'interpos', order_id: inside } },
  )
  const { fields } = await visit(declined)
  assert.deepEqual([(await interpos.afterChallenge(declined, fields)).code, await net(declined)], ['05', 0])
  const back = (await visit(inside, { SecureType: '3DPay' })).fields
  assert.deepEqual([back.mdStatus, back.ProcReturnCode, await net(inside)], ['1', '05', 0])
})

test('callbacks that come twice, first from the bank, late or never, with the charge made once', async () => {
  const receiver = await openShop()
  const under = async (kind: string, parameters: Record<string, number> = {}) => {
    const order = newOrder()
    receiver.heard.length = 0
    await bank.control.arm({ kind, parameters, match: { face: 'interpos', order_id: order } })
    const urls = { OkUrl: receiver.url, FailUrl: receiver.url }
    const { back } = await visitGateway(gateway, gatewayForm(order, { SecureType: '3DPay', ...urls }))
    assert.equal(await net(order), 14990, kind)
    return { order, back }
  }
  const twice = await under('callback_twice', { copies: 4 })
  assert.deepEqual(receiver.heard, Array(3).fill(twice.back!.fields))
  const first = await under('callback_then_success_url')
  assert.deepEqual(receiver.heard, [first.back!.fields])
  const never = await under('callback_never')
  assert.deepEqual([never.back, receiver.heard], [undefined, []])
  const late = await under('callback_late', { minutes: 20 })
  assert.deepEqual([late.back, receiver.heard], [undefined, []])
  await bank.control.advance(20 * 60 + 1)
  const [posted] = receiver.heard
  assert.deepEqual([posted!.OrderId, posted!.ProcReturnCode, posted!.HASH], [late.order, '00', callbackHash(posted!)])
  await receiver.close()
})

test('a fault of the page: an error in place of the challenge', async () => {
  const order = newOrder()
  await bank.control.arm({ kind: 'http_5xx_before', match: { face: 'interpos', order_id: order, operation: 'gate' } })
  assert.equal((await visitGateway(gateway, gatewayForm(order))).status, 503)
  assert.equal(await net(order), undefined)
})

test('nothing stored contains a card number, its code or the proof of a challenge', async () => {
  const order = newOrder()
  const { fields } = await visit(order, { Cvv2: '731', Pan: CHALLENGED }, 'ok')
  await interpos.afterChallenge(order, fields)
  const requests = JSON.stringify(await bank.control.requests(order))
  const kept = requests + JSON.stringify(await bank.control.journal())
  assert.ok(!kept.includes(CHALLENGED) && !/(?<![\d.])731(?!\d)/.test(kept))
  assert.ok(!requests.includes(fields.PayerAuthenticationCode!))
  assert.equal((await bank.control.balances()).sum, 0)
})
