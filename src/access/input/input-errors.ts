/** Turns Ajv errors into the errors[] of a problem: one fault per field, with a message that says how to fix it. */
import type { ErrorObject } from 'ajv'
import { either, type Phrase, phrase, verbatim } from '../../core/phrases/phrase.ts'
import type { FieldCode, FieldError } from '../../core/problem.ts'
import { findNearestName } from './nearest-name.ts'
import { ERRORS_MAX, fieldPath } from './normalize-input.ts'

/** `sent` is the input before normalization: a name that was dropped may be the missing one misspelt. */
export const toFieldErrors = (found: readonly ErrorObject[], folded: unknown, sent: unknown): FieldError[] => {
  const faults = new Map<string, FieldError>()
  for (const error of withoutBranches(found)) {
    if (error.keyword === 'propertyNames') continue // its own reason precedes it
    const path = toPath(error.instancePath, folded)
    const missing = (error.params as { missingProperty?: string }).missingProperty
    const field = fieldPath(missing === undefined ? path : [...path, missing])
    if (faults.has(field) || faults.size >= ERRORS_MAX) continue
    faults.set(field, { field, ...wordsFor(error, missing === undefined ? undefined : valueAt(sent, path)) })
  }
  return [...faults.values()]
}

type Verdict = [code: FieldCode, message: Phrase]
type Said = Omit<FieldError, 'field'>

const wordsFor = (error: ErrorObject, siblings: unknown): Said => {
  const rule = RULES[error.keyword]
  const [code, message] = rule
    ? rule(error, siblings)
    : (['invalid_format', phrase`does not fit the schema`] as Verdict)
  return { code, message }
}

const limitOf = (error: ErrorObject): number => (error.params as { limit: number }).limit
const parentOf = (error: ErrorObject): Record<string, unknown> => error.parentSchema as Record<string, unknown>

/** Messages by schema keyword. They never quote the value: it may be a card number or a secret. */
const RULES: Readonly<Record<string, (error: ErrorObject, siblings: unknown) => Verdict>> = {
  required: (error, siblings) => {
    const missing = (error.params as { missingProperty: string }).missingProperty
    const known = Object.keys((parentOf(error).properties ?? {}) as object)
    const strays = Object.keys((siblings ?? {}) as object).filter((name) => !known.includes(name))
    const near = findNearestName(missing, strays)
    return ['required', near === undefined ? phrase`is required` : phrase`is required; did you mean it by ${near}?`]
  },
  type: (error) => ['invalid_type', phrase`must be ${typeWords(error)}`],
  anyOf: (error) => ['invalid_type', branchWords(error)],
  enum: (error) => wordFault(error),
  minLength: (error) => [
    'too_short',
    limitOf(error) === 1 ? phrase`must not be empty` : phrase`at least ${limitOf(error)} characters`,
  ],
  maxLength: (error) => [
    'too_long',
    error.propertyName === undefined
      ? phrase`at most ${limitOf(error)} characters, ${lengthOf(error)} were sent`
      : phrase`a name of at most ${limitOf(error)} characters, ${lengthOf(error)} were sent`,
  ],
  minItems: (error) => ['too_few_items', phrase`at least ${limitOf(error)} items`],
  maxItems: (error) => ['too_many_items', phrase`at most ${limitOf(error)} items`],
  maxProperties: (error) => ['too_many_items', phrase`at most ${limitOf(error)} members`],
  minProperties: (error) => ['too_few_items', phrase`at least ${limitOf(error)} members`],
  minimum: (error) => ['out_of_range', rangeWords(error)],
  maximum: (error) => ['out_of_range', rangeWords(error)],
  pattern: (error) => ['invalid_format', phrase`must match ${(error.params as { pattern: string }).pattern}`],
  format: (error) => ['invalid_format', formatWords(error)],
}

const TYPE_WORDS: Readonly<Record<string, Phrase>> = {
  string: phrase`a text`,
  integer: phrase`a whole number`,
  number: phrase`a number`,
  boolean: phrase`true or false`,
  object: phrase`an object`,
  array: phrase`a list`,
}
const typeWords = (error: ErrorObject): Phrase => {
  const type = (error.params as { type: string }).type
  const words = TYPE_WORDS[type] ?? verbatim(type)
  const isQuoted = typeof error.data === 'string' && (type === 'integer' || type === 'number' || type === 'boolean')
  return isQuoted ? phrase`${words}, written without quotes` : words
}

