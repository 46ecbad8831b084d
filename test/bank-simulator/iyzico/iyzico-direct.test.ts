/** iyzico without 3-D Secure: payments, declines, refusals of a strict gateway, steps after a payment, the ledger. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import {
  address,
  authorize,
  buyer,
  card,
  hmac,
  isSigned,
  item,
  type Json,
  MERCHANT,
  type Members,
  OF_PAYMENT,
  openIyzico,
  payment,
} from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

let orders = 0
const newOrder = (): string => `IY-${++orders}`
const net = async (order: string, merchant = MERCHANT): Promise<number | undefined> =>
  (await bank.control.order(merchant, order))?.net

test('a payment is approved with its items, signed, and posted once; the inquiry repeats it', async () => {
  const order = newOrder()
  const { status, body } = await iyzico.sale(order, { paidPrice: '179.88', installment: 3 })
  assert.deepEqual(
    [
      status,
      body.status,
      body.locale,
      body.conversationId,
      body.price,
      body.paidPrice,
      body.installment,
      body.currency,
    ],
    [200, 'success', 'tr', order, 149.9, 179.88, 3, 'TRY'],
  )
  assert.deepEqual(
    [body.fraudStatus, body.phase, body.cardType, body.cardAssociation, body.cardFamily, body.binNumber],
    [1, 'AUTH', 'CREDIT_CARD', 'VISA', 'Bonus', '454671'],
  )
  assert.deepEqual([body.merchantCommissionRate, body.merchantCommissionRateAmount], [20, 29.98])
  assert.equal(body.lastFourDigits, '7894')
  assert.match(body.paymentId, /^\d{8}$/)
  assert.match(body.authCode, /^\d{6}$/)
  assert.ok(isSigned(body, OF_PAYMENT))
  assert.deepEqual(
    body.itemTransactions.map(({ itemId, price, paidPrice, transactionStatus }: Json) => [
      itemId,
      price,
      paidPrice,
      transactionStatus,
    ]),
    [
      ['I1', 100, 120, 2],
      ['I2', 49.9, 59.88, 2],
    ],
  )
  const detail = await iyzico.detail({ paymentId: body.paymentId, conversationId: 'other' })
  const { paymentStatus, signature, systemTime, conversationId, ...repeated } = detail.body
  assert.deepEqual([paymentStatus, conversationId, typeof systemTime], ['SUCCESS', 'other', 'number'])
  assert.ok(isSigned(detail.body, OF_PAYMENT))
  const { signature: _, systemTime: __, conversationId: ___, ...first } = body
  assert.deepEqual(repeated, first)
  assert.equal(await net(order), 17988)
})

test('a payment is found by its conversation too, and without one by its number only', async () => {
  const order = newOrder()
  const { body } = await iyzico.sale(order)
  assert.equal((await iyzico.detail({ paymentConversationId: order })).body.paymentId, body.paymentId)
  const silent = (await iyzico.sale('', { conversationId: undefined, basketId: undefined })).body
  assert.deepEqual([silent.status, silent.conversationId, silent.basketId], ['success', undefined, undefined])
  assert.ok(isSigned(silent, OF_PAYMENT))
  assert.equal(await net(silent.paymentId), 14990)
  assert.equal((await iyzico.detail({ paymentId: silent.paymentId })).code, 'success')
})

test('a conversation that comes again is charged again, and counts as a fault of the caller', async () => {
  const order = newOrder()
  const before = (await bank.control.verdict()).violations.duplicate_charge ?? 0
  const [first, second] = [await iyzico.sale(order), await iyzico.sale(order)]
  assert.deepEqual([first.code, second.code], ['success', 'success'])
  assert.notEqual(first.body.paymentId, second.body.paymentId)
  assert.deepEqual([await net(order), await net(`${order}~2`)], [14990, 14990])
  assert.equal((await bank.control.verdict()).violations.duplicate_charge, before + 1)
  assert.equal((await iyzico.detail({ paymentConversationId: order })).body.paymentId, second.body.paymentId)
  assert.equal((await iyzico.report({ paymentConversationId: order })).body.payments.length, 2)
})

const CARDS = `
  4111111111111129 10051 NOT_SUFFICIENT_FUNDS
  4129111111111111 10005 DO_NOT_HONOUR
  4128111111111112 10012 INVALID_TRANSACTION
  4127111111111113 10041 LOST_CARD
  4126111111111114 10043 STOLEN_CARD
  4125111111111115 10054 EXPIRED_CARD
  4124111111111116 10084 INVALID_CVC2
  4123111111111117 10057 NOT_PERMITTED_TO_CARDHOLDER
  4122111111111118 10058 NOT_PERMITTED_TO_TERMINAL
  4121111111111119 10034 FRAUD_SUSPECT
  4120111111111110 10093 RESTRICTED_BY_LAW
  4130111111111118 10204 UNKNOWN
  5555555555554444 10224 EXCEEDS_WITHDRAWAL_AMOUNT_LIMIT
  4003030000000030 10217 REQUIRES_3DS
  4004040000000046 10214 COMMUNICATION_OR_SYSTEM_ERROR
  4508034508034509 10215 INVALID_CARD_NUMBER`
for (const [cardNumber, code, group] of CARDS.trim()
  .split('\n')
  .map((row) => row.trim().split(' ')))
  test(`card ${cardNumber} is declined with ${code} ${group}, and the report says FAILURE`, async () => {
    const order = newOrder()
    const { body, status } = await iyzico.sale(order, { paymentCard: card({ cardNumber }), locale: 'en' })
    assert.deepEqual([status, body.status, body.errorCode, body.errorGroup], [200, 'failure', code, group])
    assert.deepEqual([body.locale, body.conversationId, body.signature], ['en', order, undefined])
    assert.equal(await net(order), 0)
    assert.equal(await iyzico.state(order), '0 AUTH 149.9 NOT_REFUNDED 0')
    const detail = await iyzico.detail({ paymentConversationId: order })
    assert.deepEqual([detail.code, detail.body.paymentStatus], [code, 'FAILURE'])
  })

const STRICT: [what: string, more: Members, code: string, digit?: number][] = [
  ['a suspended merchant', {}, '5068', 2],
  ['dollars without permission', { currency: 'USD' }, '5065', 5],
  ['a currency of another gateway', { currency: '949' }, '5064'],
  [
    'an item of a sub-merchant of a standard merchant',
    { basketItems: [item('I', '149.9', { subMerchantKey: 'x' })] },
    '5180',
  ],
  ['a comma', { price: '149,90' }, '11'],
  ['a fraction of a minor unit', { paidPrice: '149.901' }, '11'],
  ['nothing', { paidPrice: '0.0' }, '11'],
  ['a negative amount', { paidPrice: -1 }, '11'],
  ['no price', { price: undefined }, '24'],
  ['a basket of another sum', { price: '150.0' }, '5062'],
  ['an empty basket', { basketItems: [] }, '24'],
  ['no basket', { basketItems: undefined }, '24'],
  ['an item without a name', { basketItems: [item('I', '149.9', { name: '' })] }, '24'],
  ['an item of nothing', { basketItems: [item('I', '0')] }, '11'],
  ['an item of an unknown type', { basketItems: [item('I', '149.9', { itemType: 'GIFT' })] }, '11'],
  ['no buyer', { buyer: undefined }, '24'],
  ['a buyer without a city', { buyer: buyer({ city: '' }) }, '24'],
  ['a buyer without an address', { buyer: buyer({ registrationAddress: undefined }) }, '24'],
  ['a buyer without an email', { buyer: buyer({ email: '' }) }, '3'],
  ['an email without a host', { buyer: buyer({ email: 'ayse' }) }, '5'],
  ['a buyer without an identity', { buyer: buyer({ identityNumber: undefined }) }, '8'],
  ['no billing address', { billingAddress: undefined }, '24'],
  ['a billing address without a street', { billingAddress: address({ address: '' }) }, '24'],
  ['no shipping address of what is shipped', { shippingAddress: undefined }, '24'],
  ['five installments', { installment: 5 }, '5063'],
  ['installments of a debit card', { paymentCard: card({ cardNumber: '5890040000000016' }), installment: 3 }, '10218'],
  [
    'more installments than the card has',
    { paymentCard: card({ cardNumber: '5400637000000004' }), installment: 12 },
    '10222',
  ],
  ['a wrong check digit', { paymentCard: card({ cardNumber: '4546711234567893' }) }, '12'],
  ['month 13', { paymentCard: card({ expireMonth: '13' }) }, '13'],
  ['a year of two digits', { paymentCard: card({ expireYear: '30' }) }, '14'],
  ['a card code of two digits', { paymentCard: card({ cvc: '12' }) }, '15'],
  ['no holder', { paymentCard: card({ cardHolderName: '' }) }, '16'],
  ['an expired card', { paymentCard: card({ expireYear: '2026' }) }, '17'],
  ['no card', { paymentCard: undefined }, '16'],
  ['an unknown member', { colour: 'red' }, '11'],
]
for (const [what, more, code, digit] of STRICT)
  test(`${what} is refused with ${code}, and nothing is booked`, async () => {
    const order = newOrder()
    const answer = await iyzico.sale(order, more, digit === undefined ? {} : { digit })
    assert.deepEqual([answer.status, answer.code, answer.body.status], [200, code, 'failure'])
    assert.ok(answer.body.errorMessage.length > 0)
    assert.equal(await net(order, `340459${digit ?? 1}`), undefined)
    assert.equal(await iyzico.state(order), '')
  })

test('what is virtual needs no shipping address, and a refusal names the member in both languages', async () => {
  const virtual = { basketItems: [item('I', '149.9', { itemType: 'VIRTUAL' })], shippingAddress: undefined }
  assert.equal((await iyzico.sale(newOrder(), virtual)).code, 'success')
  const refused = (locale: string) => iyzico.sale(newOrder(), { buyer: buyer({ surname: '' }), locale })
  assert.match((await refused('tr')).body.errorMessage, /^buyer\.surname gönderilmesi zorunludur$/)
  assert.match((await refused('en')).body.errorMessage, /^buyer\.surname is mandatory$/)
})

test('the header: key, secret, random key and path, and the older scheme', async () => {
  const order = newOrder()
  const body = JSON.stringify(payment(order))
  const signed = authorize('/payment/auth', body, {}, 'r-1')
  const attempts: [sent: Parameters<typeof iyzico.sale>[2], code: string][] = [
    [{ digit: 6 }, '1001'],
    [{ header: '' }, '1001'],
    [{ header: 'IYZWS sandbox-SimIyzico1:abc' }, '1001'],
    [{ header: `IYZWSv2 ${Buffer.from('apiKey:sandbox-SimIyzico1').toString('base64')}` }, '1001'],
    [{ secret: 'sandbox-SimIyzicoSecret2' }, '1000'],
    [{ signed: '/payment/preauth' }, '1000'],
    [{ signed: '/iyzico/payment/auth' }, '1000'],
    [{ header: signed, headers: { 'x-iyzi-rnd': 'r-2' } }, '1000'],
  ]
  for (const [sent, code] of attempts) {
    const answer = await iyzico.call('POST', '/payment/auth', payment(order), sent)
    assert.deepEqual([answer.status, answer.code, answer.body.conversationId], [200, code, order], JSON.stringify(sent))
  }
  assert.equal(await net(order), undefined)
  const { violations } = await bank.control.verdict()
  assert.ok(violations.wrong_hash! >= 4 && violations.wrong_credentials! >= 4)
  const sent = { header: signed, headers: { 'x-iyzi-rnd': 'r-1', 'x-iyzi-client-version': 'test' } }
  assert.equal((await iyzico.call('POST', '/payment/auth', payment(order), sent)).code, 'success')
})

test('a report is signed with its query or without it, and with the empty object of one client', async () => {
  const order = newOrder()
  await iyzico.sale(order)
  const path = '/v2/reporting/payment/details'
  const query = `${path}?paymentConversationId=${order}`
  for (const [signedPath, body] of [
    [query, ''],
    [path, ''],
    [path, '{}'],
  ])
    assert.equal(
      (await iyzico.call('GET', query, undefined, { header: authorize(signedPath!, body!) })).code,
      'success',
    )
  const refused = await iyzico.call('GET', query, undefined, { header: authorize('/v2/reporting', '') })
  assert.deepEqual([refused.status, refused.code], [401, '1000'])
})

test('what is no JSON, another charset, and a list', async () => {
  for (const bytes of [
    Buffer.from('x'),
    Buffer.from('[]'),
    Buffer.from('{"a":'),
    Buffer.from('{"conversationId":"ş"}', 'latin1'),
  ])
    assert.match((await iyzico.call('POST', '/payment/auth', undefined, { bytes })).code, /^(11|1000|1[26])$/)
})

test('the shares of items are the whole, whatever the prices and the surcharge', async () => {
  const minor = fc.integer({ min: 1, max: 5_000 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(minor, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 60_000 }),
      async (prices, paidPrice) => {
        fc.pre(![51, 5, 91, 68].includes(paidPrice % 100))
        const text = (amount: number): string => (amount / 100).toFixed(2)
        const order = newOrder()
        const { body } = await iyzico.sale(order, {
          price: text(prices.reduce((sum, each) => sum + each, 0)),
          paidPrice: text(paidPrice),
          basketItems: prices.map((each, at) => item(`I${at}`, text(each))),
        })
        const shares = body.itemTransactions.map((each: Json) => Math.round(each.paidPrice * 100))
        assert.equal(
          shares.reduce((sum: number, each: number) => sum + each, 0),
          paidPrice,
        )
        assert.equal(await net(order), paidPrice)
        assert.ok(isSigned(body, OF_PAYMENT))
      },
    ),
    { numRuns: 25 },
  )
})

test('card codes and keys are in no kept request, and all accounts together are nothing', async () => {
  const order = newOrder()
  await iyzico.sale(order)
  const kept = JSON.stringify(await bank.control.requests(order))
  assert.match(kept, /454671\*+7894/)
  assert.doesNotMatch(kept, /4546711234567894|\\"cvc\\":\\"123/)
  assert.equal(hmac('x').length, 64)
  assert.equal((await bank.control.balances()).sum, 0)
})
