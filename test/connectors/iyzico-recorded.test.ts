/** Answers that iyzico's test host has given, as its connector reads them; the keys of their signatures are not public. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { money } from '../../src/core/money.ts'
import { contextOf, followUpOf } from '../support/attempts.ts'
import { saidBy } from '../support/bank-faults.ts'
import { iyzicoSigned } from '../support/iyzico.ts'
import { recorded } from '../support/recorded-answers.ts'
import { openFamilies } from './families/families.ts'
import { attemptAt } from './families/family.ts'

const { families, bankThat } = openFamilies()
const [iyzico] = families.find(([{ family }]) => family === 'iyzico')!
const { answers, callbacks } = recorded.iyzico

/** Members under the signature of a payment, and under that of the refund of an item. */
const SIGNED = ['paymentId', 'currency', 'basketId', 'conversationId', 'paidPrice', 'price']
const OF_ITEM = ['paymentId', 'price', 'currency', 'conversationId']

const bytesOf = (name: string) => {
  const answer = answers[name]!
  const names = name.startsWith('refund') ? OF_ITEM : SIGNED
  const signature = iyzicoSigned(names.map((each) => answer[each]))
  return { body: JSON.stringify('signature' in answer ? { ...answer, signature } : answer) }
}

const VOIDED_BEFORE = ['cancel: fail_begun_before', 'report: order_history_success']
// The answers in turn, the operation and its amount, and the outcome.
const OUTCOMES: [names: string[], 'sale' | 'pre_auth' | 'capture' | 'void' | 'refund', minor: number, said: string][] =
  [
    [['payment: non_secure_pay_auth_success'], 'sale', 1_001, 'approved'],
    [['payment: non_secure_pay_auth_success'], 'sale', 1_000, 'unknown'],
    [['payment: non_secure_pay_auth_success'], 'pre_auth', 1_001, 'unknown'],
    [['payment: non_secure_pre_auth_success'], 'pre_auth', 1_001, 'approved'],
    [['payment: fail_incorrect_total_amount'], 'sale', 1_001, 'declined 5062'],
    [['question: fail_no_conversation'], 'sale', 1_001, 'declined 11'],
    // Above the hold; iyzico answered 10.209999999999999.
    [['payment: non_secure_post_auth_success'], 'capture', 1_021, 'approved'],
    [['payment: non_secure_post_auth_success'], 'capture', 1_020, 'unknown'],
    [['payment: non_secure_post_auth_fail'], 'capture', 1_021, 'declined 5082'],
    [['cancel: cancel_success'], 'void', 1_001, 'approved'],
    [VOIDED_BEFORE, 'void', 1_001, 'approved'],
    [['cancel: fail_begun_before'], 'void', 1_001, 'unknown'],
    [['refund: of an item'], 'refund', 500, 'approved'],
    [['refund: of an item'], 'refund', 501, 'unknown'],
    // A refund by payment, which is not asked for, has no number of an item.
    [['refund: refund_success'], 'refund', 100, 'unknown'],
    [['refund: by payment'], 'refund', 1_500, 'unknown'],
    [['refund: fail_begun_before'], 'refund', 1_001, 'unknown'],
    [['3d: conversation_data'], 'sale', 1_001, 'unknown'],
    [['3d: no_payment'], 'sale', 1_001, 'declined 5087'],
  ]
for (const [names, asked, minor, said] of OUTCOMES)
  test(`${names.join(', then ')}, asked for a ${asked} of ${minor}: ${said}`, async () => {
    const { url } = await bankThat(...names.map(bytesOf))
    const answer = answers[names[0]!]!
    const reference = String(answer.conversationId ?? 'not-named')
    const isCharge = asked === 'sale' || asked === 'pre_auth'
    const attempt = attemptAt(iyzico, url, {
      reference,
      amount: money(minor, 'TRY'),
      ...(isCharge ? { operation: asked } : {}),
    })
    const { context } = contextOf()
    if (isCharge) return assert.equal(saidBy(await iyzico.start(attempt, context)), said)
    const providerTransactionId = `${answer.paymentId}-${answer.paymentTransactionId ?? '1'}`
    const references = { providerTransactionId, authCode: null, hostReference: null }
    const followUp = { ...followUpOf(asked, attempt, { references }), reference, amount: attempt.amount }
    assert.equal(saidBy(await iyzico.operate!(followUp, context)), said)
  })

// A sale of this amount: what the report says of it.
const REPORTS: [name: string, reference: string, minor: number, said: string][] = [
  ['report: order_history_success', '20260611C995', 1_001, 'declined undone_there'],
  ['report: order_history_success', '20260611C995', 1_000, 'no_answer'],
  ['report: order_history_success', '20260611F399', 1_001, 'no_answer'],
  ['report: order_history_success_non_existent_order', 'nonexistent-order-99999', 1_001, 'not_found'],
  ['question: fail_no_payment', 'nonexistent-order-99999', 1_001, 'no_answer'], // of the inquiry, not of the report
]
for (const [name, reference, minor, said] of REPORTS)
  test(`${name}: ${reference} of ${minor} is ${said}`, async () => {
    const { url } = await bankThat(bytesOf(name))
    const attempt = attemptAt(iyzico, url, { reference, amount: money(minor, 'TRY') })
    assert.equal(saidBy(await iyzico.inquire(attempt, contextOf().context)), said)
  })

test('looked up: a payment of two items that was cancelled, by the time of Istanbul', async () => {
  const { url } = await bankThat(bytesOf('report: order_history_success'))
  const attempt = attemptAt(iyzico, url, { reference: '20260611C995', amount: money(1_001, 'TRY') })
  const order = await iyzico.lookUp!(attempt, contextOf().context)
  assert.ok(order !== 'not_found')
  const movements = order.movements.map(({ operation, amount, at }) => [operation, amount, new Date(at).toISOString()])
  assert.deepEqual(
    [order.state, order.word, order.captured, order.refunded, order.maskedCardNumber, movements],
    [
      'voided',
      'AUTH',
      0,
      0,
      '460345******0000',
      [
        ['sale', 1_001, '2026-06-11T20:29:31.000Z'],
        ['void', 1_001, '2026-06-11T20:29:34.000Z'],
      ],
    ],
  )
})

test('the published callback is of a conversation without a name, which is none of ours', () => {
  const attempt = attemptAt(iyzico, null, { model: '3d_secure' })
  const verdict = iyzico.threeDSecure!.verify(callbacks.published!, { attempt, state: { payment_id: '22484292' } })
  assert.deepEqual(verdict, { kind: 'forged', reason: 'no_order' })
})

test('every recorded answer of iyzico is read', () => {
  const named = new Set([...OUTCOMES.flatMap(([names]) => names), ...REPORTS.map(([name]) => name)])
  assert.deepEqual(
    Object.keys(answers).filter((name) => !named.has(name)),
    [],
  )
  assert.deepEqual(Object.keys(callbacks), ['published'])
})
