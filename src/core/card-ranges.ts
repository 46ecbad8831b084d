/** Numbers that card schemes issue: first digits and the lengths that go with them, to distinguish a card from an order number. */

interface Range {
  readonly from: number
  readonly to: number
  readonly lengths: readonly number[]
}
const ANY_LENGTH = [13, 14, 15, 16, 17, 18, 19] as const
const LONG = [16, 17, 18, 19] as const

/** `first`: first digits of the range, as written; `last`: of its other end. */
const range = (first: string, last: string, lengths: readonly number[]): Range => ({
  from: Number(first.padEnd(6, '0')),
  to: Number(last.padEnd(6, '9')),
  lengths,
})

const RANGES: readonly Range[] = [
  range('4', '4', [13, 16, 19]), // Visa
  range('51', '55', [16]), // Mastercard
  range('2221', '2720', [16]),
  range('2200', '2204', LONG), // Mir
  range('34', '34', [15]), // American Express
  range('37', '37', [15]),
  range('300', '305', [14, 16]), // Diners
  range('3095', '3095', [14, 16]),
  range('36', '36', [14, 16]),
  range('38', '39', [14, 16]),
  range('3528', '3589', LONG), // JCB
  range('6011', '6011', LONG), // Discover
  range('644', '649', LONG),
  range('65', '65', LONG), // and Troy
  range('9792', '9792', [16]), // Troy
  range('62', '62', LONG), // UnionPay
  range('81', '81', LONG),
  // Maestro: the prefixes in use; the whole of 50 and 56 to 69 would match too many order numbers.
  ...['5018', '5020', '5038', '5612', '5893', '6304', '6759'].map((prefix) => range(prefix, prefix, ANY_LENGTH)),
  range('6761', '6763', ANY_LENGTH),
]

export const CARD_DIGITS_MIN = 13
export const CARD_DIGITS_MAX = 19

/** Does not test the check digit. */
export const isInCardRange = (digits: string): boolean => {
  const start = Number(digits.slice(0, 6))
  return RANGES.some(({ from, to, lengths }) => start >= from && start <= to && lengths.includes(digits.length))
}
