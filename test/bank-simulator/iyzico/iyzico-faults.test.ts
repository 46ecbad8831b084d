/** Faults of calls, books and answers at iyzico: what the caller sees, and what became of the money. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type BankFault, MORNING, startBank } from '../../support/bank.ts'
import { until } from '../../support/until.ts'
import { use } from '../../support/use.ts'
import { type Answered, card, type Json, MERCHANT, openIyzico } from './iyzico-client.ts'

const bank = use(() => startBank({ now: MORNING }))
let iyzico: ReturnType<typeof openIyzico>
before(async () => {
  iyzico = openIyzico(bank.url)
})

let orders = 0
const newOrder = (): string => `IF-${++orders}`
const net = async (order: string): Promise<number> => (await bank.control.order(MERCHANT, order))?.net ?? 0
const QUICK = { hold_ms: 50 }
const arm = (order: string, operation: string, fault: BankFault) =>
  bank.control.arm({ ...fault, match: { face: 'iyzico', merchant: MERCHANT, order_id: order, operation } })

/** An answer's code, a status, or a broken line. */
const seen = async (call: Promise<Answered>): Promise<string> => {
  try {
    const { status, code, text } = await call
    if (status !== 200) return String(status)
    return code === '' ? (/<html/.test(text) ? 'html' : 'unreadable') : code
  } catch {
    return 'broken'
  }
}

const SOLD = '1 AUTH 149.9 NOT_REFUNDED 0'
const NOTHING = ''
const NO_PAYMENT = '5087'
const SALES: [BankFault, sees: string, money: number, state: string][] = [
  [{ kind: 'timeout_before', parameters: QUICK }, 'broken', 0, NOTHING],
  [{ kind: 'timeout_after_charge', parameters: QUICK }, 'broken', 14990, SOLD],
  [{ kind: 'reset' }, 'broken', 0, NOTHING],
  [{ kind: 'http_5xx_before' }, '503', 0, NOTHING],
  [{ kind: 'http_5xx_after', parameters: { status: 502 } }, '502', 14990, SOLD],
  [{ kind: 'drop_half_body' }, 'broken', 14990, SOLD],
  [{ kind: 'slow', parameters: { delay_ms: 30 } }, 'success', 14990, SOLD],
  [{ kind: 'html_instead' }, 'html', 14990, SOLD],
  [{ kind: 'html_instead', parameters: { booked: false } }, 'html', 0, NOTHING],
  [{ kind: 'json_instead' }, '503', 14990, SOLD],
  [{ kind: 'extra_fields' }, 'success', 14990, SOLD],
  [{ kind: 'wrong_charset' }, 'success', 14990, SOLD],
  [{ kind: 'declined_but_charged' }, '10005', 14990, SOLD],
  [{ kind: 'approved_then_reversed' }, 'success', 0, '1 AUTH 149.9 TOTALLY_REFUNDED 1'],
  [{ kind: 'stale_inquiry' }, 'success', 14990, NOTHING],
  [{ kind: 'duplicate_reference' }, 'success', 14990, SOLD],
  [{ kind: 'order_id_reused' }, '5071', 0, NOTHING],
]
for (const [fault, sees, money, state] of SALES)
  test(`${fault.kind} ${JSON.stringify(fault.parameters ?? {})}: the caller sees ${sees}, ${money} moved`, async () => {
    const order = newOrder()
    await arm(order, 'sale', fault)
    assert.equal(await seen(iyzico.sale(order)), sees)
    assert.equal(await net(order), money)
    assert.equal(await iyzico.state(order), state)
  })

test('the limit of calls is an answer that a fault can send', async () => {
  const order = newOrder()
  const body = JSON.stringify({
    status: 'failure',
    errorCode: 50000,
    errorMessage: 'Request Limit Exceeded',
    locale: 'en',
  })
  await arm(order, 'sale', { kind: 'json_instead', parameters: { status: 200, body, booked: false } })
  assert.equal(String((await iyzico.sale(order)).body.errorCode), '50000')
  assert.equal(await net(order), 0)
})

test('what was hidden is found after five minutes, and more members are in an answer', async () => {
  const [hidden, odd] = [newOrder(), newOrder()]
  await arm(hidden, 'sale', { kind: 'stale_inquiry' })
  const { paymentId } = (await iyzico.sale(hidden)).body
  assert.equal((await iyzico.detail({ paymentId })).code, NO_PAYMENT)
  await bank.control.advance(301)
  assert.equal((await iyzico.detail({ paymentId })).code, 'success')
  await arm(odd, 'sale', { kind: 'extra_fields' })
  assert.equal((await iyzico.sale(odd)).body.newField, 'yeni alan: ğüşıöç')
})

test('a late charge comes after the inquiry that did not find it, and can then be cancelled', async () => {
  const order = newOrder()
  await arm(order, 'sale', { kind: 'late_charge', parameters: { after_ms: 300, hold_ms: 50 } })
  const call = seen(iyzico.sale(order))
  assert.equal((await iyzico.detail({ paymentConversationId: order })).code, NO_PAYMENT)
  assert.equal(await call, 'broken')
  await until('the late charge', async () => (await net(order)) === 14990)
  const { paymentId } = (await iyzico.detail({ paymentConversationId: order })).body
  assert.equal((await iyzico.cancel({ paymentId })).code, 'success')
  assert.equal(await net(order), 0)
})

