/** Amounts for people: the decimals of their currency, the signs of the language, and parts that add up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { money as moneyOfSdk, toDecimal as toDecimalInSdk } from '../../sdk/src/money.ts'
import {
  AMOUNT_MAX,
  formatAmount,
  formatPrice,
  fromDecimal,
  money,
  splitInstallments,
  toDecimal,
} from '../../src/core/money.ts'

test('an amount has the decimals of its currency and the signs of its language', () => {
  const table = [
    [12_990, 'TRY', '129.90', '129.90 TRY', '129,90 TRY'],
    [129_990, 'TRY', '1299.90', '1,299.90 TRY', '1.299,90 TRY'],
    [5, 'EUR', '0.05', '0.05 EUR', '0,05 EUR'],
    [0, 'USD', '0.00', '0.00 USD', '0,00 USD'],
    [1_500, 'JPY', '1500', '1,500 JPY', '1.500 JPY'],
    [1_500, 'KWD', '1.500', '1.500 KWD', '1,500 KWD'],
    [1_500, 'HUF', '15.00', '15.00 HUF', '15,00 HUF'],
    [AMOUNT_MAX, 'TRY', '90071992547409.91', '90,071,992,547,409.91 TRY', '90.071.992.547.409,91 TRY'],
  ] as const
  for (const [minor, currency, decimal, english, turkish] of table) {
    const amount = money(minor, currency)
    assert.deepEqual(
      [toDecimal(amount), formatAmount(amount, 'en'), formatAmount(amount, 'tr')],
      [decimal, english, turkish],
    )
  }
  assert.equal(formatPrice(money(129_990, 'TRY'), 'tr'), '₺1.299,90')
  assert.equal(formatPrice(money(9_007_199_254_740_899, 'EUR'), 'en'), '€90,071,992,547,408.99')
  assert.equal(toDecimal({ minor: -5n, currency: 'TRY' }), '-0.05')
})

test('the client of shops writes the same decimals', () => {
  for (const currency of ['TRY', 'JPY', 'KWD', 'CLF', 'HUF', 'ISK', 'IQD'])
    assert.equal(toDecimal(money(1_234_567, currency)), toDecimalInSdk(moneyOfSdk(1_234_567, currency)))
})

test('installments add up to the amount, the remainder on the first', () => {
  const { first, each } = splitInstallments(money(149_990, 'TRY'), 3)
  assert.deepEqual([first.minor, each.minor], [49_998, 49_996])
  fc.assert(
    fc.property(fc.integer({ min: 100, max: AMOUNT_MAX }), fc.integer({ min: 1, max: 36 }), (minor, count) => {
      const parts = splitInstallments(money(minor, 'TRY'), count)
      assert.equal(parts.first.minor + (count - 1) * parts.each.minor, minor)
      assert(parts.first.minor - parts.each.minor < count)
    }),
  )
})

test('decimal text is read without a fraction in between; more decimals than the currency has are no amount', () => {
  const table: [text: string, currency: string, minor: number | null][] = [
    ['149.90', 'TRY', 14990],
    ['149.9', 'TRY', 14990],
    ['149', 'TRY', 14900],
    ['0.29', 'TRY', 29],
    ['90071992547409.91', 'TRY', null], // 14 digits before the sign
    ['500', 'JPY', 500],
    ['500.5', 'JPY', null],
    ['1.2345', 'TRY', null],
    ['1,50', 'TRY', null],
    ['-1.50', 'TRY', null],
    ['', 'TRY', null],
  ]
  for (const [text, currency, minor] of table) assert.equal(fromDecimal(text, currency), minor, text)
})

test('an amount plus a count is no amount: it does not compile', () => {
  const amount = money(12_990, 'TRY')
  const count = 3
  // @ts-expect-error a sum is a plain number until money() has checked it
  const wrong: typeof amount = { ...amount, minor: amount.minor + count }
  assert.equal(wrong.minor, 12_993)
})
