/** The simulator's answers and callbacks have the members that banks' test hosts were recorded with. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { MORNING, startBank } from '../support/bank.ts'
import { type Face, recorded, type Tree } from '../support/recorded-answers.ts'
import { use } from '../support/use.ts'
import { gatewayForm as garantiForm, openGaranti } from './garanti-client.ts'
import { openNestpay } from './nestpay-client.ts'
import { openPayfor, gatewayForm as payforForm } from './payfor-client.ts'
import { mac, openPosnet, orderOf as posnetOrder, xidOf } from './posnet/posnet-client.ts'
import { gatewayForm as nestpayForm, visitGateway } from './shopper.ts'

const bank = use(() => startBank({ now: MORNING }))
let nestpay: ReturnType<typeof openNestpay>
let garanti: ReturnType<typeof openGaranti>
let payfor: ReturnType<typeof openPayfor>
before(async () => {
  nestpay = openNestpay(bank.url)
  garanti = openGaranti(bank.url)
  payfor = openPayfor(bank.url)
})

const parser = new XMLParser({ parseTagValue: false, ignoreDeclaration: true })

/** Paths of all elements; of a list those of its first. */
const pathsOf = (tree: Tree, path = ''): string[] => {
  if (Array.isArray(tree)) return pathsOf(tree[0] ?? '', path)
  if (typeof tree === 'string') return [path]
  return Object.entries(tree).flatMap(([name, inside]) => pathsOf(inside, `${path}/${name}`))
}

/** Members that only one bank or one card has, and the parties of a message, which the simulator leaves out. */
const NOT_OURS = /^\/(Terminal|Customer)\/|\/AVS|PUAN$|GarantiCardInd|\/TRX\d+$/

const hasShape = (text: string, face: Face, name: string): void => {
  const [sent] = Object.values(parser.parse(text) as Record<string, Tree>)
  const listed = (tree: Tree): string[] =>
    pathsOf(tree)
      .filter((path) => !NOT_OURS.test(path))
      .sort()
  assert.deepEqual(listed(sent!), listed(recorded[face].answers[name]!), name)
}

test('nestpay: sale, refusal, status and history of a sale, a hold, a voided sale and an unknown order', async () => {
  hasShape((await nestpay.sale('S-1')).text, 'nestpay', 'payment: success1')
  hasShape((await nestpay.sale('S-0', { Number: '4546711234567893' })).text, 'nestpay', 'payment: fail1')
  hasShape((await nestpay.status('S-1')).text, 'nestpay', 'status: pay order status')
  hasShape((await nestpay.history('S-1')).text, 'nestpay', 'history: success one payment tx')
  await nestpay.preauth('S-2')
  hasShape((await nestpay.status('S-2')).text, 'nestpay', 'status: pre pay order status')
  await nestpay.void('S-1')
  hasShape((await nestpay.status('S-1')).text, 'nestpay', 'status: canceled order status')
  hasShape((await nestpay.void('S-1')).text, 'nestpay', 'cancel: fail order not found 1')
  hasShape((await nestpay.refund('S-1')).text, 'nestpay', 'refund: fail1')
  const { text } = await nestpay.history('S-1')
  hasShape(text, 'nestpay', 'history: success cancel success refund fail')
  assert.match(text, /<TRX2>S\tV\t14990\t14990\t[-0-9]{10} [:0-9]{8}\.\d{3}\t/)
  hasShape((await nestpay.status('S-9')).text, 'nestpay', 'status: fail1')
  const unknown = await nestpay.history('S-9')
  hasShape(unknown.text, 'nestpay', 'history: fail1')
  assert.deepEqual([unknown.response, unknown.code, unknown.field('TRXCOUNT')], ['Declined', '05', '0'])
})

test('nestpay: a capture of everything needs no amount, and shows as one line', async () => {
  await nestpay.preauth('S-3')
  assert.equal((await nestpay.capture('S-3', '')).code, '00')
  const line = (await nestpay.history('S-3')).field('TRX1').split('\t')
  assert.deepEqual([...line.slice(0, 4), line[4] === line[5]], ['S', 'C', '14990', '14990', true])
})

