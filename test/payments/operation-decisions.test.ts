/** Every state against every operation: what is allowed, and which code refuses the rest (docs/interface/states.md#steps-refused-by-state); plus amounts, windows and the bank. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PAYMENT_STATES, type PaymentState } from '../../src/payments/model/payment-states.ts'
import { decideOperation, type OperationDecision } from '../../src/payments/operations/decide-operation.ts'
import type { OperationDecisionInput, OperationTarget } from '../../src/payments/operations/decision-input.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** 12:00 in Istanbul. */
const NOW = Date.UTC(2026, 4, 11, 9)

const paymentIn = (status: PaymentState, change: Partial<OperationTarget> = {}): OperationTarget => ({
  status,
  secure_type: 'non_3d',
  verdict: 'approve',
  operation_type: 'sale',
  amount: 1_000,
  captured: ['completed', 'refund_processing', 'refunded'].includes(status) ? 1_000 : 0,
  refunded: status === 'refunded' ? 1_000 : 0,
  refunding: 0,
  currency: 'TRY',
  completed_at: new Date(NOW),
  settlement_date: null,
  history: [{ id: '', to: 'authorized', at: NOW }],
  ...change,
})
const ask = (
  kind: OperationDecisionInput['kind'],
  change: Partial<OperationDecisionInput> = {},
): OperationDecisionInput => ({
  kind,
  amount: null,
  currency: null,
  isSupported: true,
  isBankUnavailable: false,
  windows: { captureMs: 7 * DAY, voidMs: null, refundMs: 180 * DAY },
  oneRefundAtOnce: false,
  unproven: null,
  ...change,
})
const wordOf = (decision: OperationDecision): string => (decision.kind === 'refuse' ? decision.code : decision.kind)

// State, kind of payment, capture, void, refund.
const table = `
  created                         sale      payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  created                         pre_auth  payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  processing                      sale      payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  processing                      pre_auth  payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  three_d_secure_init_processing  sale      payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  three_d_secure_init_processing  pre_auth  payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  three_d_secure_auth_processing  sale      payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  three_d_secure_auth_processing  pre_auth  payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  authorized                      pre_auth  go                        go                      payment_not_refundable
  capture_processing              pre_auth  capture_not_allowed       payment_not_voidable    payment_not_refundable
  completed                       sale      payment_not_pre_auth      go                      go
  completed                       pre_auth  payment_already_captured  go                      go
  completed                       recurring payment_not_pre_auth      go                      go
  refund_processing               sale      payment_not_pre_auth      payment_not_voidable    go
  refund_processing               pre_auth  payment_already_captured  payment_not_voidable    go
  refund_processing               recurring payment_not_pre_auth      payment_not_voidable    go
  refunded                        sale      payment_not_pre_auth      payment_not_voidable    payment_already_refunded
  refunded                        pre_auth  payment_already_captured  payment_not_voidable    payment_already_refunded
  refunded                        recurring payment_not_pre_auth      payment_not_voidable    payment_already_refunded
  canceled_processing             sale      capture_not_allowed       payment_not_voidable    payment_not_refundable
  canceled_processing             pre_auth  capture_not_allowed       payment_not_voidable    payment_not_refundable
  canceled                        sale      payment_not_pre_auth      payment_already_voided  payment_not_refundable
  canceled                        pre_auth  payment_not_pre_auth      payment_already_voided  payment_not_refundable
  failed                          sale      payment_not_pre_auth      payment_not_voidable    payment_not_refundable
  failed                          pre_auth  payment_not_pre_auth      payment_not_voidable    payment_not_refundable`
const rows = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [PaymentState, OperationTarget['operation_type'], string, string, string])

for (const [status, operation_type, ...words] of rows)
  test(`${status} ${operation_type}: ${words.join(', ')}`, () => {
    const payment = paymentIn(status, { operation_type })
    const found = (['capture', 'void', 'refund'] as const).map((kind) =>
      wordOf(decideOperation(payment, ask(kind), NOW)),
    )
    assert.deepEqual(found, words)
  })

