/** Says what is wrong with a text that is no acceptable JSON, and where; runs only once a body is refused. */
import { type FieldCode, Problem } from './problem.ts'

/** Refusal of the text at a byte: line, column and, inside a value, its path. */
export const placeProblem = (bytes: Buffer, byte: number, fault: string): Problem =>
  problemAt(bytes.toString(), bytes.toString('utf8', 0, byte).length, fault)

/** Refusal of one value of a text that may well be JSON. Never quotes the value: it may be a card number. */
export const valueProblem = (bytes: Buffer, byte: number, code: FieldCode, message: string): Problem => {
  const text = bytes.toString()
  const at = bytes.toString('utf8', 0, byte).length
  const field = pathAt(text, at)
  return new Problem('bad_request', {
    detail: `${field || placeOf(text, at)}: ${message}`,
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

/** Refusal of a text that JSON.parse refused: the first place where the grammar breaks. */
export const jsonFault = (text: string): Problem => {
  const reader = { text, at: 0 }
  try {
    readValue(reader)
    skipBlanks(reader)
    if (reader.at < text.length) fail('text after the end of the value; send one JSON value')
  } catch (fault) {
    if (fault instanceof Fault) return problemAt(text, reader.at, fault.message)
    throw fault
  }
  return new Problem('invalid_json', { detail: 'The body is not JSON' })
}

const problemAt = (text: string, at: number, fault: string): Problem => {
  const path = pathAt(text, at)
  return new Problem('invalid_json', { detail: `${placeOf(text, at)}${path === '' ? '' : ` (${path})`}: ${fault}` })
}

const placeOf = (text: string, at: number): string => {
  const before = text.slice(0, at)
  return `Line ${before.split('\n').length}, column ${at - before.lastIndexOf('\n')}`
}

/** Dotted path of the value or member at a place, such as items[3].recipient.iban. */
const pathAt = (text: string, end: number): string => {
  const frames: { isObject: boolean; index: number; name: string }[] = []
  let isName = false
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],:]/gs
  for (let found = token.exec(text); found && found.index <= end; found = token.exec(text)) {
    const frame = frames.at(-1)
    const sign = found[0]
    const isInside = found.index < end
    if (sign.startsWith('"')) {
      if (isName && frame) frame.name = decodeName(sign)
      isName = false
    } else if ((sign === '{' || sign === '[') && isInside) {
      isName = sign === '{'
      frames.push({ isObject: isName, index: 0, name: '' })
    } else if ((sign === '}' || sign === ']') && isInside) frames.pop()
    else if (sign === ',' && frame && isInside) {
      frame.index++
      frame.name = ''
      isName = frame.isObject
    } else if (sign === ':') isName = false
  }
  return frames.reduce(
    (path, { isObject, index, name }) =>
      isObject ? (name === '' ? path : `${path}${path === '' ? '' : '.'}${name.slice(0, 64)}`) : `${path}[${index}]`,
    '',
  )
}

interface Reader {
  readonly text: string
  at: number
}
class Fault extends Error {}
const fail = (message: string): never => {
  throw new Fault(message)
}
const peek = ({ text, at }: Reader): string => text[at] ?? ''
const skipBlanks = (reader: Reader): void => {
  while (' \t\n\r'.includes(peek(reader)) && reader.at < reader.text.length) reader.at++
}

const readValue = (reader: Reader): void => {
  skipBlanks(reader)
  const sign = peek(reader)
  if (sign === '{') readMembers(reader, '}', readMember)
  else if (sign === '[') readMembers(reader, ']', readValue)
  else if (sign === '"') readText(reader)
  else if (sign === '-' || (sign >= '0' && sign <= '9')) readNumber(reader)
  else readPattern(reader, /(?:true|false|null)(?![A-Za-z0-9_])/y, hintFor(reader))
}

const readPattern = (reader: Reader, pattern: RegExp, otherwise: string): void => {
  pattern.lastIndex = reader.at
  if (!pattern.test(reader.text)) fail(otherwise)
  reader.at = pattern.lastIndex
}

const hintFor = (reader: Reader): string => {
  const sign = peek(reader)
  if (sign === '') return 'the text ends too early'
  if (sign === "'") return 'texts stand in double quotes'
  if (sign === '/' || sign === '#') return 'comments are not part of JSON'
  if (sign === '}' || sign === ']') return 'a value is missing here (no comma after the last one)'
  if (/^(NaN|Infinity|undefined|True|False|None)/.test(reader.text.slice(reader.at, reader.at + 10)))
    return 'not a JSON word; JSON has true, false, null and plain numbers'
  if (sign === '+' || sign === '.') return 'a number starts with a digit or a minus'
  return 'a value is expected (text in double quotes, number, object, list, true, false or null)'
}

const readMembers = (reader: Reader, close: string, read: (reader: Reader) => void): void => {
  reader.at++
  skipBlanks(reader)
  if (peek(reader) === close) {
    reader.at++
    return
  }
  for (;;) {
    read(reader)
    skipBlanks(reader)
    const sign = peek(reader)
    if (sign === close) break
    if (sign !== ',') fail(sign === '' ? 'the text ends too early' : `a comma or ${close} is expected`)
    reader.at++
  }
  reader.at++
}

const readMember = (reader: Reader): void => {
  skipBlanks(reader)
  if (peek(reader) === '}') fail('no comma after the last member')
  if (peek(reader) !== '"')
    fail(peek(reader) === '' ? 'the text ends too early' : 'a member name in double quotes is expected')
  readText(reader)
  skipBlanks(reader)
  if (peek(reader) !== ':') fail('a colon is expected after the name')
  reader.at++
  readValue(reader)
}

const readText = (reader: Reader): void => {
  reader.at++
  for (let sign = peek(reader); sign !== '"'; sign = peek(reader)) {
    if (sign === '') fail('a text has no closing quote')
    if (sign < ' ') fail('control character inside a text; write it as an escape such as \\n')
    reader.at++
    if (sign === '\\') readPattern(reader, /["\\/bfnrt]|u[0-9a-fA-F]{4}/y, 'unknown escape after a backslash')
  }
  reader.at++
}

const readNumber = (reader: Reader): void =>
  readPattern(
    reader,
    /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y,
    'not a JSON number (no leading zeros, digits on both sides of the point)',
  )
