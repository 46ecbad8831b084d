/** The 3-D Secure gates of Kuveyt Türk: the page for the browser, the challenge, what is posted back, the second call. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { openShop, visitGateway, type WayBack } from '../shopper.ts'
import {
  CHALLENGED,
  type Contract,
  FOREIGN,
  hashOf,
  MERCHANT,
  type Members,
  openKuveyt,
  pageForm,
  readBack,
  referencesOf,
  shop,
} from './kuveyt-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let kuveyt: ReturnType<typeof openKuveyt>
before(async () => {
  kuveyt = openKuveyt(bank.url)
})

let orders = 0
const newOrder = (): string => `KD-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net

/** Brings the page to the bank as a browser does; the way back has the form as it is posted. */
const visit = async (order: string, more: Members = {}, auto?: string): Promise<WayBack | undefined> => {
  const { action, fields } = pageForm((await kuveyt.enroll(order, more)).text)!
  assert.match(action, /\/kuveyt\/tds\/resultFlow$/)
  return (await visitGateway(action, fields, auto)).back
}

const visited = async (order: string, more: Members = {}, auto?: string): Promise<Contract & { action: string }> => {
  const { action, fields } = (await visit(order, more, auto))!
  return { ...readBack(fields), action }
}

const isSigned = ({ field }: Contract): boolean =>
  field('HashData') === hashOf(field('MerchantOrderId'), field('ResponseCode'), field('OrderId'))

test('the page has the form of a challenge and fields about the browser, in single quotation marks', async () => {
  const { text, status } = await kuveyt.enroll(newOrder())
  const { fields } = pageForm(text)!
  assert.equal(status, 200)
  assert.match(fields.threeDSServerWebFlowStart!, /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/)
  assert.deepEqual(Object.keys(fields).slice(1), [
    ...['browserColorDepth', 'browserScreenHeight', 'browserScreenWidth', 'browserTZ', 'browserJavascriptEnabled'],
    'browserJavaEnabled',
  ])
  assert.match(text, /<form id='threeDSServerWebFlowStartForm'/)
})

test('the challenge charges nothing, its MD is charged once, and the order has one number in both answers', async () => {
  const order = newOrder()
  const back = await visited(order, { CardNumber: CHALLENGED }, 'ok')
  assert.equal(back.action, 'http://127.0.0.1:9/ok')
  assert.deepEqual([back.code, back.field('ResponseMessage'), isSigned(back)], ['00', 'Kart doğrulandı.', true])
  assert.deepEqual(
    ['Amount', 'CurrencyCode', 'InstallmentCount', 'TransactionSecurity', 'CardNumber', 'OkUrl', 'HashPassword'].map(
      (name) => back.message[name],
    ),
    ['14990', '949', '0', '3', '540063******0004', 'http://127.0.0.1:9/ok', ''],
  )
  const md = back.field('MD')
  assert.equal(Buffer.from(md, 'base64').length, 48)
  assert.match(back.field('OrderId'), /^2\d{8}$/)
  assert.equal(await net(order), undefined)
  const paid = await kuveyt.provision(order, md)
  assert.deepEqual([paid.code, paid.field('OrderId')], ['00', back.field('OrderId')])
  assert.equal(paid.field('HashData'), hashOf(order, paid.field('RRN'), '00', paid.field('OrderId')))
  assert.equal(await net(order), 14990)
  assert.equal((await kuveyt.provision(order, md)).code, 'OrderIsProcessedBefore')
  assert.equal(await net(order), 14990)
  const { value } = await kuveyt.detail(order)
  assert.deepEqual([value.OrderContract.OrderId, value.OrderContract.TransactionSecurity], [back.field('OrderId'), '3'])
  assert.equal((await kuveyt.void(order, { ...referencesOf(paid) })).code, '00')
})

test('the second call repeats the terms of the challenge, with the MD of this very merchant, and no card', async () => {
  const order = newOrder()
  const md = (await visited(order)).field('MD')
  const refused = async (of: string, more: Members, sent: string | undefined = md): Promise<string> =>
    (await kuveyt.provision(of, sent, more)).code
  assert.equal(await refused(newOrder(), {}), 'InvalidMetaData')
  assert.equal(await refused(order, { Amount: '100' }), 'InvalidMetaData')
  assert.equal(await refused(order, { InstallmentCount: '2' }), 'InvalidMetaData')
  assert.equal(await refused(order, { CurrencyCode: '0840' }), 'InvalidMetaData')
  assert.equal(await refused(order, { DisplayAmount: '1' }), 'InvalidMetaData')
  assert.equal(await refused(order, {}, 'AAAA'), 'MetaDataNotFound')
  assert.equal(await refused(order, shop(3)), 'MetaDataNotFound')
  assert.equal(await refused(order, {}, ''), 'EmptyMDException')
  assert.equal(await refused(order, { KuveytTurkVPosAdditionalData: undefined }), 'EmptyMDException')
  assert.equal(await refused(order, { TransactionSecurity: '1' }), 'InvalidTransactionSecurity')
  assert.equal(await refused(order, { CardCVV2: '000' }), 'TechnicalException')
  assert.equal(await refused(order, { HashData: 'x' }), 'HashDataError')
  assert.equal(await net(order), undefined)
  assert.equal(await refused(order, { CurrencyCode: '0949', DisplayAmount: '14990' }), '00')
  assert.equal((await bank.control.verdict()).violations.card_code_sent_again, 1)
})

