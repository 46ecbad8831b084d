/** Shapes of card numbers, card codes, tokens and secrets, whatever their origin. */
import { readFileSync } from 'node:fs'

export interface Shape {
  what: string
  at: number
  length: number
  /** The digits, when it is a card number. */
  digits?: string
}

const BIN_FILES = ['bins.csv', 'test-bins.csv'].map(
  (name) => new URL(`../../../src/reference/data/${name}`, import.meta.url),
)

/** First digits that a bank of the tables issues cards under. */
const knownBins = new Set(
  BIN_FILES.flatMap((url) =>
    readFileSync(url, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.split(';')[0] as string)
      .filter(Boolean),
  ),
)
const BIN_LENGTHS = [...new Set([...knownBins].map((bin) => bin.length))]

/** Files are read byte by byte: a full-width digit, a no-break space, a dash of another kind are the bytes of their UTF-8. */
const DIGIT = '(?:[0-9]|\\xef\\xbc[\\x90-\\x99])'
const SIGN = '(?:[ ._/-]{1,2}|\\xc2\\xa0|\\xe2\\x80[\\x80-\\x95\\xaf]|\\xe3\\x80\\x80)'
const times = (count: string): string => `${DIGIT}{${count}}`
/** Wherever blanks and dashes stand, for issuers of the tables; as numbers are grouped, for every scheme. */
const SPELLINGS = [
  `${DIGIT}(?:[ -]?${DIGIT}){12,18}`,
  `${times('4')}(?:${SIGN}${times('4')}){3}(?:${SIGN}${times('3')})?`,
  `${times('4')}${SIGN}${times('6')}${SIGN}${times('4,5')}`,
  `${DIGIT}(?:${SIGN}${DIGIT}){12,18}`,
].map((spelling) => new RegExp(`(?<![0-9A-Za-z])(?<![0-9]\\.)${spelling}(?![0-9A-Za-z])`, 'g'))

/** Written again, as below: first digits and length of what the schemes issue. */
const OF_A_SCHEME =
  /^(?:4(?:.{12}|.{15}|.{18})|5[1-5].{14}|2(?:22[1-9]|2[3-9].|[3-6]..|7[01].|720).{12}|3[47].{13}|3(?:0[0-5]|095|6.|[89].).{11,13}|35(?:2[89]|[3-8].).{12,15}|6(?:011|4[4-9].|5..|2..).{12,15}|9792.{12}|81.{14,17}|(?:50(?:18|20|38)|5612|5893|6304|6759|676[123]).{9,15})$/
const NAMED: readonly [what: string, pattern: RegExp][] = [
  [
    'a card code',
    /(?:cvv2?|cvc2?|cv2(?:val|avs)?|card_?cvv2?|card_?code|security_?code)(?:\\*["'])?\s*(?:[:=>]|%3[aA]|%3[dD])\s*(?:\\*["'])?\d{3,4}(?![0-9])/gi,
  ],
  // Not that with which a bank's page begins its challenge: it is for the browser, and no key of ours signs it.
  ['an access token', /(?<!threeDSServerWebFlowStart[\\"' a-z=]{1,24})eyJ[\w-]{8,}\.eyJ[\w-]{16,}\.[\w-]{40,}/g],
  ['a refresh token', /(?<![\w-])rt_[\w-]{43}(?![\w-])/g],
  ['a client secret', /cs_(?:test|live)_[\w-]{43}/g],
  ['a webhook secret', /whsec_[\w-]{43}/g],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d"\s*:\s*"[\w-]{40,}"/g],
  ['a Basic or Bearer header', /\b(?:Basic [A-Za-z0-9+/]{40,}|Bearer [\w.-]{40,})/g],
]

/** `bytes` are those of the text. */
export const shapesIn = (text: string, bytes: Uint8Array = Buffer.from(text, 'latin1')): Shape[] => {
  const shapes: Shape[] = []
  for (const { start, end } of stretchesOf(bytes)) {
    const stretch = text.slice(Math.max(0, start - 1), end + 1)
    const seen = new Set<number>()
    for (const spelling of SPELLINGS)
      for (const { 0: run, index } of stretch.matchAll(spelling)) {
        const digits = digitsOf(run)
        const isNumber = spelling === SPELLINGS[0] && /[ -]/.test(run) ? isOfKnownIssuer(digits) : isCardNumber(digits)
        if (seen.has(index) || !isNumber) continue
        seen.add(index)
        shapes.push({
          what: 'a card number by its shape',
          at: Math.max(0, start - 1) + index,
          length: run.length,
          digits,
        })
      }
  }
  for (const [what, pattern] of NAMED)
    for (const { 0: found, index: at } of text.matchAll(pattern)) shapes.push({ what, at, length: found.length })
  return shapes
}

const digitsOf = (run: string): string =>
  run.replace(/\xef\xbc(.)/g, (_all, last: string) => String(last.charCodeAt(0) - 0x90)).replace(/[^0-9]/g, '')

/** Where thirteen digits stand with no letter and little else between: the patterns are too slow for whole files. */
const stretchesOf = (bytes: Uint8Array): { start: number; end: number }[] => {
  const found: { start: number; end: number }[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at
    const { end, next, digits } = stretchAt(bytes, at)
    if (digits >= 13) found.push({ start, end })
    at = next
    while (at < bytes.length && (KINDS[bytes[at] as number] as number) < DIGIT_KIND) at++
  }
  return found
}

const LETTER = 1
const DIGIT_KIND = 2
const FULL_WIDTH = 3
/** By byte. */
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  if (code >= 48 && code <= 57) return DIGIT_KIND
  if (code === 0xef) return FULL_WIDTH
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? LETTER : 0
})

/** The digits from here on; `next` is where the next ones are looked for. */
const stretchAt = (bytes: Uint8Array, start: number): { end: number; next: number; digits: number } => {
  let end = start
  let digits = 0
  let at = start
  for (; at < bytes.length; at++) {
    const kind = KINDS[bytes[at] as number]
    if (kind === DIGIT_KIND) {
      digits++
      end = at + 1
    } else if (kind === FULL_WIDTH && isFullWidthDigit(bytes, at)) {
      digits++
      at += 2
      end = at + 1
    } else if (digits === 0 || kind === LETTER || at - end >= GAP_MAX) return { end, next: at + 1, digits }
  }
  return { end, next: at, digits }
}
const GAP_MAX = 3
const isFullWidthDigit = (bytes: Uint8Array, at: number): boolean => {
  const last = bytes[at + 2] as number
  return bytes[at + 1] === 0xbc && last >= 0x90 && last <= 0x99
}

export const isCardNumber = (digits: string): boolean =>
  isOfKnownIssuer(digits) || (OF_A_SCHEME.test(digits) && hasCheckDigit(digits))

const isOfKnownIssuer = (digits: string): boolean =>
  BIN_LENGTHS.some((length) => knownBins.has(digits.slice(0, length))) &&
  hasSchemeLength(digits) &&
  hasCheckDigit(digits)

const hasSchemeLength = (digits: string): boolean =>
  /^3[47]/.test(digits) ? digits.length === 15 : digits.length >= 16 || digits.startsWith('4')

/** Written again: a scan that shares the product's check would share its mistakes. */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, sign, place) => {
    const value = Number(sign) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