test('lost and lying answers of cancellations, captures and refunds', async () => {
  const [lost, lying, hold] = [newOrder(), newOrder(), newOrder()]
  const first = (await iyzico.sale(lost)).body.paymentId
  await arm(lost, 'void', { kind: 'drop_half_body' })
  assert.equal(await seen(iyzico.cancel({ paymentId: first })), 'broken')
  assert.equal(await iyzico.state(lost), '1 AUTH 149.9 TOTALLY_REFUNDED 1')
  const { itemTransactions } = (await iyzico.sale(lying)).body
  const { paymentTransactionId } = itemTransactions[0]
  await arm(lying, 'refund', { kind: 'declined_but_charged' })
  const refused = await iyzico.refund({ paymentTransactionId, price: '49.9' })
  assert.deepEqual([refused.code, refused.body.errorGroup, refused.body.retryable], ['10246', 'REFUND_DECLINE', false])
  assert.equal(await net(lying), 10000)
  assert.equal(await iyzico.state(lying), '1 AUTH 149.9 PARTIALLY_REFUNDED 0')
  const held = (await iyzico.preauth(hold)).body.paymentId
  await arm(hold, 'capture', { kind: 'timeout_after_charge', parameters: QUICK })
  assert.equal(await seen(iyzico.capture({ paymentId: held })), 'broken')
  assert.equal((await iyzico.detail({ paymentId: held })).body.phase, 'POST_AUTH')
})

test('the day ends before a cancellation or after it', async () => {
  const [before, after] = [newOrder(), newOrder()]
  const first = (await iyzico.sale(before)).body.paymentId
  await arm(before, 'void', { kind: 'void_race' })
  assert.equal((await iyzico.cancel({ paymentId: first })).code, '5118')
  const second = (await iyzico.sale(after)).body.paymentId
  await arm(after, 'void', { kind: 'void_race', parameters: { day_end: 'after' } })
  assert.equal((await iyzico.cancel({ paymentId: second })).code, 'success')
  assert.deepEqual([await net(before), await net(after)], [14990, 0])
})

test('a pending refund is a row of its own status, and reserves its amount', async () => {
  for (const fails of [false, true]) {
    const order = newOrder()
    const { paymentId, itemTransactions } = (await iyzico.sale(order)).body
    const { paymentTransactionId } = itemTransactions[0]
    await arm(order, 'refund', { kind: 'refund_pending', parameters: { hours: 1, fails } })
    assert.equal((await iyzico.refund({ paymentTransactionId, price: '80' })).code, 'success')
    const refunds = async (): Promise<Json> =>
      (await iyzico.report({ paymentId })).body.payments[0].itemTransactions[0].refunds.map(
        (each: Json) => `${each.refundPrice} ${each.refundStatus}`,
      )
    assert.deepEqual(await refunds(), ['80 2'])
    assert.equal((await iyzico.refund({ paymentTransactionId, price: '80' })).code, '10248')
    await bank.control.advance(2 * 3_600)
    assert.deepEqual(await refunds(), [fails ? '80 0' : '80 1'])
    assert.equal(await net(order), fails ? 14990 : 6990)
  }
})

test('the amount of a refund triggers a decline, and a silent card cuts the line', async () => {
  const order = newOrder()
  const { paymentId } = (await iyzico.sale(order)).body
  const declined = await iyzico.refundPayment({ paymentId, price: '10.91' })
  assert.deepEqual([declined.code, declined.body.retryable], ['10228', true])
  assert.equal((await iyzico.refundPayment({ paymentId, price: '10.05' })).code, '10246')
  const silent = newOrder()
  assert.equal(await seen(iyzico.sale(silent, { paymentCard: card({ cardNumber: '4242424242424242' }) })), 'broken')
  assert.equal(await iyzico.state(silent), NOTHING)
  const broken = newOrder()
  assert.equal(await seen(iyzico.sale(broken, { paymentCard: card({ cardNumber: '5406670000050012' }) })), '500')
  assert.equal(await iyzico.state(broken), NOTHING)
})

test('an inquiry has faults only where they name it, and a challenge where they name its gate', async () => {
  const order = newOrder()
  const { paymentId } = (await iyzico.sale(order)).body
  await bank.control.arm({ kind: 'http_5xx_before', match: { order_id: order } })
  assert.equal((await iyzico.detail({ paymentId })).status, 200)
  await bank.control.disarm()
  await arm(order, 'status', { kind: 'http_5xx_before' })
  assert.equal((await iyzico.detail({ paymentId })).status, 503)
  const challenge = newOrder()
  await arm(challenge, 'gate', { kind: 'html_instead' })
  assert.equal(await seen(iyzico.initialize(challenge)), 'html')
})

test('all accounts together are nothing', async () => {
  assert.equal((await bank.control.balances()).sum, 0)
})