test('garanti: sale, refusals, status and history of a sale, a hold and an unknown order', async () => {
  const sale = await garanti.sale('S-4')
  const retref = sale.field('RetrefNum')
  hasShape((await garanti.status('S-4')).text, 'garanti', 'status: success pay')
  assert.equal((await garanti.refund('S-4', '20000', retref)).system, 'ErrorId: 0208')
  const refused = await garanti.refund('S-4', '20000', retref)
  hasShape(refused.text, 'garanti', 'refund: fail1')
  assert.match(refused.field('RetrefNum'), /^\d{12}$/)
  const history = await garanti.history('S-4')
  hasShape(history.text, 'garanti', 'history: success single pay tx')
  assert.deepEqual(
    [...history.text.matchAll(/<(?:AuthDate|Status|ReturnCode)>([^<]*)/g)].map(([, value]) => value),
    ['00', '20270511', '00', '01', '', '92', '01', '', '92'],
  )
  await garanti.preauth('S-5')
  hasShape((await garanti.status('S-5')).text, 'garanti', 'status: success pre pay')
  hasShape((await garanti.status('S-9')).text, 'garanti', 'status: fail1')
  const unknown = await garanti.history('S-9')
  hasShape(unknown.text, 'garanti', 'history: fail order not found')
  assert.deepEqual([unknown.code, unknown.reason], ['92', '0108'])
})

/** What the test host says of its own work, of the caller's program and of other products, and what a merchant sends. */
const PAYFOR_ONLY =
  /\/(UseExistingDataWhenInserting|status|lastUpdated|PaymentSeq|.*(Start|End)Datetime|Pan|Expiry|UserCode|TerminalTxnType|MOTO|Expsign|Accept|Agent|Mti|Pcode|F12|F13|F22|F25|F32|BankSpecificRequest|CardHolderName|ArtiTaksit|AuthId|SESSION_SYSTEM_USER|CardAcceptorName|BankInternalResponseMessage|PAYFORFROMXMLREQUEST|IsQRValid|IsFastValid|MerchantCountryCode)$|^\/@|ExtraParameters|PaymentAddress/
const hasPayforShape = (text: string, name: string): void => {
  const [sent] = Object.values(parser.parse(text) as Record<string, Tree>)
  const listed = (tree: Tree): string[] => [...new Set(pathsOf(tree).filter((path) => !PAYFOR_ONLY.test(path)))].sort()
  assert.deepEqual(listed(sent!), listed(recorded.payfor.answers[name]!), name)
}

test('payfor: payments, refusals, inquiries and reports', async () => {
  hasPayforShape((await payfor.sale('Q-1')).text, 'payment: success whole message')
  hasPayforShape((await payfor.sale('Q-0', { Pan: '4546711234567893' })).text, 'payment: fail1')
  hasPayforShape((await payfor.status('Q-1')).text, 'status: success1')
  hasPayforShape((await payfor.status('Q-9')).text, 'status: fail order not found')
  hasPayforShape((await payfor.history({ OrderId: 'Q-1' })).text, 'history: success pay')
  hasPayforShape((await payfor.void('Q-1')).text, 'cancel: success1')
  hasPayforShape((await payfor.status('Q-1')).text, 'status: success pay then cancel')
  hasPayforShape((await payfor.void('Q-1')).text, 'cancel: fail1')
  await payfor.preauth('Q-2')
  hasPayforShape((await payfor.status('Q-2')).text, 'status: success pre pay')
  await payfor.capture('Q-2', '149.90')
  hasPayforShape((await payfor.status('Q-2')).text, 'status: success pre pay and post pay')
  const { text } = await payfor.history({ OrderId: 'Q-2' })
  hasPayforShape(text, 'history: success pre pay post pay then cancel')
})

for (const [name, more] of [
  ['3d: success1', {}],
  ['3d: auth fail1', { Pan: '4900200000000009' }],
  ['3d_pay: success1', { SecureType: '3DPay' }],
  ['3d_pay: auth fail1', { SecureType: '3DPay', Pan: '4900200000000009' }],
] as const)
  test(`payfor, callback ${name}: the same fields`, async () => {
    const gateway = `${bank.url}/payfor/Gateway/Default.aspx`
    const { fields } = (await visitGateway(gateway, payforForm(`Q-${name}`.replace(/\W/g, '-'), more))).back!
    assert.deepEqual(Object.keys(fields).sort(), Object.keys(recorded.payfor.callbacks[name]!).sort())
  })

