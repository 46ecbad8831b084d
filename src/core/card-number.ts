/** Card numbers: check digit, scheme by prefix, masked form, and the gate that keeps them out of texts. */

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
// Order matters: Troy's 65 range lies inside what Maestro also claims.
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

export const schemeOf = (digits: string): CardScheme => ruleFor(digits).scheme
export const fitsSchemeLength = (digits: string): boolean => ruleFor(digits).lengths.includes(digits.length)
export const cvvLength = (digits: string): 3 | 4 => ruleFor(digits).cvv

// Ids of ours are hex and may hold a run of digits by chance; they are matched first, so that they pass unharmed.
const ID_OR_PAN_RUN =
  /(?<![0-9a-zA-Z])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[0-9]*[a-f])[0-9a-f]{20,128})(?![0-9a-zA-Z])|(?<![0-9])[0-9](?:[ -]?[0-9]){12,}(?![0-9])/g
/** Replaces every Luhn-valid number of 13 to 19 digits (blanks and dashes allowed between) by its masked form. */
export const maskCardNumbers = (text: string): string => {
  if (!ANY_RUN.test(text)) return text
  return text.replace(ID_OR_PAN_RUN, (run) => {
    if (/[a-f]/.test(run)) return run
    const digits = run.replace(/[ -]/g, '')
    return isCardLike(digits) ? maskCardNumber(digits) : maskInside(run)
  })
}
const ANY_RUN = /[0-9](?:[ -]?[0-9]){12}/ // nearly every text ends here

/** The digits of every number that {@link maskCardNumbers} would mask. */
export const cardNumbersIn = (text: string): string[] =>
  ANY_RUN.test(text)
    ? [...text.matchAll(ID_OR_PAN_RUN)].flatMap(([run]) =>
        /[a-f]/.test(run) ? [] : numbersInside(run).map(({ digits }) => digits),
      )
    : []

const isCardLike = (digits: string): boolean => digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)

/** Another number may stand right before or after it, with nothing but a blank between: every row of whole groups is tried. */
const numbersInside = (run: string): { digits: string; from: number }[] => {
  const groups = run.split(/[ -]/)
  const found: { digits: string; from: number }[] = []
  let from = 0
  for (let first = 0; first < groups.length; first++) {
    let digits = ''
    for (let last = first; last < groups.length && digits.length <= 19; last++) {
      digits += groups[last]
      if (isCardLike(digits)) found.push({ digits, from })
    }
    from += (groups[first] as string).length
  }
  return found
}

const maskInside = (run: string): string => {
  const hidden = new Set<number>()
  for (const { digits, from } of numbersInside(run))
    for (let at = from + 6; at < from + digits.length - 4; at++) hidden.add(at)
  let place = 0
  return run.replace(/[0-9]/g, (digit) => (hidden.has(place++) ? '*' : digit))
}

const CARD_CODE = /((?:cv[vc]2?|cv2(?:val|avs)?|card_?code|security_?code)["']?\s*[:=]\s*["']?)[0-9]{3,4}(?![0-9])/gi
/** Replaces what stands after the name of a card code. */
export const maskCardCodes = (text: string): string => text.replace(CARD_CODE, '$1***')
