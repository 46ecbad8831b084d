/**
 * Normalizes a client's input to the form handlers receive: nulls dropped, texts trimmed, enums spelt as listed. A validator would coerce
 * and strip by different rules and in place. So this walk is compiled from the same schema at the first request of an operation, and Ajv
 * validates the result: 5 µs for a payment.
 */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import type { FieldCode, FieldError } from '../../core/problem.ts'
import { parseDateTime } from './date-times.ts'
import { findNearestName } from './nearest-name.ts'
import type { RequestSchema } from './request-schema.ts'

/** Kind of name that a refusal mentions. */
type Refused = 'member' | 'query name'

export interface NormalizeOptions {
  /** Values are texts of a query string or form: numbers, booleans and lists are read from them. */
  readonly isText: boolean
  /** True for a query string. */
  readonly isQuery?: boolean
  /** Members missing from the schema are refused under this name, such as `member`; absent: dropped. */
  readonly refusesUnknown?: Refused
}
/** Position and results of a walk. Values of a wrong type pass unchanged: the schema refuses them. */
export interface Walk {
  readonly path: (string | number)[]
  readonly errors: FieldError[]
}
type Normalize = (value: unknown, walk: Walk) => unknown

export const compileNormalizer = (schema: RequestSchema, options: NormalizeOptions): Normalize => {
  const fold = foldFor(schema, options)
  if (!options.isText) return fold
  // A name sent twice: the last one counts, except for lists.
  if (schema.type === 'array') return fold
  return (value, walk) => fold(Array.isArray(value) ? value.at(-1) : value, walk)
}

const foldFor = (schema: RequestSchema, options: NormalizeOptions): Normalize => {
  if (schema.enum) return foldEnum(schema.enum)
  if (schema.anyOf) return foldUnion(schema.anyOf, options)
  if (schema.type === 'object') return foldObject(schema, options)
  if (schema.type === 'array') return foldList(schema, options)
  if (schema.type === 'string') return foldText(schema, options)
  if (schema.type === 'integer' || schema.type === 'number') return options.isText ? readNumber : asIs
  if (schema.type === 'boolean') return options.isText ? readBoolean : asIs
  return asIs
}

const asIs: Normalize = (value) => value

const readNumber: Normalize = (value) => {
  const text = typeof value === 'string' ? value.trim() : ''
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) || 0 : value
}

const readBoolean: Normalize = (value) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
  return word === 'true' ? true : word === 'false' ? false : value
}

