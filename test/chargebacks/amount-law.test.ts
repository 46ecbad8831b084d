/** Random histories of a payment's refunds and chargebacks against plain arithmetic: given back and lost never exceed what was paid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { useShop } from '../support/shop.ts'

const PAID = 1_000
const HISTORIES = 40

const shop = useShop()

type Step = { do: 'refund' | 'open'; amount: number } | { do: 'dispute' | 'win' | 'lose' | 'void' }
const amount = fc.constantFrom(1, 200, 300, 500, 999, 1_000, 1_001)
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'open' as const), amount }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('dispute' as const, 'win' as const, 'lose' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
)

interface Model {
  refunded: number
  lost: number
  isVoided: boolean
  open: { id: string; amount: number; isDisputed: boolean } | null
  last: string | null
}

test(`${HISTORIES} histories: every answer, and refunds and losses in sum at most what was paid`, async () => {
  const life = async (plan: readonly Step[]): Promise<void> => {
    const payment = await shop.sell({ amount: { amount: PAID, currency: 'TRY' }, card: { expire_year: '2099' } })
    const model: Model = { refunded: 0, lost: 0, isVoided: false, open: null, last: null }
    for (const step of plan) await take(payment, model, step)
    const [books] = await shop.rows(
      `select coalesce(sum(amount) filter (where kind = 'refund'), 0)::int as refunded,
              coalesce(sum(amount) filter (where kind = 'chargeback'), 0)::int as lost from journal where payment_id = $1`,
      [payment],
    )
    assert.deepEqual(books, { refunded: model.refunded, lost: model.lost })
    assert.ok(books.refunded + books.lost <= PAID)
  }
  await fc.assert(fc.asyncProperty(steps, life), { seed: 20261123, numRuns: HISTORIES, endOnFailure: true })
})

const take = async (payment: string, model: Model, step: Step): Promise<void> => {
  const rest = PAID - model.refunded - model.lost
  const isRefunded = model.refunded === PAID
  if (step.do === 'refund') {
    const { status, body, text } = await shop.follow(payment, 'refund', { amount: step.amount })
    const refusal = model.isVoided
      ? 'payment_not_refundable'
      : isRefunded
        ? 'payment_already_refunded'
        : model.open !== null
          ? 'refund_not_allowed'
          : step.amount > rest
            ? 'refund_exceeds_original'
            : undefined
    assert.equal(body.code, refusal, text)
    if (status === 200) model.refunded += step.amount
  } else if (step.do === 'void') {
    const { status, body, text } = await shop.follow(payment, 'void')
    const refusal = model.isVoided
      ? 'payment_already_voided'
      : isRefunded
        ? 'payment_not_voidable'
        : model.open !== null || model.refunded + model.lost > 0
          ? 'void_not_allowed'
          : undefined
    assert.equal(body.code, refusal, text)
    if (status === 200) model.isVoided = true
  } else if (step.do === 'open') {
    const { body, text } = await shop.call('POST', '/chargebacks', { transaction_id: payment, amount: step.amount })
    const refusal = model.isVoided
      ? 'invalid_state_transition'
      : step.amount > PAID - model.lost
        ? 'validation_failed'
        : model.open !== null
          ? 'conflict'
          : undefined
    assert.equal(body.code, refusal, text)
    if (refusal === undefined) model.open = { id: body.id, amount: step.amount, isDisputed: false }
    model.last = model.open?.id ?? model.last
  } else await end(model, step.do, rest)
}

const end = async (model: Model, action: 'dispute' | 'win' | 'lose', rest: number): Promise<void> => {
  if (model.last === null) return
  const { status, text } = await shop.call('PUT', `/chargebacks/${model.last}/status`, { action })
  const isStep = model.open !== null && !(action === 'dispute' && model.open.isDisputed)
  assert.equal(status, isStep ? 204 : 409, text)
  if (!isStep || model.open === null) return
  if (action === 'dispute') model.open.isDisputed = true
  else {
    if (action === 'lose') model.lost += Math.min(model.open.amount, rest)
    model.open = null
  }
}