test('the table names every state', () => {
  assert.deepEqual([...new Set(rows.map(([status]) => status))].sort(), [...PAYMENT_STATES].sort())
})

test('nothing follows a refund', () => {
  for (const status of PAYMENT_STATES) {
    const refund = paymentIn(status, { operation_type: 'refund' })
    const found = (['capture', 'void', 'refund'] as const).map((kind) =>
      wordOf(decideOperation(refund, ask(kind), NOW)),
    )
    assert.deepEqual(found, ['payment_not_pre_auth', 'payment_not_voidable', 'payment_not_refundable'])
  }
})

const authorized = (change: Partial<OperationTarget> = {}) =>
  paymentIn('authorized', { operation_type: 'pre_auth', ...change })
const completed = (change: Partial<OperationTarget> = {}) => paymentIn('completed', change)
const CASES: [
  name: string,
  payment: OperationTarget,
  asked: OperationDecisionInput,
  nowMs: number,
  word: string,
  amount?: number,
][] = [
  ['capture of everything', authorized(), ask('capture'), NOW, 'go', 1_000],
  ['capture of a part', authorized(), ask('capture', { amount: 1, currency: 'TRY' }), NOW, 'go', 1],
  ['capture of nothing', authorized(), ask('capture', { amount: 0 }), NOW, 'invalid_amount'],
  ['capture below nothing', authorized(), ask('capture', { amount: -1 }), NOW, 'invalid_amount'],
  ['capture of more', authorized(), ask('capture', { amount: 1_001 }), NOW, 'capture_amount_exceeds_authorization'],
  ['capture of dollars', authorized(), ask('capture', { currency: 'USD' }), NOW, 'capture_currency_mismatch'],
  ['capture after seven days to the millisecond', authorized(), ask('capture'), NOW + 7 * DAY, 'go', 1_000],
  ['capture a millisecond later', authorized(), ask('capture'), NOW + 7 * DAY + 1, 'pre_auth_expired'],
  ['void of an authorization a week old', authorized(), ask('void'), NOW + 7 * DAY, 'go', 1_000],
  [
    'a refused capture is no new authorization',
    authorized({
      history: [
        { id: '', to: 'authorized', at: NOW },
        { id: '', to: 'authorized', at: NOW + DAY },
      ],
    }),
    ask('capture'),
    NOW + 7 * DAY + 1,
    'pre_auth_expired',
  ],
  ['capture without the operation', authorized(), ask('capture', { isSupported: false }), NOW, 'capture_not_supported'],
  ['void late the same day', completed(), ask('void'), NOW + 12 * HOUR - 1, 'go', 1_000],
  ['void past midnight in Istanbul', completed(), ask('void'), NOW + 12 * HOUR, 'void_not_allowed'],
  ['void of what is partly refunded', completed({ refunded: 1 }), ask('void'), NOW, 'void_not_allowed'],
  [
    'void of what is settled',
    completed({ settlement_date: new Date(NOW) }),
    ask('void'),
    NOW,
    'void_not_allowed_after_settlement',
  ],
  [
    'void of a capture of a part',
    completed({ operation_type: 'pre_auth', captured: 400 }),
    ask('void'),
    NOW,
    'go',
    400,
  ],
  ['void without the operation', completed(), ask('void', { isSupported: false }), NOW, 'void_not_supported'],
  ['refund of all', completed(), ask('refund'), NOW, 'go', 1_000],
  ['refund of the rest', completed({ refunded: 300 }), ask('refund'), NOW, 'go', 700],
  [
    'refund beside others',
    completed({ refunded: 300, refunding: 200 }),
    ask('refund', { amount: 500 }),
    NOW,
    'go',
    500,
  ],
  [
    'refund above the rest',
    completed({ refunded: 300, refunding: 200 }),
    ask('refund', { amount: 501 }),
    NOW,
    'refund_exceeds_original',
  ],
  ['refund of what was captured', completed({ captured: 400 }), ask('refund'), NOW, 'go', 400],
  [
    'refund above what was captured',
    completed({ captured: 400 }),
    ask('refund', { amount: 401 }),
    NOW,
    'refund_exceeds_original',
  ],
  [
    'refund while all is on its way',
    paymentIn('refund_processing', { refunding: 1_000 }),
    ask('refund'),
    NOW,
    'payment_already_refunded',
  ],
  ['refund of nothing', completed(), ask('refund', { amount: 0 }), NOW, 'invalid_refund_amount'],
  ['refund in dollars', completed(), ask('refund', { amount: 1, currency: 'USD' }), NOW, 'refund_currency_mismatch'],
  ['refund after 180 days', completed(), ask('refund'), NOW + 180 * DAY, 'go', 1_000],
  ['refund a millisecond later', completed(), ask('refund'), NOW + 180 * DAY + 1, 'bank_refund_period_expired'],
  ['refund without the operation', completed(), ask('refund', { isSupported: false }), NOW, 'refund_not_supported'],
  [
    'refund while the bank is away',
    completed(),
    ask('refund', { isBankUnavailable: true }),
    NOW,
    'connector_unavailable',
  ],
  [
    'refund beside another where the bank takes one',
    paymentIn('refund_processing', { refunding: 1 }),
    ask('refund', { amount: 1, oneRefundAtOnce: true }),
    NOW,
    'wait',
  ],
  ['refund alone where the bank takes one', completed(), ask('refund', { oneRefundAtOnce: true }), NOW, 'go', 1_000],
]
for (const [name, payment, asked, nowMs, word, amount] of CASES)
  test(`${name}: ${word}`, () => {
    const decision = decideOperation(payment, asked, nowMs)
    assert.equal(wordOf(decision), word)
    if (decision.kind === 'go') assert.equal(decision.amount, amount)
    if (decision.kind === 'refuse') assert.match(String(decision.detail), /^[A-Za-z].{15,}\.$/s, 'a hint for people')
  })

