/** Invariants of the bank's ledger over any sequence of calls: it sums to zero, and captures and refunds never exceed the amount. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { bringUpToDate, endDay } from '../../simulators/bank/acquirer/bank-day.ts'
import { charge } from '../../simulators/bank/acquirer/charge.ts'
import type { FaultEffect } from '../../simulators/bank/acquirer/fault-effect.ts'
import { operate } from '../../simulators/bank/acquirer/operation.ts'
import { type Ledger, openLedger } from '../../simulators/bank/ledger/ledger.ts'
import { sumNet } from '../../simulators/bank/ledger/order.ts'
import { NESTPAY_MERCHANTS } from '../../simulators/bank/world/merchants.ts'
import { examples } from '../support/property-examples.ts'
import { makeScratch } from '../support/scratch.ts'

const MERCHANT = NESTPAY_MERCHANTS.get('500100200')!
const CARDS = ['4546711234567894', '4111111111111111', '4132520000090019', '5193240000070019']
const HOUR_MS = 3_600_000

const order = fc.constantFrom('a', 'b', 'c')
const amount = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(5, 51, 68, 91, 100))
const effect: fc.Arbitrary<FaultEffect> = fc.constantFrom<FaultEffect>(
  {},
  {},
  {},
  { booksDecline: true },
  { declines: true },
  { reverses: true },
  { repeatsReference: true },
  { endsDay: 'before' },
  { endsDay: 'after' },
  { refundMs: HOUR_MS },
  { refundMs: HOUR_MS, refundFails: true },
)
const step = fc.oneof(
  fc.record({
    call: fc.constantFrom<'sale' | 'preauth'>('sale', 'preauth'),
    order,
    amount,
    card: fc.constantFrom(...CARDS),
    effect,
  }),
  fc.record({
    call: fc.constantFrom<'capture' | 'void' | 'refund'>('capture', 'void', 'refund'),
    order,
    amount,
    effect,
  }),
  fc.record({ call: fc.constant<'whole_refund'>('whole_refund'), order, effect }),
  fc.record({ call: fc.constant<'day_end'>('day_end') }),
  fc.record({ call: fc.constant<'clock'>('clock'), hours: fc.constantFrom(1, 24, 16 * 24) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const take = (ledger: Ledger, move: Step): void => {
  switch (move.call) {
    case 'sale':
    case 'preauth': {
      const card = { number: move.card, month: 12, year: 2099, badCvv: false }
      const { order: orderId, amount, call: operation } = move
      const terms = { merchant: MERCHANT, orderId, operation, amount, currency: 'TRY', installments: 1, card }
      charge(ledger, 'seed', terms, move.effect)
      break
    }
    case 'capture':
    case 'void':
    case 'refund': {
      const { order: orderId, amount, call: operation } = move
      operate(ledger, { merchant: MERCHANT, orderId, operation, amount }, move.effect)
      break
    }
    case 'whole_refund':
      operate(ledger, { merchant: MERCHANT, orderId: move.order, operation: 'refund' }, move.effect)
      break
    case 'day_end':
      endDay(ledger)
      break
    case 'clock':
      ledger.commit({ kind: 'clock', offset_ms: ledger.books.offsetMs + move.hours * HOUR_MS })
      bringUpToDate(ledger)
  }
}

const checkLaws = ({ books }: Ledger): void => {
  const of = (...accounts: string[]): number =>
    [...books.balances].reduce(
      (sum, [name, minor]) => sum + (accounts.some((account) => name.endsWith(`/${account}`)) ? minor : 0),
      0,
    )
  const orders = [...books.orders.values()]
  assert.equal(
    [...books.balances.values()].reduce((sum, minor) => sum + minor, 0),
    0,
  )
  assert.equal(
    of('hold'),
    orders.reduce((sum, { held }) => sum + held, 0),
  )
  assert.equal(
    of('receivable', 'blocked_receivable', 'commission_income', 'merchant_account'),
    orders.reduce((sum, one) => sum + sumNet(one), 0),
  )
  for (const { amount, captured, refunded, refunding, held, voided } of orders) {
    assert.ok(held + captured <= amount, 'captured above the authorization')
    assert.ok(refunded + refunding <= captured, 'refunded above what was captured')
    assert.ok(!voided || refunded === 0)
  }
}

test('any sequence of calls keeps the invariants, and replaying the journal gives the same ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const folder = makeScratch('vezne-laws-')
      const ledger = await openLedger(folder)
      for (const move of steps) {
        take(ledger, move)
        checkLaws(ledger)
      }
      await ledger.close()
      const again = await openLedger(folder)
      assert.deepEqual(again.books, ledger.books)
      await again.close()
      rmSync(folder, { recursive: true })
    }),
    { numRuns: examples(120) },
  )
})
