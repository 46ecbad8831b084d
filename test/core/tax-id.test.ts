/** Check digits of Turkish tax numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isTaxId } from '../../src/core/tax-id.ts'

const TABLE: [text: string, isRight: boolean, why: string][] = [
  ['1234567890', true, 'VKN'],
  ['4540536920', true, 'VKN'],
  ['1234567891', false, 'VKN, last digit'],
  ['0000000000', false, 'zeroes'],
  ['10000000146', true, 'TCKN'],
  ['12345678950', true, 'TCKN'],
  ['10000000147', false, 'TCKN, last digit'],
  ['10000000156', false, 'TCKN, tenth digit'],
  ['01234567890', false, 'TCKN that begins with 0'],
  ['123456789', false, 'nine digits'],
  ['123456789012', false, 'twelve digits'],
  ['12345678ab', false, 'letters'],
  ['', false, 'nothing'],
]
for (const [text, isRight, why] of TABLE)
  test(`${text} is ${isRight ? 'right' : 'wrong'}: ${why}`, () => assert.equal(isTaxId(text), isRight))

const digits = (count: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${count - 1}}$`))

test('of each nine digits exactly one company number follows; one mistyped digit is detected', () => {
  fc.assert(
    fc.property(digits(9), (head) => {
      assert.equal([...'0123456789'].filter((last) => isTaxId(head + last)).length, 1)
    }),
  )
})

test('of each nine digits exactly one person’s number follows, and every mistyped digit is detected', () => {
  fc.assert(
    fc.property(digits(9), fc.nat(10), fc.integer({ min: 1, max: 9 }), (head, at, by) => {
      const right = Array.from({ length: 100 }, (_, nth) => head + String(nth).padStart(2, '0')).filter(isTaxId)
      assert.equal(right.length, 1)
      const number = right[0] as string
      const mistyped = [...number]
      mistyped[at] = String((Number(number[at]) + by) % 10)
      assert.ok(!isTaxId(mistyped.join('')), mistyped.join(''))
    }),
  )
})
