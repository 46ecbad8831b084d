/**
 * Locates the fault of a JSON text; runs only once a body is refused. It reads the bytes directly: a refused body of a
 * megabyte must not become texts of a megabyte.
 */
import { BACKSLASH, CLOSE, CLOSE_LIST, COLON, COMMA, OPEN, OPEN_LIST, QUOTE } from './json-bytes.ts'
import { type Phrase, phrase } from './phrases/phrase.ts'
import { type FieldCode, Problem } from './problem.ts'

/** Refusal of the text at a byte: line, column and, inside a value, its path. */
export const placeProblem = (bytes: Buffer, byte: number, fault: Phrase): Problem => {
  const path = pathAt(bytes, byte)
  return new Problem('invalid_json', {
    detail:
      path === ''
        ? phrase`${describePlace(bytes, byte)}: ${fault}`
        : phrase`${describePlace(bytes, byte)} (${path}): ${fault}`,
  })
}

/** Refuses one value of a text that may well be JSON. Never quotes the value: it may be a card number. */
export const valueProblem = (bytes: Buffer, byte: number, code: FieldCode, message: Phrase): Problem => {
  const field = pathAt(bytes, byte)
  return new Problem('bad_request', {
    detail: phrase`${field || describePlace(bytes, byte)}: ${message}`,
    errors: [{ field, code, message }],
  })
}

/** Reads a name with its quotes. */
export const decodeName = (quoted: string): string => {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

const LINE_BREAK = 10
/** In UTF-8 these bytes are one character, or one that JavaScript and editors count as two. */
const isFirst = (unit: number): boolean => (unit & 0xc0) !== 0x80
const FIRST_OF_FOUR = 0xf0

const describePlace = (bytes: Buffer, end: number): Phrase => {
  let line = 1
  let column = 1
  for (let at = 0; at < end; at++) {
    const unit = bytes[at]!
    if (unit === LINE_BREAK) {
      line++
      column = 1
    } else if (isFirst(unit)) column += unit >= FIRST_OF_FOUR ? 2 : 1
  }
  return phrase`Line ${line}, column ${column}`
}

interface Frame {
  readonly isObject: boolean
  index: number
  /** Quotes of the member's name. */
  name: readonly [start: number, end: number] | undefined
}

const NAME_CHARACTERS_MAX = 64

/** Dotted path of the value or member at a position, such as items[3].recipient.iban. */
const pathAt = (bytes: Buffer, end: number): string =>
  framesAt(bytes, end).reduce((path, { isObject, index, name }) => {
    if (!isObject) return `${path}[${index}]`
    if (name === undefined) return path
    const text = decodeName(bytes.toString('utf8', name[0], name[1] + 1)).slice(0, NAME_CHARACTERS_MAX)
    return text === '' ? path : `${path}${path === '' ? '' : '.'}${text}`
  }, '')

/** Returns the objects and lists that are open at a position. */
const framesAt = (bytes: Buffer, end: number): Frame[] => {
  const frames: Frame[] = []
  let isName = false
  for (let at = 0; at <= end && at < bytes.length; at++) {
    const unit = bytes[at]
    const frame = frames.at(-1)
    if (unit === QUOTE) {
      const start = at
      at = closingQuote(bytes, start)
      if (isName && frame) frame.name = [start, at]
      isName = false
    } else if (at === end) break
    else if (unit === OPEN || unit === OPEN_LIST) {
      isName = unit === OPEN
      frames.push({ isObject: isName, index: 0, name: undefined })
    } else if (unit === CLOSE || unit === CLOSE_LIST) frames.pop()
    else if (unit === COMMA && frame) {
      frame.index++
      frame.name = undefined
      isName = frame.isObject
    } else if (unit === COLON) isName = false
  }
  return frames
}

/** Returns the position of the closing quote, or of the last byte if there is none. */
const closingQuote = (bytes: Buffer, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return Math.min(at, bytes.length - 1)
}
