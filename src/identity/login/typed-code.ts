/** Codes that people copy by hand: ten characters, 50 bits. */
import { randomInt } from 'node:crypto'

const CHARS = 10
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ' // without letters that are read as digits

export const newTypedCode = (): string => {
  const text = Array.from({ length: CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${text.slice(0, CHARS / 2)}-${text.slice(CHARS / 2)}`
}

/** Returns a code as it may be compared: case, blanks and hyphens do not count. */
export const toPlainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