const branchWords = (error: ErrorObject): Phrase => {
  const types = (error.schema as { type?: string }[]).map(({ type = '' }) => TYPE_WORDS[type] ?? verbatim(type))
  return phrase`must be ${either(types)}`
}

const WORDS_MAX = 40 // longer enums would drown the hint
const wordFault = (error: ErrorObject): Verdict => {
  if (typeof error.data !== 'string') return ['invalid_type', phrase`must be a text`]
  const words = (error.params as { allowedValues: string[] }).allowedValues
  const near = findNearestName(error.data, words)
  const shown = (words.length > WORDS_MAX ? [...words.slice(0, WORDS_MAX), '…'] : words).join(', ')
  return [
    'unknown_value',
    near === undefined ? phrase`must be one of ${shown}` : phrase`must be one of ${shown}; did you mean ${near}?`,
  ]
}

/** Returns the length in characters, without a copy: the text may have a megabyte. */
const lengthOf = (error: ErrorObject): number => {
  const text = String(error.data)
  let pairs = 0
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) pairs++
  return text.length - pairs
}

const rangeWords = (error: ErrorObject): Phrase => {
  const { minimum, maximum } = parentOf(error) as { minimum?: number; maximum?: number }
  if (minimum === undefined) return phrase`must be ${maximum as number} or less`
  return maximum === undefined ? phrase`must be ${minimum} or more` : phrase`must lie between ${minimum} and ${maximum}`
}

const FORMAT_WORDS: Readonly<Record<string, Phrase>> = {
  uuid: phrase`must be a uuid, such as 0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b`,
  'date-time': phrase`must be an ISO 8601 time with an offset of a day that exists, such as 2026-05-11T09:30:00Z or 2026-05-11T12:30:00+03:00`,
  date: phrase`must be a day that exists, written YYYY-MM-DD`,
  uri: phrase`must be an absolute URL`,
  email: phrase`must be an e-mail address`,
}
const formatWords = (error: ErrorObject): Phrase => {
  const format = (error.params as { format: string }).format
  const isWithoutOffset = format === 'date-time' && /[T ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/.test(String(error.data))
  if (isWithoutOffset)
    return phrase`the time has no offset; end it with Z or, say, +03:00 (in a query string + is written %2B)`
  return FORMAT_WORDS[format] ?? phrase`must be a valid ${format}`
}

/** Keeps, of a failed union, the faults of the branch whose type matches; the union's own fault where none does. */
const withoutBranches = (found: readonly ErrorObject[]): ErrorObject[] => {
  let left = [...found]
  for (const union of found.filter(({ keyword }) => keyword === 'anyOf')) {
    const prefix = `${union.schemaPath}/`
    const isInside = (error: ErrorObject): boolean => error.schemaPath.startsWith(prefix)
    const branchOf = (error: ErrorObject): string => error.schemaPath.slice(prefix.length).split('/')[0]!
    const inside = left.filter(isInside)
    const unfit = new Set(
      inside
        .filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath)
        .map(branchOf),
    )
    const fitting = inside.find((error) => !unfit.has(branchOf(error)))
    left = left.filter(
      (error) =>
        (fitting ? error !== union : true) && (!isInside(error) || (fitting && branchOf(error) === branchOf(fitting))),
    )
  }
  return left
}

/** JSON pointer as path; a number is an index only where the value is a list. */
const toPath = (pointer: string, root: unknown): (string | number)[] => {
  let value = root
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const part = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      const isIndex = Array.isArray(value)
      value = (value as Record<string, unknown> | undefined)?.[part]
      return isIndex ? Number(part) : part
    })
}

const valueAt = (root: unknown, path: readonly (string | number)[]): unknown => {
  let value = root
  for (const part of path) value = (value as Record<string | number, unknown> | null | undefined)?.[part]
  return typeof value === 'object' ? value : undefined
}
