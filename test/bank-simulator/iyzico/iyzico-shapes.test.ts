/** Members of iyzico's answers as its clients, its pages and others' tests have recorded them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import * as hash from '../../../simulators/bank/iyzico/hash.ts'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import { card, type Json, openIyzico } from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

const names = (text: string): string[] => text.trim().split(/\s+/).sort()
const namesOf = (value: Json): string[] => Object.keys(value).sort()

const HEAD = 'status locale systemTime conversationId'
const PAYMENT = `${HEAD} price paidPrice installment paymentId fraudStatus merchantCommissionRate
  merchantCommissionRateAmount iyziCommissionRateAmount iyziCommissionFee cardType cardAssociation cardFamily binNumber
  lastFourDigits basketId currency itemTransactions authCode phase hostReference`
const ITEM = `itemId paymentTransactionId transactionStatus price paidPrice merchantCommissionRate
  merchantCommissionRateAmount iyziCommissionRateAmount iyziCommissionFee blockageRate blockageRateAmountMerchant
  blockageRateAmountSubMerchant blockageResolvedDate subMerchantPrice subMerchantPayoutRate subMerchantPayoutAmount
  merchantPayoutAmount convertedPayout`
const CONVERTED = `paidPrice iyziCommissionRateAmount iyziCommissionFee blockageRateAmountMerchant
  blockageRateAmountSubMerchant subMerchantPayoutAmount merchantPayoutAmount iyziConversionRate iyziConversionRateAmount
  currency`

test('a payment, its items and their payouts', async () => {
  const { body } = await iyzico.sale('IS-1')
  assert.deepEqual(namesOf(body), names(`${PAYMENT} signature`))
  assert.deepEqual(namesOf(body.itemTransactions[0]), names(ITEM))
  assert.deepEqual(namesOf(body.itemTransactions[0].convertedPayout), names(CONVERTED))
  assert.match(body.itemTransactions[0].blockageResolvedDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const captured = (await iyzico.preauth('IS-2')).body
  assert.deepEqual(namesOf(captured), names(`${PAYMENT} signature`))
  assert.deepEqual(
    namesOf((await iyzico.detail({ conversationId: 'x', paymentId: body.paymentId })).body),
    names(`${PAYMENT} signature paymentStatus`),
  )
})

test('amounts are numbers without zeros behind them, and of an older version have eight decimals and no signature', async () => {
  const { text } = await iyzico.sale('IS-3', {
    price: '150.00',
    paidPrice: '150.50',
    basketItems: [{ ...ONE, price: '150' }],
  })
  assert.match(text, /"price":150,"paidPrice":150\.5,/)
  assert.match(text, /"iyziCommissionFee":0,/)
  const older = await iyzico.sale('IS-4', {}, { digit: 9 })
  assert.match(older.text, /"price":149\.90000000,"paidPrice":149\.90000000,/)
  assert.match(older.text, /"blockageRateAmountSubMerchant":0E-8/)
  assert.deepEqual(namesOf(older.body), names(PAYMENT))
})
const ONE = { id: 'I', name: 'Kitap', category1: 'Kitap', itemType: 'VIRTUAL' }

test('failures of iyzico have no group, those of the bank have one', async () => {
  const refused = (await iyzico.sale('IS-5', { price: '1' })).body
  assert.deepEqual(namesOf(refused), names(`${HEAD} errorCode errorMessage`))
  assert.deepEqual(
    [refused.errorCode, refused.errorMessage],
    ['5062', 'Gönderilen tutar tüm kırılımların toplam tutarına eşit olmalıdır'],
  )
  const declined = (await iyzico.sale('IS-6', { paymentCard: card({ cardNumber: '4111111111111129' }) })).body
  assert.deepEqual(namesOf(declined), names(`${HEAD} errorCode errorMessage errorGroup`))
  assert.equal(declined.errorMessage, 'Kart limiti yetersiz, yetersiz bakiye')
  const wrong = (await iyzico.bin({ conversationId: 'x', binNumber: '552879' }, { secret: 'x' })).body
  assert.deepEqual([wrong.errorCode, wrong.errorMessage], ['1000', 'Geçersiz imza'])
})

test('a challenge, a cancellation, both refunds', async () => {
  const begun = (await iyzico.initialize('IS-7')).body
  assert.deepEqual(namesOf(begun), names(`${HEAD} threeDSHtmlContent paymentId signature`))
  const { paymentId, itemTransactions } = (await iyzico.sale('IS-8')).body
  const { paymentTransactionId } = itemTransactions[0]
  const conversationId = 'IS'
  const item = (await iyzico.refund({ conversationId, paymentTransactionId, price: '1' })).body
  const REFUND = `${HEAD} paymentId price currency authCode hostReference refundHostReference retryable signature`
  assert.deepEqual(namesOf(item), names(`${REFUND} paymentTransactionId`))
  assert.deepEqual(namesOf((await iyzico.refundPayment({ conversationId, paymentId, price: '1' })).body), names(REFUND))
  const other = (await iyzico.sale('IS-9')).body.paymentId
  const cancelled = (await iyzico.cancel({ conversationId, paymentId: other })).body
  assert.deepEqual(
    namesOf(cancelled),
    names(`${HEAD} paymentId price currency authCode hostReference cancelHostReference`),
  )
})

test('an older version of a cancellation and a refund', async () => {
  const older = { digit: 9 }
  const { paymentId, itemTransactions } = (await iyzico.sale('IS-11', {}, older)).body
  const { paymentTransactionId } = itemTransactions[0]
  const refund = { conversationId: 'x', paymentTransactionId, price: '1' }
  const OLDER = `${HEAD} paymentId price currency authCode connectorName`
  assert.deepEqual(namesOf((await iyzico.refund(refund, older)).body), names(`${OLDER} paymentTransactionId`))
  assert.equal(typeof paymentId, 'string')
  const other = (await iyzico.sale('IS-12', {}, older)).body.paymentId
  const cancelled = await iyzico.cancel({ conversationId: 'x', paymentId: other }, older)
  assert.deepEqual(namesOf(cancelled.body), names(OLDER))
})

test('a report and a row of a day', async () => {
  await iyzico.sale('IS-10')
  const { payments } = (await iyzico.report({ paymentConversationId: 'IS-10' })).body
  assert.deepEqual(
    namesOf(payments[0]),
    names(`paymentId paymentStatus paymentRefundStatus price paidPrice installment merchantCommissionRate
      merchantCommissionRateAmount iyziCommissionRateAmount iyziCommissionFee paymentConversationId fraudStatus cardType
      cardAssociation cardFamily binNumber lastFourDigits basketId currency connectorName authCode threeDS phase
      acquirerBankName hostReference createdDate cancels itemTransactions`),
  )
  assert.match(payments[0].createdDate, /^2027-05-11T09:\d\d:\d\dZ$/)
  const { transactions } = (await iyzico.day({ transactionDate: '2027-05-11', page: '1' })).body
  assert.deepEqual(
    namesOf(transactions[0]),
    names(`transactionType transactionDate transactionId transactionStatus afterSettlement paymentTxId paymentId
      conversationId paymentPhase price paidPrice transactionCurrency installment threeDS settlementCurrency connectorType
      authCode hostReference basketId iyzicoCommission iyzicoFee merchantPayoutAmount`),
  )
})

test('the vectors that bank and connectors share', () => {
  const { iyzico: shared } = JSON.parse(
    readFileSync(new URL('../../fixtures/hash-vectors.json', import.meta.url), 'utf8'),
  )
  const { secretKey, I1_request, I2_callback, I3_payment_response, I4_init_response, I5_webhook_direct } = shared
  assert.equal(hash.callSignature(I1_request, secretKey), I1_request.signature)
  for (const { text, signature } of [I2_callback, I3_payment_response, I4_init_response])
    assert.equal(hash.signValues(text.split(':'), secretKey), signature)
  const event = { iyziEventType: 'API_AUTH', paymentId: 1000001, paymentConversationId: 'sim-1', status: 'SUCCESS' }
  assert.equal(hash.webhookSignature(event, secretKey), I5_webhook_direct.signature)
})
