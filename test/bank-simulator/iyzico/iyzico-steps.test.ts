/** Steps after a payment at iyzico: refunds of an item or of the payment, cancellations, captures. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { MORNING, startBank } from '../../support/bank.ts'
import { use } from '../../support/use.ts'
import {
  type Answered,
  card,
  isSigned,
  type Json,
  MERCHANT,
  type Members,
  OF_PAYMENT,
  openIyzico,
} from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

let orders = 0
const newOrder = (): string => `IT-${++orders}`
const net = async (order: string): Promise<number | undefined> => (await bank.control.order(MERCHANT, order))?.net

const paid = async (order: string, more: Members = {}): Promise<Json> => (await iyzico.sale(order, more)).body

test('an item is refunded in parts, never above its share, and the report counts', async () => {
  const order = newOrder()
  const { paymentId, itemTransactions } = await paid(order)
  const [first, second] = itemTransactions.map(({ paymentTransactionId }: Json) => paymentTransactionId)
  const refund = (paymentTransactionId: string, price: string, more: Members = {}): Promise<Answered> =>
    iyzico.refund({ conversationId: 'R', paymentTransactionId, price, ip: '192.0.2.10', ...more })
  const { body } = await refund(first, '40.1', { currency: 'TRY' })
  assert.deepEqual(
    [body.status, body.paymentId, body.paymentTransactionId, body.price, body.currency, body.retryable],
    ['success', paymentId, first, 40.1, 'TRY', false],
  )
  assert.ok(isSigned(body, 'paymentId price currency conversationId'))
  assert.match(body.refundHostReference, /^\d{12}$/)
  assert.equal(await iyzico.state(order), '1 AUTH 149.9 PARTIALLY_REFUNDED 0')
  assert.deepEqual(
    [(await refund(first, '60')).body.errorCode, (await refund(first, '60')).body.errorGroup],
    ['10248', 'EXCEEDED_TRANSACTION_AMOUNT'],
  )
  assert.equal((await refund(first, '59.9')).code, 'success')
  assert.equal((await refund(first, '0.01')).code, '10248')
  assert.equal((await refund(second, '49.9', { currency: 'USD' })).code, '5064')
  assert.equal((await refund(second, '49.9')).code, 'success')
  assert.equal((await refund(second, '49.9')).code, '10248')
  assert.equal(await iyzico.state(order), '1 AUTH 149.9 TOTALLY_REFUNDED 0')
  assert.equal(await net(order), 0)
  const [report] = (await iyzico.report({ paymentId })).body.payments
  assert.deepEqual(
    report.itemTransactions.map(({ refunds }: Json) =>
      refunds.map(({ refundPrice, refundStatus }: Json) => [refundPrice, refundStatus]),
    ),
    [
      [
        [40.1, 1],
        [59.9, 1],
      ],
      [[49.9, 1]],
    ],
  )
  assert.equal((await iyzico.detail({ paymentId })).body.paymentStatus, 'SUCCESS')
})

test('a refund of the payment takes no item, and never more than is left', async () => {
  const order = newOrder()
  const { paymentId, itemTransactions } = await paid(order)
  const { body } = await iyzico.refundPayment({ conversationId: 'R', paymentId, price: '99.9', ip: '192.0.2.10' })
  assert.deepEqual([body.status, body.price, body.paymentTransactionId], ['success', 99.9, undefined])
  assert.ok(isSigned(body, 'paymentId conversationId'))
  const { paymentTransactionId } = itemTransactions[0]
  assert.equal((await iyzico.refund({ paymentTransactionId, price: '50.01' })).code, '10248')
  assert.equal((await iyzico.refundPayment({ paymentId, price: '50' })).code, 'success')
  assert.equal((await iyzico.refundPayment({ paymentId, price: '1' })).code, '5119')
  assert.equal(await net(order), 0)
})

test('a payment is cancelled as a whole on its day, once, and not after a refund', async () => {
  const [order, refunded, late] = [newOrder(), newOrder(), newOrder()]
  const { paymentId } = await paid(order)
  const { body } = await iyzico.cancel({ conversationId: 'C', paymentId, ip: '192.0.2.10', reason: 'other' })
  assert.deepEqual([body.status, body.paymentId, body.price, body.currency], ['success', paymentId, 149.9, 'TRY'])
  assert.ok(body.cancelHostReference && body.signature === undefined)
  assert.equal(await net(order), 0)
  assert.equal(await iyzico.state(order), '1 AUTH 149.9 TOTALLY_REFUNDED 1')
  assert.equal((await iyzico.cancel({ paymentId })).code, '8514')
  const other = await paid(refunded)
  await iyzico.refundPayment({ paymentId: other.paymentId, price: '1' })
  assert.equal((await iyzico.cancel({ paymentId: other.paymentId })).code, '5120')
  const old = await paid(late)
  await bank.control.endDay()
  assert.equal((await iyzico.cancel({ paymentId: old.paymentId })).code, '5118')
  assert.equal((await iyzico.refundPayment({ paymentId: old.paymentId, price: '149.9' })).code, 'success')
})

test('a pre-authorization is captured once, at most as high as it is, or cancelled', async () => {
  const [order, other] = [newOrder(), newOrder()]
  const { body } = await iyzico.preauth(order)
  assert.deepEqual([body.phase, body.paidPrice], ['PRE_AUTH', 149.9])
  assert.equal((await bank.control.order(MERCHANT, order)).held, 14990)
  const { paymentId, itemTransactions } = body
  assert.equal((await iyzico.refundPayment({ paymentId, price: '1' })).code, '5119')
  assert.equal((await iyzico.capture({ paymentId, paidPrice: '150', currency: 'TRY' })).code, '5123')
  const captured = (await iyzico.capture({ conversationId: 'P', paymentId, paidPrice: '74.95', currency: 'TRY' })).body
  assert.deepEqual([captured.phase, captured.paidPrice, captured.price], ['POST_AUTH', 74.95, 149.9])
  assert.ok(isSigned(captured, OF_PAYMENT))
  assert.deepEqual(
    captured.itemTransactions.map(({ paidPrice }: Json) => paidPrice),
    [50, 24.95],
  )
  assert.equal((await iyzico.capture({ paymentId })).code, '5082')
  assert.equal(await net(order), 7495)
  const { paymentTransactionId } = itemTransactions[0]
  assert.equal((await iyzico.refund({ paymentTransactionId, price: '50.01' })).code, '10248')
  assert.equal((await iyzico.refund({ paymentTransactionId, price: '50' })).code, 'success')
  const hold = (await iyzico.preauth(other)).body.paymentId
  await bank.control.endDay()
  assert.equal((await iyzico.cancel({ paymentId: hold })).code, 'success')
  assert.equal((await iyzico.capture({ paymentId: hold })).code, '8514')
  assert.equal((await iyzico.preauth(newOrder(), {}, { digit: 4 })).code, '5066')
})

test('steps name what they are about', async () => {
  for (const [call, code] of [
    [iyzico.cancel({}), '24'],
    [iyzico.cancel({ paymentId: '1' }), '5087'],
    [iyzico.capture({ paymentId: '1' }), '5087'],
    [iyzico.refund({ price: '1' }), '24'],
    [iyzico.refund({ paymentTransactionId: '1', price: '1' }), '5116'],
    [iyzico.refundPayment({ paymentId: '1', price: '1' }), '5087'],
    [iyzico.detail({}), '24'],
    [iyzico.detail({ paymentId: '1' }), '5087'],
    [iyzico.report({}), '24'],
  ] as const)
    assert.equal((await call).code, code)
  const { paymentId } = await paid(newOrder())
  assert.equal((await iyzico.cancel({ paymentId }, { digit: 8 })).code, '5087')
  assert.equal((await iyzico.refundPayment({ paymentId })).code, '24')
  assert.equal((await iyzico.cancel({ paymentId, paymentCard: card() })).code, '11')
})
