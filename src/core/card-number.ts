/** Card numbers: check digit, scheme by prefix, masked form. */

export type CardScheme = 'Visa' | 'MasterCard' | 'Amex' | 'Troy' | 'UnionPay' | 'Proprietary'

export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  let double = false
  for (let at = digits.length - 1; at >= 0; at--) {
    let digit = digits.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return false
    if (double) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
    double = !double
  }
  return digits.length > 0 && sum % 10 === 0
}

/** The digit that makes `digits` + it pass the Luhn check. */
export const luhnDigit = (digits: string): string => {
  for (let digit = 0; digit < 10; digit++) if (passesLuhn(digits + digit)) return String(digit)
  throw new Error('not digits')
}

/** First six, asterisks, last four: 454671******7894. */
export const maskCardNumber = (digits: string): string =>
  digits.length < 11
    ? '*'.repeat(digits.length)
    : `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`

interface SchemeRule {
  scheme: CardScheme
  matches: (digits: string) => boolean
  lengths: readonly number[]
  cvv: 3 | 4
}
const between = (digits: string, length: number, from: number, to: number): boolean => {
  const prefix = Number(digits.slice(0, length))
  return prefix >= from && prefix <= to
}
// Order matters: Troy's 65 range is inside a range of Maestro.
const SCHEMES: readonly SchemeRule[] = [
  { scheme: 'Visa', matches: (d) => d.startsWith('4'), lengths: [13, 16, 19], cvv: 3 },
  { scheme: 'Amex', matches: (d) => d.startsWith('34') || d.startsWith('37'), lengths: [15], cvv: 4 },
  { scheme: 'Troy', matches: (d) => d.startsWith('9792') || d.startsWith('65'), lengths: [16], cvv: 3 },
  { scheme: 'UnionPay', matches: (d) => d.startsWith('62'), lengths: [16, 17, 18, 19], cvv: 3 },
  {
    scheme: 'MasterCard',
    matches: (d) => between(d, 2, 51, 55) || between(d, 6, 222_100, 272_099),
    lengths: [16],
    cvv: 3,
  },
  // Maestro
  {
    scheme: 'MasterCard',
    matches: (d) => between(d, 2, 50, 50) || between(d, 2, 56, 69),
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvv: 3,
  },
]
const PROPRIETARY: SchemeRule = {
  scheme: 'Proprietary',
  matches: () => true,
  lengths: [13, 14, 15, 16, 17, 18, 19],
  cvv: 3,
}
const ruleFor = (digits: string): SchemeRule => SCHEMES.find((rule) => rule.matches(digits)) ?? PROPRIETARY

export const detectScheme = (digits: string): CardScheme => ruleFor(digits).scheme
export const fitsSchemeLength = (digits: string): boolean => ruleFor(digits).lengths.includes(digits.length)
export const cvvLength = (digits: string): 3 | 4 => ruleFor(digits).cvv
