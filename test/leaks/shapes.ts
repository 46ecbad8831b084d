/** What looks like a card number, a card code, a token or a secret, whoever made it. */
import { readFileSync } from 'node:fs'

export interface Shape {
  what: string
  at: number
  length: number
  /** The digits, when it is a card number. */
  digits?: string
}

const BIN_FILES = ['bins.csv', 'test-bins.csv'].map(
  (name) => new URL(`../../src/reference/data/${name}`, import.meta.url),
)

/** First digits that a bank issues cards under: any other run of digits is a number of something else. */
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

const DIGIT_RUN = /(?<![0-9A-Za-z])[0-9](?:[ -]?[0-9]){12,18}(?![0-9A-Za-z])/g
const NAMED: readonly [what: string, pattern: RegExp][] = [
  [
    'a card code',
    /(?:cvv2?|cvc2?|cv2(?:val|avs)?|card_?cvv2?|card_?code|security_?code)(?:\\*["'])?\s*(?:[:=>]|%3[aA]|%3[dD])\s*(?:\\*["'])?\d{3,4}(?![0-9])/gi,
  ],
  ['an access token', /eyJ[\w-]{8,}\.eyJ[\w-]{16,}\.[\w-]{40,}/g],
  ['a refresh token', /(?<![\w-])rt_[\w-]{43}(?![\w-])/g],
  ['a client secret', /cs_(?:test|live)_[\w-]{43}/g],
  ['a webhook secret', /whsec_[\w-]{43}/g],
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d"\s*:\s*"[\w-]{40,}"/g],
  ['a Basic or Bearer header', /\b(?:Basic [A-Za-z0-9+/]{40,}|Bearer [\w.-]{40,})/g],
]

export const shapesIn = (text: string): Shape[] => {
  const shapes: Shape[] = []
  for (const { 0: run, index: at } of text.matchAll(DIGIT_RUN)) {
    const digits = run.replace(/[ -]/g, '')
    if (isCardNumber(digits)) shapes.push({ what: 'a card number by its shape', at, length: run.length, digits })
  }
  for (const [what, pattern] of NAMED)
    for (const { 0: found, index: at } of text.matchAll(pattern)) shapes.push({ what, at, length: found.length })
  return shapes
}

export const isCardNumber = (digits: string): boolean =>
  BIN_LENGTHS.some((length) => knownBins.has(digits.slice(0, length))) &&
  hasSchemeLength(digits) &&
  hasCheckDigit(digits)

const hasSchemeLength = (digits: string): boolean =>
  /^3[47]/.test(digits) ? digits.length === 15 : digits.length >= 16 || digits.startsWith('4')

/** Written anew: a scan that shares the product's check would share its mistakes. */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, sign, place) => {
    const value = Number(sign) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
