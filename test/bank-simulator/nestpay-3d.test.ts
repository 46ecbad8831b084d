/** The 3-D Secure gateway of NestPay, the challenge page without a browser, and the second leg. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { MERCHANT, openNestpay } from './nestpay-client.ts'
import { gatewayForm, nestpayHash, openShop, post, read, type Shop, visitGateway } from './shopper.ts'

const CHALLENGED = '4001010000000018'
const DECLINED = '4002020000000024'

const bank = use(() => startBank({ now: MORNING }))
let nestpay: ReturnType<typeof openNestpay>
let shop: Shop
let gateway: string
before(async () => {
  shop = await openShop()
  nestpay = openNestpay(bank.url)
  gateway = `${bank.url}/nestpay/fim/est3Dgate`
})
after(async () => {
  await shop.close()
})

let orders = 0
const newOrder = (): string => `T-${++orders}`
const form = (order: string, more: Record<string, string> = {}) =>
  gatewayForm(order, { okUrl: `${shop.url}?ok`, failUrl: `${shop.url}?fail`, ...more })
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const proofOf = ({ md, xid, eci, cavv }: Record<string, string>) => ({
  Number: md!,
  PayerTxnId: xid!,
  PayerSecurityLevel: eci!,
  PayerAuthenticationCode: cavv!,
  Expires: undefined,
  Cvv2Val: undefined,
})

const OUTCOMES = `
  4546711234567894 -      1 05 ok
  5301010000000012 -      1 02 ok
  4001010000000018 ok     1 05 ok
  5440931234567892 ok     1 02 ok
  4001010000000018 fail   0 -  fail
  4001010000000018 cancel 0 -  fail
  4900200000000009 -      0 -  fail
  4111990000000000 -      2 06 ok
  4666899999999990 -      5 -  fail
  4016220000014017 -      8 -  fail
  4508034508034509 -      8 -  fail`
for (const row of OUTCOMES.trim().split('\n')) {
  const [card, auto, md, eci, target] = row.trim().split(/\s+/) as [string, string, string, string, string]
  test(`3d: card ${card}${auto === '-' ? '' : `, ${auto}`} posts md status ${md} to ${target}Url, signed, and charges nothing`, async () => {
    const order = newOrder()
    const { back, page } = await visitGateway(gateway, form(order, { pan: card }), auto === '-' ? undefined : auto)
    assert.ok(back, page)
    const { fields } = back
    assert.equal(back.action, `${shop.url}?${target}`)
    assert.deepEqual(
      [fields.mdStatus, fields.eci, fields.oid, fields.amount],
      [md, eci === '-' ? '' : eci, order, '149.90'],
    )
    assert.equal(fields.HASH, nestpayHash(fields))
    assert.equal(fields.cavv!.length, eci === '-' ? 0 : 28)
    assert.equal(fields.Response, undefined)
    for (const name of ['pan', 'cv2']) assert.equal(fields[name], undefined)
    assert.deepEqual(
      [fields.Ecom_Payment_Card_ExpDate_Month, fields.sID, fields.dsId, fields.merchantName],
      ['12', '1', '1', 'Demo Market'],
    )
    assert.equal(await bank.control.order(MERCHANT, order), undefined)
  })
}

test('3d: the proof is good for one authorization of this very order', async () => {
  const order = newOrder()
  const { back } = await visitGateway(gateway, form(order, { pan: CHALLENGED }), 'ok')
  const proof = proofOf(back!.fields)
  const wrong: Record<string, string | undefined>[] = [
    { PayerAuthenticationCode: 'AAAA' },
    { PayerSecurityLevel: '06' },
    { PayerTxnId: 'x' },
    { Total: '149.91' },
    { Type: 'PreAuth' },
  ]
  for (const more of wrong) assert.equal((await nestpay.sale(order, { ...proof, ...more })).error, 'CORE-2121')
  assert.equal((await nestpay.sale(newOrder(), proof)).error, 'CORE-2121')
  assert.equal((await nestpay.sale(order, { ...proof, Cvv2Val: '000' })).error, 'CORE-2516')
  assert.equal((await nestpay.sale(order, proof)).response, 'Approved')
  const again = await nestpay.sale(order, proof)
  assert.deepEqual([again.error, again.field('ErrMsg')], ['CORE-2127', 'XID already used.'])
  assert.equal(await net(order), 14990)
})

test('3d: a card that is refused without 3D Secure is charged after it', async () => {
  const order = newOrder()
  const { back } = await visitGateway(gateway, form(order, { pan: '4003030000000030' }), 'ok')
  assert.equal((await nestpay.sale(order, proofOf(back!.fields))).response, 'Approved')
})

test('3d_pay: the callback brings the authorization', async () => {
  const [good, bad, failed] = [newOrder(), newOrder(), newOrder()]
  const approved = await visitGateway(gateway, form(good, { storetype: '3d_pay', pan: CHALLENGED }), 'ok')
  assert.equal(approved.back!.action, `${shop.url}?ok`)
  assert.equal(approved.back!.fields.Response, 'Approved')
  assert.equal(await net(good), 14990)
  const declined = await visitGateway(gateway, form(bad, { storetype: '3d_pay', pan: DECLINED }), 'ok')
  assert.equal(declined.back!.action, `${shop.url}?fail`)
  const { mdStatus, ProcReturnCode, Response } = declined.back!.fields
  assert.deepEqual([mdStatus, ProcReturnCode, Response], ['1', '05', 'Declined'])
  const refused = await visitGateway(gateway, form(failed, { storetype: '3d_pay', pan: CHALLENGED }), 'fail')
  for (const name of ['Response', 'ProcReturnCode', 'ErrMsg', 'AuthCode', 'TransId'])
    assert.equal(refused.back!.fields[name], undefined, name) // nothing was charged, and nothing is said of it
  assert.equal(refused.back!.fields.HASH, nestpayHash(refused.back!.fields))
  assert.equal(await bank.control.order(MERCHANT, failed), undefined)
})

test('3d_pay of a gateway of another version: a failed challenge is answered as an error, a refused form has md status 7', async () => {
  const other = { clientid: '500100208', storetype: '3d_pay' }
  const failed = (await visitGateway(gateway, form(newOrder(), { ...other, pan: CHALLENGED }), 'fail')).back!.fields
  assert.deepEqual(
    [failed.mdStatus, failed.Response, failed.ProcReturnCode, failed.ErrorCode, failed.HASH],
    ['0', 'Error', '99', '3D-1008', nestpayHash(failed)],
  )
  const refused = (await visitGateway(gateway, form(newOrder(), { ...other, pan: '4546711234567893' }))).back!.fields
  assert.deepEqual(
    [refused.mdStatus, refused.Response, refused.ProcReturnCode, refused.ErrCode, refused.HASH],
    ['7', 'Error', '99', 'HPP-1001', nestpayHash(refused)],
  )
})

test('the page: languages, amount, masked card, a strict policy; wrong codes, then the right one', async () => {
  const order = newOrder()
  const { location } = await visitGateway(gateway, form(order, { pan: CHALLENGED }))
  const url = new URL(location!, bank.url).toString()
  const turkish = await fetch(url, { headers: { 'accept-language': 'tr-TR,tr;q=0.9,en;q=0.8' } })
  const policy = turkish.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /form-action 'self'/)
  assert.ok(!policy.includes('unsafe') && !policy.includes('script-src'))
  const page = await turkish.text()
  for (const text of ['lang="tr"', 'Demo Market', '₺149,90', '400101******0018', 'Doğrulama kodu'])
    assert.ok(page.includes(text), text)
  const english = await (await fetch(url, { headers: { 'accept-language': 'en' } })).text()
  assert.ok(english.includes('lang="en"') && english.includes('Confirmation code'))
  assert.match((await read(await post(url, { code: '1', action: 'submit' }))).page, /role="alert"[^>]*>Kod yanlış.*2/)
  const right = await post(url, { code: '123456', action: 'submit' })
  assert.match(right.headers.get('content-security-policy')!, /script-src 'sha256-/)
  const { back, page: way } = await read(right)
  assert.equal(back!.fields.mdStatus, '1')
  assert.ok(way.includes('<button>'), 'works without script')
  const later = await read(await post(url, { code: '000000', action: 'submit' }))
  assert.equal(later.back!.fields.HASH, back!.fields.HASH, 'a challenge ends once')
})

test('the page: the third wrong code and a cancel post back a failure, an expired one nothing', async () => {
  const visit = async () => {
    const { location } = await visitGateway(gateway, form(newOrder(), { pan: CHALLENGED }))
    return new URL(location!, bank.url).toString()
  }
  const wrong = await visit()
  for (const left of [2, 1]) {
    const { page } = await read(await post(wrong, { code: 'x', action: 'submit' }))
    assert.ok(page.includes(`hakkı: ${left}`))
  }
  const third = await read(await post(wrong, { code: 'x', action: 'submit' }))
  assert.equal(third.back!.fields.mdErrorMsg, 'Not authenticated: wrong code')
  const cancelled = await read(await post(await visit(), { code: '', action: 'cancel' }))
  assert.equal(cancelled.back!.fields.mdErrorMsg, 'Not authenticated: cancelled by the cardholder')
  const slow = await visit()
  await bank.control.advance(15 * 60 + 1)
  const expired = await read(await post(slow, { code: '123456', action: 'submit' }))
  assert.equal(expired.back, undefined)
  assert.match(expired.page, /Sürenin dolması/)
})

const REFUSED: [string, Record<string, string>, string][] = [
  ['a merchant without 3D Secure', { clientid: '500100202' }, '3D-1007'],
  ['a suspended merchant', { clientid: '500100201' }, 'CORE-2126'],
  ['a wrong check digit', { pan: '4546711234567893' }, 'HPP-1001'],
  ['an expired card', { Ecom_Payment_Card_ExpDate_Year: '25' }, 'CORE-2010'],
  ['too many installments', { pan: '5400637000000004', taksit: '12' }, 'CORE-2603'],
]
for (const [what, more, code] of REFUSED)
  test(`the gateway sends back at once, signed and without an authentication: ${what}`, async () => {
    const { action, fields } = (await visitGateway(gateway, form(newOrder(), more))).back!
    assert.equal(action, `${shop.url}?fail`)
    assert.deepEqual([fields.Response, fields.ErrorCode, fields.HASH], ['Error', code, nestpayHash(fields)])
    for (const name of ['mdStatus', 'md', 'xid', 'ProcReturnCode']) assert.equal(fields[name], undefined, name)
    assert.deepEqual([fields.maskedCreditCard, fields.Ecom_Payment_Card_ExpDate_Month], ['***', '0'])
  })

test('the gateway refuses a form that is not signed, and a random value used twice', async () => {
  const unsigned = await visitGateway(gateway, form(newOrder(), { hash: 'x' }))
  assert.deepEqual([unsigned.status, unsigned.back], [400, undefined])
  const changed = form(newOrder())
  assert.equal((await visitGateway(gateway, { ...changed, amount: '1.00' })).status, 400)
  const rnd = 'used-once'
  await visitGateway(gateway, form(newOrder(), { rnd }))
  assert.equal((await visitGateway(gateway, form(newOrder(), { rnd }))).back!.fields.ErrorCode, 'CORE-2127')
  const { violations } = await bank.control.verdict()
  assert.deepEqual([violations.wrong_hash, violations.random_used_again], [2, 1])
})

test('md1_then_decline strikes the second leg of 3d', async () => {
  const order = newOrder()
  await bank.control.arm({ kind: 'md1_then_decline' })
  const { back } = await visitGateway(gateway, form(order, { pan: CHALLENGED }), 'ok')
  assert.equal((await nestpay.sale(order, proofOf(back!.fields))).code, '05')
  assert.equal(await net(order), 0)
})
