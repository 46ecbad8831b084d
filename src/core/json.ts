/**
 * Strict JSON from bytes: one fast scan for what JSON.parse accepts, changes silently or expands too much, then the values. JSON.parse
 * keeps the last of two equal names, changes 9007199254740993 to ...992 and takes any depth; PostgreSQL refuses NUL and half surrogates
 * only when a row is written, which would be a 500.
 */
import { isUtf8 } from 'node:buffer'
import {
  BACKSLASH,
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  isDigit,
  MINUS,
  OPEN,
  OPEN_LIST,
  QUOTE,
  SMALL_U,
} from './json-bytes.ts'
import { placeProblem, valueProblem } from './json-fault.ts'
import { NameFrame } from './json-names.ts'
import { numberFault } from './json-number.ts'
import { readJson } from './json-reader.ts'
import { phrase } from './phrases/phrase.ts'
import { Problem } from './problem.ts'

const DEPTH_MAX = 32 // the deepest body of the interface has six levels
const VALUES_MAX = 100_000 // a thousand transfers with all their members are 21,000; an empty object or list counts twice
const TEXT_CHARACTERS_MAX = 65_536 // the longest of the interface, an expression, has 32,768 (of two each, where they are emoji)
const NUMBER_CHARACTERS_MAX = 30
const PLAIN_DIGITS_MAX = 15 // a plain run of so few digits is always kept exactly
const AT_ONCE_BYTES_MAX = 65_536 // a larger body is never converted to one text

/** Parses a body. Throws invalid_json or, where the text is JSON but a value could not be kept as sent, bad_request. */
export const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) throw new Problem('invalid_json', { detail: phrase`The body is empty; send a JSON object` })
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new Problem('invalid_json', {
      detail: phrase`The body starts with a byte order mark; send UTF-8 without one`,
    })
  if (!isUtf8(bytes)) throw new Problem('invalid_json', { detail: phrase`The body is not valid UTF-8` })
  const hasMinusZero = scan(bytes)
  if (bytes.length > AT_ONCE_BYTES_MAX) return readJson(bytes)
  const text = bytes.toString('utf8')
  try {
    return hasMinusZero ? JSON.parse(text, withoutMinusZero) : JSON.parse(text)
  } catch {
    readJson(bytes) // says where
    throw new Problem('invalid_json', { detail: phrase`The body is not JSON` })
  }
}

const withoutMinusZero = (_name: string, value: unknown): unknown => (value === 0 ? 0 : value)

// A scan never awaits, so one set of frames serves all: one per open object or list.
const isObject = new Uint8Array(DEPTH_MAX + 1)
const frames = Array.from({ length: DEPTH_MAX + 1 }, () => new NameFrame())

/** Walks the tokens; the grammar is left to the reader of the values. Returns whether some number is minus zero. */
const scan = (bytes: Buffer): boolean => {
  const end = bytes.length
  let depth = 0
  let values = 0
  let isName = false
  let hasMinusZero = false
  for (let at = 0; at < end; at++) {
    const unit = bytes[at]!
    if (unit === QUOTE) {
      const start = at
      at = stringEnd(bytes, at)
      if (at - start > TEXT_CHARACTERS_MAX) checkLength(bytes, start, at)
      if (!isName) continue
      isName = false
      frames[depth]!.keep(bytes, start, at)
    } else if (unit === OPEN || unit === OPEN_LIST) {
      if (++depth > DEPTH_MAX) throw placeProblem(bytes, at, phrase`more than ${DEPTH_MAX} levels deep`)
      if (++values > VALUES_MAX) throw tooMany(bytes, at)
      isObject[depth] = unit === OPEN ? 1 : 0
      isName = unit === OPEN
      if (isName) frames[depth]!.open()
    } else if (unit === CLOSE || unit === CLOSE_LIST) {
      if (depth > 0) depth--
      isName = false
    } else if (unit === COMMA) {
      isName = depth > 0 && isObject[depth] === 1
      if (++values > VALUES_MAX) throw tooMany(bytes, at)
    } else if (unit === COLON) isName = false
    else if (unit === MINUS || isDigit(unit)) {
      const start = at
      while (at + 1 < end && isNumberUnit(bytes[at + 1]!)) at++
      if (checkNumber(bytes, start, at + 1)) hasMinusZero = true
    }
  }
  return hasMinusZero
}

const tooMany = (bytes: Buffer, at: number): Problem =>
  placeProblem(bytes, at, phrase`more than ${VALUES_MAX} values in one body; send it in parts`)

/** Runs for a text that has more bytes than it may have characters. */
const checkLength = (bytes: Buffer, start: number, end: number): void => {
  if (lengthOf(bytes, start + 1, end) > TEXT_CHARACTERS_MAX)
    throw valueProblem(bytes, start, 'too_long', phrase`at most ${TEXT_CHARACTERS_MAX} characters`)
}

/** Returns the same length as String.length. */
const lengthOf = (bytes: Buffer, start: number, end: number): number => {
  let length = 0
  for (let at = start; at < end; at++) {
    const unit = bytes[at]!
    if ((unit & 0xc0) !== 0x80) length += unit >= 0xf0 ? 2 : 1
    if (unit === BACKSLASH) at += bytes[at + 1] === SMALL_U ? 5 : 1
  }
  return length
}

/** Index of the closing quote; of the last character where there is none. */
const stringEnd = (bytes: Buffer, start: number): number => {
  for (let at = start + 1; at < bytes.length; at++) {
    const unit = bytes[at]!
    if (unit === QUOTE) return at
    if (unit === BACKSLASH && bytes[++at]! === SMALL_U) at = escapeEnd(bytes, at + 1)
  }
  return bytes.length - 1
}

/** `at` is the first hex digit of an escape; returns its last one. */
const escapeEnd = (bytes: Buffer, at: number): number => {
  const unit = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
  if (unit === 0) throw valueProblem(bytes, at, 'invalid_format', phrase`the character NUL is not allowed`)
  if (Number.isNaN(unit) || unit < 0xd800 || unit > 0xdfff) return at + 3
  if (unit > 0xdbff || !/^\\ud[c-f]/i.test(bytes.toString('latin1', at + 4, at + 8)))
    throw valueProblem(
      bytes,
      at,
      'invalid_format',
      phrase`half of a surrogate pair (\\ud800 to \\udfff) alone is no character`,
    )
  return at + 9
}

const isNumberUnit = (unit: number): boolean =>
  isDigit(unit) || unit === 46 || unit === 43 || unit === MINUS || unit === 69 || unit === 101

/** Refuses a number that would not be kept as written; returns whether it is minus zero. */
const checkNumber = (bytes: Buffer, start: number, end: number): boolean => {
  if (end - start <= PLAIN_DIGITS_MAX && isPlain(bytes, start, end)) return false
  if (end - start > NUMBER_CHARACTERS_MAX)
    throw valueProblem(bytes, start, 'out_of_range', phrase`a number of more than ${NUMBER_CHARACTERS_MAX} characters`)
  const number = bytes.toString('latin1', start, end)
  const fault = numberFault(number)
  if (fault) throw valueProblem(bytes, start, 'out_of_range', fault)
  return Object.is(Number(number), -0)
}

const isPlain = (bytes: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (!isDigit(bytes[at]!)) return false
  return true
}