test('a challenge that has not ended has no MD to charge', async () => {
  const order = newOrder()
  const { action, fields } = pageForm((await kuveyt.enroll(order, { CardNumber: CHALLENGED })).text)!
  const { location } = await visitGateway(action, fields)
  assert.match(location!, /^\/acs\/[a-p]{32}$/)
  assert.equal(await net(order), undefined)
})

test('in installments, and in dollars of a foreign card', async () => {
  const [plan, dollars] = [newOrder(), newOrder()]
  const inParts = await visited(plan, { InstallmentCount: '3' })
  assert.equal((await kuveyt.provision(plan, inParts.field('MD'), { InstallmentCount: '3' })).code, '00')
  assert.equal((await bank.control.order(MERCHANT, plan)).installments, 3)
  const foreign = await visited(dollars, { CurrencyCode: '0840', CardNumber: FOREIGN }, 'ok')
  assert.equal((await kuveyt.provision(dollars, foreign.field('MD'), { CurrencyCode: '840' })).code, '00')
  assert.equal((await bank.control.order(MERCHANT, dollars)).currency, 'USD')
})

const ENDINGS: [what: string, card: string, auto: string | undefined, text: string][] = [
  ['a wrong code', CHALLENGED, 'fail', 'NOT_AUTHENTICATED'],
  ['cancelled', CHALLENGED, 'cancel', 'NOT_AUTHENTICATED'],
  ['refused by the issuer', '4900200000000009', undefined, 'TRANSACTION_REJECTED'],
  ['unavailable', '4666899999999990', undefined, 'AUTHENTICATION_COULD_NOT_PERFORMED'],
  ['an unknown card', '4016220000014017', undefined, 'CARDRANGE_NOT_FOUND'],
]
for (const [what, CardNumber, auto, text] of ENDINGS)
  test(`${what} is posted to FailUrl with 888, unsigned, and charges nothing`, async () => {
    const order = newOrder()
    const back = await visited(order, { CardNumber }, auto)
    assert.deepEqual(
      [back.action, back.code, back.field('ResponseMessage'), back.field('OrderId'), back.field('MerchantOrderId')],
      ['http://127.0.0.1:9/fail', '888', text, '0', order],
    )
    assert.deepEqual([back.field('HashData'), back.field('MD')], ['', ''])
    assert.equal(await net(order), undefined)
  })

test('an attempt goes on', async () => {
  const order = newOrder()
  const back = await visited(order, { CardNumber: '4111990000000000' })
  assert.equal((await kuveyt.provision(order, back.field('MD'))).code, '00')
})

const POSTED: [what: string, members: Members, code: string][] = [
  ['a wrong hash', { HashData: 'x' }, 'HashDataError'],
  ['another user', { UserName: 'apitest' }, 'ApiUserNotDefined'],
  ['another merchant', { MerchantId: '7299' }, 'MerchantNotDefined'],
  ['a suspended merchant', shop(2), '03'],
  ['a merchant without 3D Secure', shop(3), '888'],
  ['the security of a sale without challenge', { TransactionSecurity: '1' }, 'InvalidTransactionSecurity'],
  ['no address of the browser', { DeviceData: { DeviceChannel: '02' } }, 'NullCheck'],
  ['an address of a script', { OkUrl: 'javascript:alert(1)' }, 'NullCheck'],
  ['decimals', { Amount: '149.90', DisplayAmount: '149.90' }, 'TechnicalException'],
  ['a currency of three digits', { CurrencyCode: '949' }, 'CurrencyCodeInvalid'],
  ['dollars of a card of this country', { CurrencyCode: '0840' }, '12'],
  ['a wrong check digit', { CardNumber: '4546711234567893' }, 'InvalidCardNumber'],
  ['an expired card', { CardExpireDateYear: '26', CardExpireDateMonth: '01' }, 'InvalidExpireDate'],
  ['no card code', { CardCVV2: '' }, 'EmptyCVV2Field'],
]
for (const [what, members, code] of POSTED)
  test(`${what} is posted to FailUrl by the page, unsigned`, async () => {
    const order = newOrder()
    const { action, fields } = pageForm((await kuveyt.enroll(order, members)).text)!
    assert.equal(action, 'http://127.0.0.1:9/fail')
    assert.match(fields.AuthenticationResponse!, /^%3c%3fxml\+version%3d%221\.0%22\+encoding%3d%22utf-8%22%3f%3e/)
    const back = readBack(fields)
    assert.deepEqual([back.code, back.field('OrderId'), back.field('HashData')], [code, '0', ''])
    assert.match(back.field('ReferenceId'), /^[0-9a-f]{32}$/)
    assert.equal(await net(order), undefined)
  })