const foldEnum = (words: readonly string[]): Normalize => {
  const listed = new Map<string, string>()
  for (const word of words) listed.set(foldWord(word), word)
  for (const word of words) listed.set(word, word)
  return (value) =>
    typeof value === 'string' ? (listed.get(value) ?? listed.get(foldWord(value.trim())) ?? value) : value
}
const foldWord = (word: string): string => word.toLowerCase().replaceAll('_', '')

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/
const CONTROL_IN_LONG_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
const NUL = /\u0000/
/** Signs that reverse the direction of the text after them. Other invisible signs come with text from web pages and office programs, and change no order. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/

const foldText = (schema: RequestSchema, { isQuery }: NormalizeOptions): Normalize => {
  if (schema.format === 'date-time') return foldDateTime
  if (schema.format === 'uuid') return (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value)
  const refused = schema.isVerbatim ? NUL : schema.isMultiline ? CONTROL_IN_LONG_TEXT : CONTROL
  // A query may search for text that was stored before such signs were refused.
  const isShown = !schema.isVerbatim && !schema.isMultiline && !isQuery
  const fault = schema.isMultiline
    ? phrase`control characters other than line breaks and tabs are not allowed`
    : phrase`control characters are not allowed`
  return (value, walk) => {
    if (typeof value !== 'string') return value
    const text = schema.isVerbatim ? value : value.trim()
    if (refused.test(text)) refuse(walk, 'invalid_format', fault)
    else if (isShown && TURNS.test(text))
      refuse(walk, 'invalid_format', phrase`marks that turn the direction of writing are not allowed`)
    return text
  }
}

const foldDateTime: Normalize = (value) => {
  if (typeof value !== 'string') return value
  // In a query string an unescaped + of the offset arrives as a blank.
  const text = value.trim().replace(/ (?=\d{2}:?\d{2}$)/, '+')
  return parseDateTime(text) ?? text
}

const foldUnion = (branches: readonly RequestSchema[], options: NormalizeOptions): Normalize => {
  const folds = branches.map((branch) => ({ types: typesOf(branch), fold: foldFor(branch, options) }))
  return (value, walk) => {
    const type = Array.isArray(value) ? 'array' : typeof value
    const branch = folds.find(({ types }) => types.includes(type))
    return branch ? branch.fold(value, walk) : value
  }
}
const typesOf = ({ type, anyOf }: RequestSchema): string[] => {
  if (anyOf) return anyOf.flatMap(typesOf)
  return type === 'integer' ? ['number'] : type === undefined ? [] : [type]
}

const LIST_MAX = 1_000 // for lists that declare no limit

const foldList = (schema: RequestSchema, options: NormalizeOptions): Normalize => {
  const fold = schema.items ? foldFor(schema.items, options) : asIs
  const most = schema.maxItems ?? LIST_MAX
  return (value, walk) => {
    const list = options.isText && Array.isArray(value) ? value.flatMap((text: string) => text.split(',')) : value
    if (!Array.isArray(list)) return list
    if (list.length > most) {
      refuse(walk, 'too_many_items', phrase`at most ${most} items, ${list.length} were sent`)
      return []
    }
    const depth = walk.path.length
    const folded = list.map((item, index) => {
      walk.path[depth] = index
      return fold(item, walk)
    })
    walk.path.length = depth
    return folded
  }
}

const foldObject = (schema: RequestSchema, options: NormalizeOptions): Normalize => {
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => ({
    name,
    fold: compileNormalizer(member, options),
    initial: member.default,
  }))
  const known = new Set(members.map(({ name }) => name))
  const foldOthers = schema.values === undefined ? undefined : foldMembers(schema.values, known, options)
  const isMap = members.length === 0 && foldOthers !== undefined
  return (value, walk) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const source = value as Record<string, unknown>
    const result = (isMap ? Object.create(null) : {}) as Record<string, unknown>
    const depth = walk.path.length
    let found = 0
    for (const { name, fold, initial } of members) {
      const sent = source[name]
      if (sent !== undefined) found++
      if (sent !== undefined && sent !== null) {
        walk.path[depth] = name
        result[name] = fold(sent, walk)
      } else if (initial !== undefined) result[name] = typeof initial === 'object' ? structuredClone(initial) : initial
    }
    walk.path.length = depth
    if (foldOthers) foldOthers(source, result, walk)
    else if (options.refusesUnknown) refuseUnknown(source, found, known, walk, options.refusesUnknown)
    walk.path.length = depth
    return result
  }
}

/** Members of a map, whose names the schema does not list. */
const foldMembers = (values: RequestSchema | true, known: ReadonlySet<string>, options: NormalizeOptions) => {
  const fold = values === true ? asIs : compileNormalizer(values, options)
  return (source: Record<string, unknown>, result: Record<string, unknown>, walk: Walk): void => {
    const depth = walk.path.length
    // Sorted, as listed members are: two equivalent bodies become the same text.
    for (const name of Object.keys(source).sort()) {
      const sent = source[name]
      if (known.has(name) || sent === undefined || sent === null) continue
      walk.path[depth] = name
      if (CONTROL.test(name) || TURNS.test(name))
        refuse(walk, 'invalid_format', phrase`control characters are not allowed in a name`)
      result[name] = fold(sent, walk)
    }
  }
}

const refuseUnknown = (source: object, found: number, known: ReadonlySet<string>, walk: Walk, what: Refused): void => {
  const names = Object.keys(source)
  if (names.length === found) return
  const depth = walk.path.length
  for (const name of names) {
    if (known.has(name)) continue
    if (walk.errors.length >= ERRORS_MAX) return // finding the nearest name takes time
    walk.path[depth] = name.slice(0, 64)
    const near = findNearestName(name, known)
    refuse(walk, 'unknown_value', unknown(what, near, [...known].join(', ')))
  }
}

const unknown = (what: Refused, near: string | undefined, known: string): Phrase => {
  if (what === 'member')
    return near ? phrase`unknown member; did you mean ${near}?` : phrase`unknown member; known are ${known}`
  return near ? phrase`unknown query name; did you mean ${near}?` : phrase`unknown query name; known are ${known}`
}

const refuse = (walk: Walk, code: FieldCode, message: Phrase): void => {
  if (walk.errors.length < ERRORS_MAX) walk.errors.push({ field: fieldPath(walk.path), code, message })
}
/** More faults than a caller fixes at once. */
export const ERRORS_MAX = 20

/** items[3].recipient.iban */
export const fieldPath = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
