/** Money of the SDK: whole minor units of one currency, exactly, written with the decimals of the currency. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  addMoney,
  compareMoney,
  formatMoney,
  money,
  parseMoney,
  subtractMoney,
  toDecimal,
} from '../../sdk/src/index.ts'

const table: [amount: number, currency: string, decimal: string, turkish: string][] = [
  [12_990, 'TRY', '129.90', '₺129,90'],
  [5, 'TRY', '0.05', '₺0,05'],
  [500, 'JPY', '500', '¥500'],
  [1_234, 'KWD', '1.234', 'KWD 1,234'],
  [1_234, 'HUF', '12.34', 'HUF 12,34'],
  [1_234, 'IQD', '1.234', 'IQD 1,234'],
  [Number.MAX_SAFE_INTEGER, 'TRY', '90071992547409.91', '₺90.071.992.547.409,91'],
]
for (const [amount, currency, decimal, turkish] of table)
  test(`${amount} ${currency} is ${decimal}`, () => {
    const value = money(amount, currency)
    assert.equal(toDecimal(value), decimal)
    assert.equal(formatMoney(value, 'tr-TR').replaceAll('\u00a0', ' '), turkish)
    assert.deepEqual(parseMoney(decimal, currency), value)
  })

test('fractions, negative amounts, mixed currencies and too many decimals are refused', () => {
  for (const refused of [0.5, -1, Number.NaN, 2 ** 53]) assert.throws(() => money(refused, 'TRY'), RangeError)
  for (const refused of ['1.999', '-1', '1,50', '', '1e3', ' 1'])
    assert.throws(() => parseMoney(refused, 'TRY'), RangeError)
  assert.throws(() => money(1, 'try'), RangeError)
  assert.throws(() => addMoney(money(1, 'TRY') as never, money(1, 'EUR')), /TRY and EUR/)
  assert.throws(() => subtractMoney(money(1, 'TRY'), money(2, 'TRY')), RangeError)
})

test('what is added can be taken away, and order is that of amounts', () =>
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (a, b) => {
      const [first, second] = [money(a, 'TRY'), money(b, 'TRY')]
      assert.deepEqual(subtractMoney(addMoney(first, second), second), first)
      assert.equal(Math.sign(compareMoney(first, second)), Math.sign(a - b))
    }),
  ))