test('a used order, and a page that nobody made', async () => {
  const order = newOrder()
  await kuveyt.sale(order)
  const { fields } = pageForm((await kuveyt.enroll(order)).text)!
  assert.equal(readBack(fields).code, 'OrderIsProcessedBefore')
  const flow = `${bank.url}/kuveyt/tds/resultFlow`
  const { threeDSServerWebFlowStart = '' } = pageForm((await kuveyt.enroll(newOrder())).text)!.fields
  const [head, , signature] = threeDSServerWebFlowStart.split('.')
  for (const token of ['', 'x', `${head}.e30.${signature}`])
    assert.equal((await visitGateway(flow, { threeDSServerWebFlowStart: token })).status, 404)
  assert.equal((await kuveyt.enroll(newOrder(), { FailUrl: '' })).code, 'NullCheck')
})

test('faults of the callback: a wrong hash, another amount with a right one, another order, a bad status', async () => {
  const [hash, amount, swapped, other, bad] = [newOrder(), newOrder(), newOrder(), newOrder(), newOrder()]
  const match = (order: string) => ({ face: 'kuveyt', order_id: order, operation: 'callback' })
  await visited(other)
  await bank.control.arm(
    { kind: 'bad_hash', match: match(hash) },
    { kind: 'tampered_amount', match: match(amount), parameters: { minor: 100 } },
    { kind: 'swapped_order', match: match(swapped), parameters: { order_id: other } },
    { kind: 'md_bad_but_charged', match: match(bad) },
    { kind: 'extra_fields', match: match('KD-extra') },
  )
  assert.equal(isSigned(await visited(hash)), false)
  const tampered = await visited(amount)
  assert.deepEqual([tampered.message.Amount, isSigned(tampered)], ['100', true])
  assert.equal((await kuveyt.provision(amount, tampered.field('MD'), { Amount: '100' })).code, 'InvalidMetaData')
  const foreign = await visited(swapped)
  assert.deepEqual([foreign.field('MerchantOrderId'), isSigned(foreign)], [other, true])
  assert.equal((await kuveyt.provision(swapped, foreign.field('MD'))).code, 'InvalidMetaData')
  const odd = await visited(bad)
  assert.deepEqual([odd.code, odd.field('ResponseMessage'), await net(bad)], ['888', 'SYSTEM_ERROR', undefined])
  const extra = (await visit('KD-extra'))!.fields
  assert.deepEqual([extra.NewField, isSigned(readBack(extra))], ['yeni alan|x', true])
})

test('faults around the challenge: authenticated and declined, a page that does not come, a lost answer', async () => {
  const [declined, down, lost] = [newOrder(), newOrder(), newOrder()]
  const match = (order: string, operation: string) => ({
    face: 'kuveyt',
    merchant: MERCHANT,
    order_id: order,
    operation,
  })
  await bank.control.arm(
    { kind: 'md1_then_decline', match: match(declined, 'sale') },
    { kind: 'http_5xx_before', match: match(down, 'gate') },
    { kind: 'drop_half_body', match: match(lost, 'sale') },
  )
  const md = (await visited(declined)).field('MD')
  assert.deepEqual([(await kuveyt.provision(declined, md)).code, await net(declined)], ['05', 0])
  assert.equal((await kuveyt.enroll(down)).status, 503)
  const other = (await visited(lost)).field('MD')
  await assert.rejects(kuveyt.provision(lost, other))
  assert.equal(await kuveyt.state(lost), '1 00 149.90 0.00 0.00 1')
  assert.equal((await kuveyt.provision(lost, other)).code, 'OrderIsProcessedBefore')
})

test('callbacks that come twice, first from the bank, late or never', async () => {
  const receiver = await openShop()
  const under = async (kind: string, parameters: Record<string, number> = {}) => {
    const order = newOrder()
    receiver.heard.length = 0
    await bank.control.arm({ kind, parameters, match: { face: 'kuveyt', order_id: order } })
    const back = await visit(order, { OkUrl: receiver.url, FailUrl: receiver.url })
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
  const posted = readBack(receiver.heard[0]!)
  assert.deepEqual([posted.field('MerchantOrderId'), posted.code, isSigned(posted)], [late.order, '00', true])
  await receiver.close()
})

test('nothing stored contains a card number or its code, and all accounts together are nothing', async () => {
  const order = newOrder()
  const back = await visited(order, { CardCVV2: '731', CardNumber: CHALLENGED }, 'ok')
  await kuveyt.provision(order, back.field('MD'))
  const kept = JSON.stringify([await bank.control.requests(order), await bank.control.journal()])
  assert.ok(!kept.includes(CHALLENGED) && !/(?<![\d.])731(?!\d)/.test(kept))
  assert.equal((await bank.control.balances()).sum, 0)
})
