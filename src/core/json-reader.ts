/**
 * Reads JSON from its bytes, strictly by the grammar, and reports what breaks it and where. It never makes one text of all of it,
 * as JSON.parse needs: V8 keeps tens of megabytes of such texts before it collects garbage.
 */
import {
  BACKSLASH,
  BLANK,
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  isDigit,
  MINUS,
  OPEN,
  OPEN_LIST,
  QUOTE,
} from './json-bytes.ts'
import { placeProblem } from './json-fault.ts'
import { type Phrase, phrase } from './phrases/phrase.ts'

/** Reads bytes that are UTF-8 and were scanned: not too deep, no number too long, no forbidden name. Throws invalid_json. */
export const readJson = (bytes: Buffer): unknown => {
  const reader: Reader = { bytes, at: 0 }
  try {
    const value = readValue(reader)
    if (skipBlanks(reader) !== END) fail(phrase`text after the end of the value; send one JSON value`)
    return value
  } catch (fault) {
    if (fault instanceof Fault) throw placeProblem(bytes, reader.at, fault.said)
    throw fault
  }
}

interface Reader {
  readonly bytes: Buffer
  at: number
}
class Fault extends Error {
  readonly said: Phrase
  constructor(said: Phrase) {
    super(String(said))
    this.said = said
  }
}
const fail = (message: Phrase): never => {
  throw new Fault(message)
}
const ENDS_EARLY = phrase`the text ends too early`

const END = -1
const peek = ({ bytes, at }: Reader): number => (at < bytes.length ? bytes[at]! : END)

/** Returns the byte after them. */
const skipBlanks = (reader: Reader): number => {
  let unit = peek(reader)
  while (unit === BLANK || unit === 10 || unit === 13 || unit === 9) {
    reader.at++
    unit = peek(reader)
  }
  return unit
}

const readValue = (reader: Reader): unknown => {
  const unit = skipBlanks(reader)
  if (unit === QUOTE) return readText(reader)
  if (unit === OPEN) return readObject(reader)
  if (unit === OPEN_LIST) return readList(reader)
  return unit === MINUS || isDigit(unit) ? readNumber(reader) : readWord(reader)
}

const readList = (reader: Reader): unknown[] => {
  const list: unknown[] = []
  reader.at++
  if (skipBlanks(reader) === CLOSE_LIST) return passed(reader, list)
  for (;;) {
    list.push(readValue(reader))
    if (isLast(reader, CLOSE_LIST)) return list
  }
}

const readObject = (reader: Reader): Record<string, unknown> => {
  const object: Record<string, unknown> = {}
  reader.at++
  if (skipBlanks(reader) === CLOSE) return passed(reader, object)
  for (;;) {
    const unit = skipBlanks(reader)
    if (unit === CLOSE) fail(phrase`no comma after the last member`)
    if (unit !== QUOTE) fail(unit === END ? ENDS_EARLY : phrase`a member name in double quotes is expected`)
    const name = readText(reader)
    if (skipBlanks(reader) !== COLON) fail(phrase`a colon is expected after the name`)
    reader.at++
    object[name] = readValue(reader)
    if (isLast(reader, CLOSE)) return object
  }
}

const passed = <T>(reader: Reader, value: T): T => {
  reader.at++
  return value
}

/** Skips a comma, or the end. */
const isLast = (reader: Reader, close: number): boolean => {
  const unit = skipBlanks(reader)
  if (unit !== COMMA && unit !== close)
    fail(unit === END ? ENDS_EARLY : phrase`a comma or ${String.fromCharCode(close)} is expected`)
  reader.at++
  return unit === close
}

const readText = (reader: Reader): string => {
  const { bytes } = reader
  const start = ++reader.at
  let isPlain = true
  let isAscii = true
  for (let unit = peek(reader); unit !== QUOTE; unit = peek(reader)) {
    if (unit === END) fail(phrase`a text has no closing quote`)
    if (unit < BLANK) fail(phrase`control character inside a text; write it as an escape such as \\n`)
    if (unit > 127) isAscii = false
    reader.at++
    if (unit !== BACKSLASH) continue
    isPlain = false
    if (matched(reader, ESCAPE) === undefined) fail(phrase`unknown escape after a backslash`)
  }
  const end = reader.at++
  if (isPlain) return bytes.toString(isAscii ? 'latin1' : 'utf8', start, end)
  return JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string
}

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

const PLAIN_DIGITS_MAX = 15 // a plain run of so few digits is always kept exactly
const ZERO = 48

const readNumber = (reader: Reader): number => {
  const start = reader.at
  let value = 0
  let unit = peek(reader)
  for (; isDigit(unit); unit = peek(reader)) {
    value = value * 10 + unit - ZERO
    reader.at++
  }
  const digits = reader.at - start
  const isZeroFirst = reader.bytes[start] === ZERO && digits > 1
  const isWhole = unit === COMMA || unit === CLOSE || unit === CLOSE_LIST || unit === BLANK
  if (isWhole && digits > 0 && digits <= PLAIN_DIGITS_MAX && !isZeroFirst) return value
  reader.at = start
  const text =
    matched(reader, NUMBER) ?? fail(phrase`not a JSON number (no leading zeros, digits on both sides of the point)`)
  return Number(text) || 0 // minus zero is zero
}
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y

const readWord = (reader: Reader): boolean | null => {
  const word = matched(reader, WORD) ?? fail(hintFor(reader))
  return word === 'null' ? null : word === 'true'
}
const WORD = /(?:true|false|null)(?![A-Za-z0-9_])/y

/** Skips it; undefined where it is absent. */
const matched = (reader: Reader, pattern: RegExp): string | undefined => {
  const text = ahead(reader)
  pattern.lastIndex = 0
  if (!pattern.test(text)) return undefined
  reader.at += pattern.lastIndex
  return text.slice(0, pattern.lastIndex)
}

/** A number has at most 30 characters, words and escapes are shorter. */
const WINDOW_BYTES = 40
const ahead = ({ bytes, at }: Reader): string => bytes.toString('latin1', at, at + WINDOW_BYTES)

const hintFor = (reader: Reader): Phrase => {
  const text = ahead(reader)
  const [sign = ''] = text
  if (sign === '') return ENDS_EARLY
  if (sign === "'") return phrase`texts stand in double quotes`
  if (sign === '/' || sign === '#') return phrase`comments are not part of JSON`
  if (sign === '}' || sign === ']') return phrase`a value is missing here (no comma after the last one)`
  if (/^(NaN|Infinity|undefined|True|False|None)/.test(text))
    return phrase`not a JSON word; JSON has true, false, null and plain numbers`
  if (sign === '+' || sign === '.') return phrase`a number starts with a digit or a minus`
  return phrase`a value is expected (text in double quotes, number, object, list, true, false or null)`
}
