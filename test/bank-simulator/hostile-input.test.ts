/** Whatever arrives at the gateways gets an answer that is no fault of the bank, and moves no money by accident. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MORNING, startBank } from '../support/bank.ts'
import { use } from '../support/use.ts'
import { gatewayForm as akbankForm } from './akbank/akbank-client.ts'
import { gatewayForm as garantiForm, gvpsXml } from './garanti-client.ts'
import { formOf, gatewayForm as interposForm } from './interpos/interpos-client.ts'
import { payment } from './iyzico/iyzico-client.ts'
import { messageXml } from './kuveyt/kuveyt-client.ts'
import { cc5Xml, openNestpay, saleFields } from './nestpay-client.ts'
import { gatewayForm } from './shopper.ts'

const bank = use(() => startBank({ now: MORNING }))

const formText = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()
const GOOD: Record<string, string> = {
  '/nestpay/fim/api': cc5Xml(saleFields('H-1')),
  '/nestpay/fim/est3Dgate': formText(gatewayForm('H-2')),
  '/garanti/VPServlet': gvpsXml({ type: 'sales', orderId: 'H-3' }),
  '/garanti/servlet/gt3dengine': formText(garantiForm('H-4')),
  '/akbank/securepay': formText(akbankForm('H-7')),
  '/interpos/mpi/Default.aspx': formOf({
    ...{ ShopCode: '3201', UserCode: 'SimInterApi', UserPass: 'SimUserPw1', SecureType: 'NonSecure', TxnType: 'Auth' },
    ...{ OrderId: 'H-8', PurchAmount: '149.90', Currency: '949', Pan: '4546711234567894', Expiry: '1230', Cvv2: '000' },
  }).toString(),
  '/interpos/mpi/Default.aspx?browser': formText(interposForm('H-9')),
  '/kuveyt/ServiceGateWay/Home/Non3DPayGate': messageXml({ APIVersion: 'TDV2.0.0', MerchantId: '7201', Amount: '1' }),
  '/kuveyt/ServiceGateWay/Home/ThreeDModelPayGate': messageXml({ MerchantId: '7201', FailUrl: 'http://127.0.0.1:9/' }),
  '/kuveyt/tds/resultFlow': 'threeDSServerWebFlowStart=eyJ.eyJ.x',
  '/iyzico/payment/auth': JSON.stringify(payment('H-10')),
  '/iyzico/payment/cancel': JSON.stringify({ paymentId: '20000001' }),
  '/iyzico/payment/mock/init3ds': 'token=abc.def',
  '/acs/nobody': 'code=123456&action=submit',
}

const piece = fc.oneof(
  fc.string({ maxLength: 8, unit: 'binary' }),
  fc.constantFrom(
    '&',
    '<',
    '>',
    '%',
    '%zz',
    '<!--',
    ']]>',
    '&#0;',
    '<a/>',
    '\0',
    '=',
    '<Extra><ORDERSTATUS>QUERY</ORDERSTATUS></Extra>',
  ),
)
const damaged = fc.record({
  path: fc.constantFrom(...Object.keys(GOOD)),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(40),
  piece,
  type: fc.constantFrom('text/xml', 'application/x-www-form-urlencoded', 'application/json', undefined),
})

test('damaged requests never end in a fault of the bank', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, async ({ path, at, cut, piece, type }) => {
      const good = GOOD[path]!
      const place = Math.floor(at * good.length)
      const body = Buffer.from(good.slice(0, place) + piece + good.slice(place + cut))
      const answer = await fetch(bank.url + path, {
        method: 'POST',
        body: new Uint8Array(body),
        redirect: 'manual',
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      })
      assert.ok(answer.status < 500, `${answer.status}: ${await answer.text()}`)
    }),
    { numRuns: 250 },
  )
  for (const order of (await bank.control.orders()).orders) assert.match(order.order_id, /^H-/)
  assert.equal((await bank.control.balances()).sum, 0)
})

test('no body, a body too large, a wrong method and a wrong path', async () => {
  for (const path of Object.keys(GOOD)) {
    assert.ok((await fetch(bank.url + path, { method: 'POST' })).status < 500, path)
    assert.equal((await fetch(bank.url + path, { method: 'POST', body: 'x'.repeat(70_000) })).status, 413)
  }
  assert.equal((await fetch(`${bank.url}/nestpay/fim/api`)).status, 404)
  assert.equal((await fetch(`${bank.url}/acs/nobody`)).status, 404)
  assert.equal((await fetch(`${bank.url}/control/orders/x/%00`)).status, 404)
})

test('a document of many or deep elements is refused, and names of objects mean nothing', async () => {
  const nestpay = openNestpay(bank.url)
  const head = '<?xml version="1.0" encoding="ISO-8859-9"?>'
  for (const inside of [
    '<a>'.repeat(500),
    '<a>'.repeat(20) + '</a>'.repeat(20),
    '<__proto__>x</__proto__>',
    '<constructor/>',
  ]) {
    const { code } = await nestpay.send({}, { body: Buffer.from(`${head}<CC5Request>${inside}</CC5Request>`) })
    assert.equal(code, '99')
  }
})

test('an order id that looks like a card number can be queried all the same', async () => {
  const order = 'V1234567812345670' // a right check digit, and no bank's
  await openNestpay(bank.url).sale(order)
  assert.equal((await bank.control.order('500100200', order)).net, 14990)
})

test('a merchant of one scheme declines the others', async () => {
  const nestpay = openNestpay(bank.url)
  const merchant = { ClientId: '500100206' }
  assert.equal((await nestpay.sale('H-visa', merchant)).code, '58')
  assert.equal((await nestpay.sale('H-troy', { ...merchant, Number: '9792030394440796' })).code, '00')
})

test('a lenient bank takes unknown fields and another charset, and still no wrong password', async () => {
  const lenient = await startBank({ lenient: true })
  try {
    const nestpay = openNestpay(lenient.url)
    assert.equal((await nestpay.send(saleFields('H-5', { Colour: 'red' }), { encoding: 'UTF-8' })).code, '00')
    assert.equal((await nestpay.sale('H-6', { Password: 'x' })).code, '99')
  } finally {
    await lenient.stop()
  }
})
