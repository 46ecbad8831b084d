/** Normalizes and validates one part of a request (path values, query or body) by its schema; compiled at its first use. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isUuid } from '../../core/id.ts'
import { either, listed, phrase } from '../../core/phrases/phrase.ts'
import { type FieldError, Problem } from '../../core/problem.ts'
import { isDate, parseDateTime } from './date-times.ts'
import { toFieldErrors } from './input-errors.ts'
import { compileNormalizer, ERRORS_MAX, type NormalizeOptions, type Walk } from './normalize-input.ts'
import { requestSchema } from './request-schema.ts'

/** Returns the normalized value, or throws bad_request with errors[]. */
export interface Checker {
  /** `sentAs`: a query name in the caller's own spelling. */
  (sent: unknown, sentAs?: (name: string) => string): unknown
  /** Compiles now, so that the first call does not have to. */
  warmUp(): void
}

export const compileChecker = (schema: unknown, options: NormalizeOptions): Checker => {
  let compiled: Compiled | undefined
  const ready = (): Compiled => {
    compiled ??= compile(schema, options)
    return compiled
  }
  const check: (...given: Parameters<Checker>) => unknown = (sent, sentAs = asListed) => {
    const { fold, validate, oneOf } = ready()
    const walk: Walk = { path: [], errors: [] }
    const folded = fold(sent, walk)
    const isValid = validate(folded)
    const other = oneOf === undefined ? [] : findOneOfFault(oneOf, folded)
    if (isValid && walk.errors.length === 0 && other.length === 0) return folded
    const found = isValid ? [] : toFieldErrors(validate.errors ?? [], folded, sent)
    const faults = merge(walk.errors, [...other, ...found])
    throw inputProblem(options.isQuery ? byParameter(faults, sentAs) : faults)
  }
  return Object.assign(check, { warmUp: () => void ready() })
}

/** Names a parameter as it was sent; values of a list have no index there. */
const byParameter = (faults: readonly FieldError[], sentAs: (name: string) => string): FieldError[] => [
  ...new Map(faults.map((fault) => [readName(fault), { ...fault, field: sentAs(readName(fault)) }])).values(),
]
const asListed = (name: string): string => name
const readName = ({ field }: FieldError): string => field.replace(/\[\d+\]$/, '')

interface Compiled {
  readonly fold: ReturnType<typeof compileNormalizer>
  readonly validate: ValidateFunction
  readonly oneOf: readonly string[] | undefined
}
// Compiling takes milliseconds and there are some three hundred operations: each pays at its first request, not at the start.
const compile = (schema: unknown, options: NormalizeOptions): Compiled => {
  const plain = requestSchema(schema)
  return { fold: compileNormalizer(plain, options), validate: validatorOf(plain.rules), oneOf: plain.oneOf }
}

/** From two schemas, a client generator would make two types of one body. */
const findOneOfFault = (names: readonly string[], folded: unknown): FieldError[] => {
  const [first, ...more] = names.filter((name) => (folded as Record<string, unknown>)[name] !== undefined)
  if (first === undefined)
    return [{ field: names[0] as string, code: 'required', message: phrase`is required, or ${either(names.slice(1))}` }]
  return more.map((field) => ({ field, code: 'mismatch', message: phrase`must not come with ${first}` }))
}

/** Operations often take the same body, and a body may come as JSON or as a form: equal rules share one function. */
const validators = new Map<string, ValidateFunction>()

const validatorOf = (rules: Record<string, unknown>): ValidateFunction => {
  const text = JSON.stringify(rules)
  const known = validators.get(text) ?? ajv().compile(rules)
  validators.set(text, known)
  return known
}

let shared: Ajv2020 | undefined
const ajv = (): Ajv2020 => {
  if (shared) return shared
  shared = new Ajv2020({
    allErrors: true,
    verbose: true,
    messages: false,
    strictTypes: false,
    strictRequired: false,
    addUsedSchema: false,
    validateSchema: false, // compiling the meta-schema blocks the process for a moment; the published document is checked by tests
  })
  addFormats.default(shared, ['uri', 'email', 'ipv4', 'ipv6', 'hostname'])
  shared.addFormat('uuid', isUuid)
  shared.addFormat('date', isDate)
  shared.addFormat('date-time', (text: string) => parseDateTime(text) !== undefined)
  for (const size of ['int32', 'int64', 'double']) shared.addFormat(size, true)
  return shared
}

const merge = (first: readonly FieldError[], second: readonly FieldError[]): FieldError[] => {
  const fields = new Set(first.map(({ field }) => field))
  return [...first, ...second.filter(({ field }) => !fields.has(field))].slice(0, ERRORS_MAX)
}

const NAMED_MAX = 3
const inputProblem = (errors: FieldError[]): Problem => {
  const named = errors
    .slice(0, NAMED_MAX)
    .map(({ field, message }) => (field === '' ? message : phrase`${field}: ${message}`))
  const more = errors.length > NAMED_MAX ? [phrase`and ${errors.length - NAMED_MAX} more in errors`] : []
  return new Problem('bad_request', { detail: listed([...named, ...more]), errors })
}
