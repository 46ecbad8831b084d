/** The 3-D Secure gateway of PayFor: its two models, the hash of what it posts back, the second call, refused forms. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { gatewayForm, MERCHANT, merchant, openPayfor, responseHash } from './payfor-client.ts'
import { visitGateway } from './shopper.ts'

const bank = use(() => startBank({ now: MORNING }))
let payfor: ReturnType<typeof openPayfor>
let gateway: string
before(async () => {
  payfor = openPayfor(bank.url)
  gateway = `${bank.url}/payfor/Gateway/Default.aspx`
})

let orders = 0
const newOrder = (): string => `QD-${++orders}`
const CHALLENGED = '5400637000000004'
const net = async (order: string): Promise<number | undefined> => (await bank.control.order(MERCHANT, order))?.net
const told = (fields: Record<string, string>): (string | undefined)[] =>
  ['3DStatus', 'ProcReturnCode', 'D3Stat', 'TxnStatus', 'TxnResult'].map((name) => fields[name])

test('3DModel: the challenge charges nothing, its RequestGuid is charged once', async () => {
  const order = newOrder()
  const { back } = await visitGateway(gateway, gatewayForm(order, { Pan: CHALLENGED }), 'ok')
  const { action, fields } = back!
  assert.equal(action, 'http://127.0.0.1:9/ok')
  assert.deepEqual(told(fields), ['1', 'V033', 'Y', 'N', 'Failed'])
  assert.deepEqual([fields.ResponseHash, fields.HashType], [responseHash(fields), 'Sha1'])
  assert.deepEqual([fields.AuthCode, fields.HostRefNum, fields.PurchAmount, fields.Eci], ['', '', '149.90', '02'])
  for (const name of ['Pan', 'Cvv2', 'Expiry', 'UserCode']) assert.equal(fields[name], undefined)
  assert.match(fields.RequestGuid!, /^\d{16}$/)
  assert.equal(await net(order), undefined)
  const paid = await payfor.afterChallenge(order, fields.RequestGuid!)
  assert.deepEqual([paid.code, paid.field('TransId'), paid.field('CardHolderName')], ['00', order, 'AYŞE YILMAZ'])
  assert.equal(await net(order), 14990)
  assert.equal((await payfor.afterChallenge(order, fields.RequestGuid!)).code, '101310')
  assert.equal(await net(order), 14990)
})

test('the second call needs the guid of this order, of this merchant, and no card', async () => {
  const order = newOrder()
  const { RequestGuid = '' } = (await visitGateway(gateway, gatewayForm(order))).back!.fields
  const guid = RequestGuid
  assert.equal((await payfor.afterChallenge(newOrder(), guid)).code, 'V013')
  assert.equal((await payfor.afterChallenge(order, '1000000000000001')).code, 'V013')
  assert.equal((await payfor.afterChallenge(order, guid, { UserCode: merchant(3).UserCode })).code, 'V013')
  assert.equal((await payfor.afterChallenge(order, guid, { Cvv2: '000' })).code, 'M025')
  assert.equal((await payfor.afterChallenge(order, guid, { UserPass: 'x' })).code, 'V001')
  assert.equal(await net(order), undefined)
  assert.equal((await payfor.afterChallenge(order, guid)).code, '00')
})

const ENDINGS: [model: string, auto: string, status: string, code: string][] = [
  ['3DModel', 'fail', '-1', 'V034'],
  ['3DModel', 'cancel', '-1', 'V034'],
  ['3DPay', 'fail', '-1', 'MR15'],
]
for (const [SecureType, auto, status, code] of ENDINGS)
  test(`${SecureType}: a challenge that ended with ${auto} is ${code}, signed, and charges nothing`, async () => {
    const order = newOrder()
    const { back } = await visitGateway(gateway, gatewayForm(order, { SecureType, Pan: CHALLENGED }), auto)
    const { action, fields } = back!
    assert.equal(action, 'http://127.0.0.1:9/fail')
    assert.deepEqual(told(fields), [status, code, 'N', 'N', 'Failed'])
    assert.equal(fields.ResponseHash, responseHash(fields))
    assert.equal((await payfor.afterChallenge(order, fields.RequestGuid!)).code, 'V013')
    assert.equal(await net(order), undefined)
  })

test('3DPay: the charge is in the callback, approved or declined', async () => {
  const [good, bad] = [newOrder(), newOrder()]
  const form = (order: string, more: Record<string, string>) =>
    gatewayForm(order, { SecureType: '3DPay', InstallmentCount: '3', ...more })
  const approved = (await visitGateway(gateway, form(good, {}))).back!
  assert.deepEqual(
    [approved.action, ...told(approved.fields)],
    ['http://127.0.0.1:9/ok', '1', '00', 'Y', 'Y', 'Success'],
  )
  assert.match(approved.fields.AuthCode!, /^S\d{5}$/)
  assert.equal(approved.fields.ResponseHash, responseHash(approved.fields))
  assert.equal(await net(good), 14990)
  const declined = (await visitGateway(gateway, form(bad, { PurchAmount: '100.51' }))).back!
  assert.deepEqual(
    [declined.action, ...told(declined.fields)],
    ['http://127.0.0.1:9/fail', '1', '51', 'Y', 'N', 'Failed'],
  )
  assert.equal(declined.fields.ResponseHash, responseHash(declined.fields))
  assert.equal(await net(bad), 0)
})

test('a newer version signs with SHA-256 and does not say so', async () => {
  const { MerchantId: MerchantID, UserCode } = merchant(7)
  const { fields } = (await visitGateway(gateway, gatewayForm(newOrder(), { MerchantID, UserCode }))).back!
  assert.equal(fields.HashType, undefined)
  assert.equal(fields.ResponseHash, responseHash(fields, 'sha256', UserCode))
})

test('a used order is posted to FailUrl, signed, without a guid', async () => {
  const order = newOrder()
  await payfor.sale(order)
  const { action, fields } = (await visitGateway(gateway, gatewayForm(order))).back!
  assert.equal(action, 'http://127.0.0.1:9/fail')
  assert.deepEqual([fields['3DStatus'], fields.ProcReturnCode, fields.RequestGuid], ['-1', '101310', '0'])
  assert.equal(fields.ResponseHash, responseHash(fields))
})

const REFUSED: [what: string, form: Record<string, string>, status: number][] = [
  ['a wrong hash', { Hash: 'x' }, 400],
  ['another user', { UserCode: 'SIM_API_USER_2' }, 400],
  ['another bank', { MbrId: '12' }, 400],
  ['the hosted page', { SecureType: '3DHost' }, 400],
  ['minor units', { PurchAmount: '14990' }, 400],
  ['an empty number of installments', { InstallmentCount: '' }, 400],
  ['a wrong check digit', { Pan: '4546711234567893' }, 200],
]
for (const [what, form, status] of REFUSED)
  test(`refused: ${what}`, async () => {
    const order = newOrder()
    assert.equal((await visitGateway(gateway, gatewayForm(order, form))).status, status)
    assert.equal(await net(order), undefined)
  })

test('faults: a wrong hash, another amount with a right one, charged in spite of a failed challenge', async () => {
  const [hash, amount, charged] = [newOrder(), newOrder(), newOrder()]
  const match = (order: string) => ({ face: 'payfor', order_id: order, operation: 'callback' })
  await bank.control.arm(
    { kind: 'bad_hash', match: match(hash) },
    { kind: 'tampered_amount', match: match(amount), parameters: { minor: 100 } },
    { kind: 'md_bad_but_charged', match: match(charged) },
  )
  const wrong = (await visitGateway(gateway, gatewayForm(hash))).back!.fields
  assert.notEqual(wrong.ResponseHash, responseHash(wrong))
  const tampered = (await visitGateway(gateway, gatewayForm(amount))).back!.fields
  assert.deepEqual([tampered.PurchAmount, tampered.ResponseHash], ['1.00', responseHash(tampered)])
  const odd = (await visitGateway(gateway, gatewayForm(charged, { SecureType: '3DPay' }))).back!.fields
  assert.deepEqual([odd['3DStatus'], odd.ProcReturnCode, await net(charged)], ['7', '00', 14990])
})
