/** Which transfers have sufficient funds: never above the balance, in the given order; and the fee of a transfer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { money } from '../../src/core/money.ts'
import { expectedFee } from '../../src/transfers/ledger/expected-fees.ts'
import { haveSufficientFunds } from '../../src/transfers/ledger/sufficient-funds.ts'

const of = (balances: Record<string, number>, ...wanted: [accountId: string, total: number][]): boolean[] =>
  haveSufficientFunds(
    new Map(Object.entries(balances)),
    wanted.map(([accountId, total]) => ({ accountId, total })),
  )

test('as long as the money lasts', () => {
  assert.deepEqual(of({ a: 100 }, ['a', 60], ['a', 60], ['a', 40]), [true, false, true])
  assert.deepEqual(of({ a: 100 }, ['a', 100], ['a', 1]), [true, false])
  assert.deepEqual(of({ a: 99 }, ['a', 100]), [false])
  assert.deepEqual(of({ a: 100, b: 50 }, ['a', 100], ['b', 50], ['a', 1], ['b', 1]), [true, true, false, false])
  assert.deepEqual(of({}, ['a', 1]), [false], 'an account without books')
  assert.deepEqual(of({ a: -5 }, ['a', 1]), [false], 'what the bank booked on its own')
})

test('never above the balance, and a refused transfer would not have fitted', () => {
  const accounts = fc.constantFrom('a', 'b', 'c')
  const amounts = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
  const balances = fc.dictionary(accounts, fc.oneof(fc.integer({ min: -100, max: 5_000 }), amounts))
  fc.assert(
    fc.property(balances, fc.array(fc.tuple(accounts, amounts), { maxLength: 60 }), (balance, wanted) => {
      const left = new Map(Object.entries(balance).map(([account, available]) => [account, BigInt(available)]))
      const cover = of(balance, ...wanted)
      for (const [at, [account, total]] of wanted.entries()) {
        const rest = (left.get(account) ?? 0n) - BigInt(total)
        assert.equal(cover[at], rest >= 0n)
        if (cover[at]) left.set(account, rest)
      }
    }),
  )
})

test('a card costs one percent, half up, and other ways nothing', () => {
  const fee = (type: Parameters<typeof expectedFee>[0], amount: number) => expectedFee(type, money(amount, 'TRY')).minor
  for (const type of ['fast', 'eft', 'remittance'] as const) assert.equal(fee(type, 10_000_000), 0)
  const cards: [amount: number, fee: number][] = [
    [1, 0],
    [49, 0],
    [50, 1],
    [149, 1],
    [150, 2],
    [10_000, 100],
    [Number.MAX_SAFE_INTEGER, 90_071_992_547_410],
  ]
  for (const [amount, expected] of cards) assert.equal(fee('credit_card', amount), expected, String(amount))
})
