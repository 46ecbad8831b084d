/** iyzico: buyer, basket and seller of a payment, amounts, and steps that ask for its numbers first. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attempt, Configuration } from '../../src/connectors/attempt.ts'
import { minorOfPrice, priceText } from '../../src/connectors/iyzico/iyzico-amounts.ts'
import { money } from '../../src/core/money.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import {
  ITEM_ID,
  iyzicoAnswer,
  iyzicoCancel,
  iyzicoRefunded,
  iyzicoRefundRow,
  iyzicoRefusal,
  iyzicoReport,
  iyzicoVoided,
  PAYMENT_ID,
} from '../support/iyzico.ts'
import type { Script } from '../support/scripted-bank.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt, ORDER } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [iyzico] = families.find(([{ family }]) => family === 'iyzico')!

const sent = async (changes: Partial<Attempt> & { settings?: Configuration['settings'] } = {}) => {
  const bank = await bankThat(iyzicoAnswer(ORDER))
  const { settings, ...terms } = changes
  const attempt = attemptAt(iyzico, bank.url, terms)
  const configuration = { ...attempt.configuration, settings: { ...attempt.configuration.settings, ...settings } }
  await iyzico.start({ ...attempt, configuration }, contextOf().context)
  return JSON.parse(bank.received[0]!.toString())
}

test('a buyer who is not named: the holder of the card, and what iyzico wants in place of the rest', async () => {
  const { buyer, billingAddress, basketItems, price, paidPrice } = await sent({ buyerIp: 'x' })
  assert.deepEqual(buyer, {
    id: ORDER,
    name: 'TEST',
    surname: 'CARD',
    identityNumber: '11111111111',
    email: `${ORDER}@buyer.invalid`,
    registrationAddress: 'Belirtilmedi',
    ip: '127.0.0.1',
    city: 'Istanbul',
    country: 'Turkey',
  })
  assert.deepEqual(billingAddress, {
    contactName: 'TEST CARD',
    address: 'Belirtilmedi',
    city: 'Istanbul',
    country: 'Turkey',
  })
  assert.deepEqual(basketItems, [{ id: ORDER, name: ORDER, category1: 'Genel', itemType: 'VIRTUAL', price }])
  assert.deepEqual([price, paidPrice], ['149.9', '149.9'])
})

test('a buyer in extra_properties, and the address on the network', async () => {
  const { buyer } = await sent({
    buyerIp: '192.0.2.10',
    extra: {
      buyer_id: 'B-1',
      buyer_name: 'Ayşe',
      buyer_surname: 'Yılmaz',
      buyer_identity_number: '10000000146',
      buyer_email: 'ayse@example.com',
      buyer_gsm_number: '+905350000000',
      buyer_address: 'Merkez Mah. 1',
      buyer_city: 'İzmir',
      buyer_country: 'Türkiye',
      buyer_zip_code: '35000',
    },
  })
  assert.deepEqual(Object.values(buyer), [
    ...['B-1', 'Ayşe', 'Yılmaz', '10000000146', 'ayse@example.com', '+905350000000', 'Merkez Mah. 1', '192.0.2.10'],
    ...['İzmir', 'Türkiye', '35000'],
  ])
})

test('a seller of a marketplace gets what the marketplace does not keep', async () => {
  const subMerchant = { id: 'SELLER-KEY', name: null, mcc: null, postalCode: null, city: null, countryCode: null }
  const [whole] = (await sent({ subMerchant })).basketItems
  assert.deepEqual([whole.subMerchantKey, whole.subMerchantPrice], ['SELLER-KEY', '149.9'])
  const [part] = (await sent({ subMerchant, settings: { merchant_commission_rate: '2.35' } })).basketItems
  assert.deepEqual([part.price, part.subMerchantPrice], ['149.9', '146.38']) // 3.52 of 149.90
  const [none] = (await sent({ subMerchant: { ...subMerchant, id: null } })).basketItems
  assert.equal('subMerchantKey' in none, false)
})

test('amounts as iyzico writes them', () => {
  for (const [minor, text] of [
    [14_990, '149.9'],
    [15_000, '150.0'],
    [1, '0.01'],
    [100, '1.0'],
    [110, '1.1'],
  ] as const)
    assert.equal(priceText(money(minor, 'TRY')), text)
  for (const [text, minor] of [
    ['149.9', 14_990],
    ['150', 15_000],
    ['150.00000000', 15_000],
    ['10.209999999999999', 1_021],
    ['0.30000000000000004', 30],
    ['10.205', null],
    ['10.2000001', null],
    ['0.30599401', null],
    ['-1', null],
    ['1e3', null],
    ['1,5', null],
    ['', null],
    [null, null],
  ] as const)
    assert.equal(minorOfPrice(text), minor, String(text))
})

const LOST = { references: { providerTransactionId: null, authCode: null, hostReference: null } }
const KNOWN = { references: { ...LOST.references, providerTransactionId: `${PAYMENT_ID}-${ITEM_ID}` } }
const report = (payment = {}) => iyzicoReport(ORDER, payment)
const captured = (changes = {}) => iyzicoAnswer(ORDER, { phase: 'POST_AUTH', paidPrice: 50, ...changes })
type Step = [
  name: string,
  'capture' | 'void' | 'refund',
  original: typeof LOST | typeof KNOWN,
  scripts: Script[],
  calls: number,
  said: string,
]
// biome-ignore format: a table reads as one
const STEPS: Step[] = [
  ['its numbers are known', 'refund', KNOWN, [iyzicoRefunded('R-2')], 1, 'approved'],
  ['its numbers were lost', 'refund', LOST, [report(), iyzicoRefunded('R-2')], 2, 'approved'],
  ['iyzico does not have it', 'refund', LOST, [iyzicoReport(ORDER)], 1, 'not_sent'],
  ['the report has two items', 'refund', LOST, [report({ itemTransactions: [{ paymentTransactionId: 1 }, { paymentTransactionId: 2 }] })], 1, 'not_sent'],
  ['the report cannot be read', 'refund', LOST, ['<html></html>'], 1, 'unknown'],
  ['another amount was refunded', 'refund', KNOWN, [iyzicoRefunded('R-2', { price: 49.99 })], 1, 'unknown'],
  ['in another currency', 'refund', KNOWN, [iyzicoRefunded('R-2', { currency: 'USD' })], 1, 'unknown'],
  ['of another item', 'refund', KNOWN, [iyzicoRefunded('R-2', { paymentTransactionId: '1' })], 1, 'unknown'],
  ['of another payment', 'refund', KNOWN, [iyzicoRefunded('R-2', { paymentId: '1' })], 1, 'unknown'],
  ['of another conversation', 'refund', KNOWN, [iyzicoRefunded(ORDER)], 1, 'unknown'],
  ['without a signature', 'refund', KNOWN, [iyzicoRefunded('R-2', { signature: undefined })], 1, 'unknown'],
  ['above what is left', 'refund', KNOWN, [iyzicoRefusal('R-2', '10248')], 1, 'declined 10248'],
  ['begun before', 'refund', KNOWN, [iyzicoRefusal('R-2', '8514')], 1, 'unknown'],
  ['captured', 'capture', KNOWN, [captured()], 1, 'approved'],
  ['another amount was captured', 'capture', KNOWN, [captured({ paidPrice: 149.9 })], 1, 'unknown'],
  ['a hold still', 'capture', KNOWN, [captured({ phase: 'PRE_AUTH' })], 1, 'unknown'],
  ['of another payment', 'capture', KNOWN, [captured({ paymentId: '1' })], 1, 'unknown'],
  ['not in a state for it', 'capture', KNOWN, [iyzicoRefusal(ORDER, '5082')], 1, 'declined 5082'],
  ['voided', 'void', KNOWN, [iyzicoVoided(ORDER)], 1, 'approved'],
  ['of another payment', 'void', KNOWN, [iyzicoVoided(ORDER, { paymentId: '1' }), report()], 2, 'unknown'],
  ['voided before', 'void', KNOWN, [iyzicoRefusal(ORDER, '8514'), report({ cancels: [iyzicoCancel()] })], 2, 'approved'],
  ['on its way', 'void', KNOWN, [iyzicoRefusal(ORDER, '8514'), report()], 2, 'unknown'],
  ['no such payment', 'void', KNOWN, [iyzicoRefusal(ORDER, '5087'), iyzicoReport(ORDER)], 2, 'declined 5087'],
  ['lost', 'void', KNOWN, ['reset'], 1, 'unknown'],
]
for (const [name, operation, original, scripts, calls, said] of STEPS)
  test(`${operation}, ${name}: ${said}`, async () => {
    const bank = await bankThat(...scripts)
    const followUp = followUpOf(operation, attemptAt(iyzico, bank.url, { operation: 'pre_auth' }), original)
    assert.equal(saidBy(await iyzico.operate!(followUp, contextOf().context)), said)
    assert.equal(bank.received.length, calls)
  })

test('a report is asked for with a signed address, and without a body', async () => {
  const seen: unknown[] = []
  const bank = await bankThat((body, _at, { method, url, headers }) => {
    seen.push(method, url, body.length, /^IYZWSv2 /.test(headers.authorization ?? ''))
    return report()
  })
  const { context, exchanges } = contextOf()
  await iyzico.inquire(attemptAt(iyzico, bank.url), context)
  const path = `/v2/reporting/payment/details?locale=tr&conversationId=${ORDER}&paymentConversationId=${ORDER}`
  assert.deepEqual(seen, ['GET', `/bank${path}`, 0, true])
  assert.deepEqual(
    [exchanges[0]!.method, exchanges[0]!.endpoint, exchanges[0]!.requestBody],
    ['GET', `${bank.url}${path}`, ''],
  )
})

test('an order of another name is asked for by its name, whatever it holds', async () => {
  const asked: string[] = []
  const bank = await bankThat((_body, _at, { url }) => {
    asked.push(url ?? '')
    return iyzicoReport('A&paymentId=1 #', {})
  })
  const order = await iyzico.lookUp!(attemptAt(iyzico, bank.url) as never, contextOf().context, 'A&paymentId=1 #')
  assert.deepEqual(
    [...new URL(asked[0]!, bank.url).searchParams].map(([name, value]) => `${name}: ${value}`),
    ['locale: tr', 'conversationId: A&paymentId=1 #', 'paymentConversationId: A&paymentId=1 #'],
  )
  assert.ok(order !== 'not_found' && order.state === 'captured')
})

test('a refund that is not done stands in the list and not in the sum, so that people look', async () => {
  for (const refundStatus of [0, 2]) {
    const bank = await bankThat(report({ refunds: [iyzicoRefundRow('R-2', { refundStatus })] }))
    const order = await iyzico.lookUp!(attemptAt(iyzico, bank.url) as never, contextOf().context)
    assert.ok(order !== 'not_found')
    const refunds = order.movements.filter(({ operation }) => operation === 'refund')
    assert.deepEqual([order.refunded, refunds.map(({ amount, bankCode }) => [amount, bankCode])], [0, [[5_000, '00']]])
  }
})
