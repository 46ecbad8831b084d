/** Every spelling of a card number or secret that a scan looks for: as text, encoded, packed, and hashed without a key. */
import { hash } from 'node:crypto'

export type Spelling = [name: string, bytes: Buffer]

/** Both, of one value: what a reader could turn back into it. */
export const cardSpellings = (digits: string): Spelling[] => [
  ...encoded(digits),
  ...[' ', '-', '.', '+', '%20', '%2D', '_', '/', '  ', '\u00a0', '\u2011'].map((separator): Spelling => {
    const groups = digits.length === 15 ? /^(.{4})(.{6})(.+)$/ : /(.{4})(?=.)/g
    const spaced =
      digits.length === 15
        ? digits.replace(groups, `$1${separator}$2${separator}$3`)
        : digits.replace(groups, `$1${separator}`)
    return [`grouped by '${separator}'`, Buffer.from(spaced)]
  }),
  ['full-width', Buffer.from(digits.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))))],
  ['packed, two digits a byte', Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')],
  ...hashed(digits),
]

/** A piece is enough to recognize a secret by, so that one that was cut is found too. */
export const secretSpellings = (secret: string): Spelling[] => [...encoded(secret.slice(-PIECE)), ...hashed(secret)]
const PIECE = 24

const encoded = (text: string): Spelling[] => {
  const hex = Buffer.from(text).toString('hex')
  const all: Spelling[] = [
    ['plain', Buffer.from(text)],
    ['reversed', Buffer.from([...text].reverse().join(''))],
    ['hex', Buffer.from(hex)],
    ['hex, capitals', Buffer.from(hex.toUpperCase())],
    ['URL-encoded', Buffer.from(hex.replace(/../g, '%$&'))],
    ['URL-encoded, capitals', Buffer.from(hex.toUpperCase().replace(/../g, '%$&'))],
    ['16 bits a character', Buffer.from(text, 'utf16le')],
    ...[0, 1, 2].map((shift): Spelling => [`base64 at ${shift}`, Buffer.from(base64Core(text, shift))]),
  ]
  const url = base64Core(text, 0)
  if (/[+/]/.test(url)) all.push(['base64url', Buffer.from(url.replaceAll('+', '-').replaceAll('/', '_'))])
  return all
}

/** The characters that do not depend on the neighbouring bytes, after `shift` bytes. */
const base64Core = (text: string, shift: number): string => {
  const whole = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)])
  const first = Math.ceil((shift * 8) / 6)
  const end = Math.floor((whole.length * 8) / 6)
  return whole.toString('base64').slice(first, end)
}

/** A plain hash of a card number is undone by trying all numbers. */
const hashed = (text: string): Spelling[] =>
  ['sha256', 'sha1', 'md5'].flatMap((algorithm): Spelling[] => {
    const digest = hash(algorithm, text, 'buffer')
    return [
      [algorithm, digest],
      [`${algorithm} as hex`, Buffer.from(digest.toString('hex'))],
      [`${algorithm} as base64`, Buffer.from(digest.toString('base64').replace(/=+$/, ''))],
      [`${algorithm} as base64url`, Buffer.from(digest.toString('base64url'))],
    ]
  })