test('for any request on any payment the amount is never above the remainder, never zero', () => {
  const sums = fc
    .tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000), fc.nat(1_000), fc.nat(1_000))
    .map(([amount, captured, refunded, refunding]) => {
      const taken = Math.min(captured, amount)
      const back = Math.min(refunded, taken)
      return { amount, captured: taken, refunded: back, refunding: Math.min(refunding, taken - back) }
    })
  fc.assert(
    fc.property(
      fc.constantFrom(...PAYMENT_STATES),
      fc.constantFrom('sale' as const, 'pre_auth' as const),
      sums,
      fc.constantFrom('capture' as const, 'void' as const, 'refund' as const),
      fc.option(fc.integer({ min: -10, max: 1_100 })),
      (status, operation_type, amounts, kind, amount) => {
        const payment = paymentIn(status, { operation_type, ...amounts })
        const decision = decideOperation(payment, ask(kind, { amount: kind === 'void' ? null : amount }), NOW)
        if (decision.kind !== 'go') return
        const most = {
          capture: payment.amount,
          void: payment.amount,
          refund: payment.captured - payment.refunded - payment.refunding,
        }
        // A completed payment without a captured amount does not exist; nothing else may come out as zero.
        if (kind === 'void' && payment.captured === 0) return
        assert.ok(decision.amount > 0 && decision.amount <= most[kind], `${decision.amount} of ${most[kind]}`)
      },
    ),
  )
})

test('an open chargeback blocks void and refund; what a lost one took is not refunded, and its payment not voided', () => {
  const open = paymentIn('completed', { chargebacks: { isOpen: true, lost: 0 } })
  const lost = paymentIn('completed', { chargebacks: { isOpen: false, lost: 400 } })
  assert.equal(wordOf(decideOperation(open, ask('void'), NOW)), 'void_not_allowed')
  assert.equal(wordOf(decideOperation(open, ask('refund', { amount: 1 }), NOW)), 'refund_not_allowed')
  assert.equal(wordOf(decideOperation(lost, ask('void'), NOW)), 'void_not_allowed')
  assert.equal(wordOf(decideOperation(lost, ask('refund', { amount: 601 }), NOW)), 'refund_exceeds_original')
  assert.deepEqual(decideOperation(lost, ask('refund'), NOW), { kind: 'go', trigger: 'send_refund', amount: 600 })
})