// Of our own form, and not of the recorded one; of the older hash.
const FORM_ONLY =
  /^(ReturnOid|hashAlgorithm|TranType|EXTRA_.*|islemtipi|firmaadi|Email|encoding|customer.*|hashparamsval)$/
const CALLBACKS: [Face, name: string, form: Record<string, string>][] = [
  ['nestpay', '3d_pay: authFail1', { storetype: '3d_pay', pan: '4900200000000009' }],
  ['nestpay', '3d: 3d auth fail wrong card number format', { pan: '4546711234567893' }],
  ['garanti', '3d: 3d auth fail 1', { cardnumber: '4900200000000009' }],
]
for (const [face, name, more] of CALLBACKS)
  test(`${face}, callback ${name}: the same fields`, async () => {
    const gateway = face === 'nestpay' ? '/nestpay/fim/est3Dgate' : '/garanti/servlet/gt3dengine'
    const form = face === 'nestpay' ? nestpayForm(`S-${name.length}`, more) : garantiForm('S-6', more)
    const { fields } = (await visitGateway(`${bank.url}${gateway}`, form)).back!
    const listed = (each: object): string[] =>
      Object.keys(each)
        .filter((field) => !FORM_ONLY.test(field))
        .sort()
    const names = listed(fields)
    // Empty ones are left out by the bank where the authentication failed.
    const sent = names.filter((field) => fields[field] !== '' || recorded[face].callbacks[name]![field] !== undefined)
    assert.deepEqual(sent, listed(recorded[face].callbacks[name]!))
  })

test('posnet: a sale, its repetition, refusals, a refund, a void, an agreement, and the calls around a challenge', async () => {
  const posnet = openPosnet(bank.url)
  const [order, voided, xid] = [posnetOrder(1), posnetOrder(2), xidOf(1)]
  const sale = await posnet.sale(order)
  const key = sale.field('hostlogkey')
  hasShape(sale.text, 'posnet', 'payment: success1')
  hasShape((await posnet.sale(order)).text, 'posnet', 'payment: fail2, approved before')
  hasShape((await posnet.sale(posnetOrder(3), {}, { tid: '67000099' })).text, 'posnet', 'payment: fail1')
  const status = await posnet.agreement(order)
  hasShape(status.text, 'posnet', 'status: success1')
  assert.match(status.text, /<ccno>4546 71\*\* \*\*\*\* 7894<.*<amount>149,90<.*<tranDate>[-0-9]{10} [:0-9]{8}\.\d{3}</)
  hasShape((await posnet.refund(key, '14991')).text, 'posnet', 'refund: fail')
  hasShape((await posnet.refund(key, '100')).text, 'posnet', 'refund: success')
  const other = (await posnet.sale(voided)).field('hostlogkey')
  hasShape((await posnet.reverse('sale', other)).text, 'posnet', 'cancel: success')
  hasShape((await posnet.reverse('sale', other)).text, 'posnet', 'cancel: fail')
  hasShape((await posnet.seal(xid)).text, 'posnet', 'begin: success')
  hasShape((await posnet.seal('V190')).text, 'posnet', 'begin: fail')
  const { fields } = await posnet.challenge(xid, 'ok')
  hasShape((await posnet.resolve(fields, mac(xid, '14990', 'TL'))).text, 'posnet', 'resolve: no 3D')
  hasShape((await posnet.resolve(fields, mac(xid, '1', 'TL'))).text, 'posnet', 'resolve: fail of another host')
  hasShape((await posnet.finish(fields, mac(xid, '14990', 'TL'))).text, 'posnet', 'charge after challenge: success')
  const poor = (await posnet.challenge(xidOf(2), 'ok', { ccno: '4111111111111111' })).fields
  const declined = await posnet.finish(poor, mac(xidOf(2), '14990', 'TL'))
  hasShape(declined.text, 'posnet', 'charge after challenge: fail')
  assert.equal(declined.field('mac'), mac('', xidOf(2), '14990', 'TL'))
})
