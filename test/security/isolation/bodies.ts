/** Bodies that fit an operation's schema, filled with own ids and with words that identify the owner. */
import fc from 'fast-check'
import type { Operation, Schema } from '../../resilience/fuzz/operations.ts'
import { HINTS, type Hints, validValue } from '../../resilience/fuzz/valid-values.ts'

export interface Dress {
  /** An id for a member of this name; undefined leaves the random one. */
  idFor: (name: string) => string | undefined
  /** Goes into every free text. */
  word?: string
  hints?: Hints
}

/** Members whose text has a meaning beyond the schema. */
const MEANT = new Set([
  ...Object.keys(HINTS),
  'installments',
  'code',
  'roles',
  'includes',
  'issuer',
  'audience',
  'jwks_url',
  'password',
  'success_url',
  'cancel_url',
  'origin',
  'allowed_ips',
  'phone',
])

export const fittingBodies = (operation: Operation, dress: Dress, count = 40): unknown[] => {
  const { body } = operation
  if (!body) return [undefined]
  const values = validValue(body.schema, '', { ...HINTS, ...dress.hints })
  return fc
    .sample(values, { numRuns: count, seed: 1 })
    .map((value) => withoutRival(dressed(body.schema, structuredClone(value), '', dress)))
}

/** A bank or one of its configurations: whoever draws both is refused. */
const withoutRival = (body: unknown): unknown => {
  const { bank_code, connector_config_id } = (body ?? {}) as Record<string, unknown>
  if (bank_code === undefined || connector_config_id === undefined) return body
  const { bank_code: _, ...rest } = body as Record<string, unknown>
  return rest
}

const dressed = (schema: Schema, value: unknown, name: string, dress: Dress): unknown => {
  const branches = (schema.anyOf ?? []) as Schema[]
  if (branches.length > 0) return dressed(branchOf(branches, value), value, name, dress)
  if (Array.isArray(value)) return value.map((each) => dressed((schema.items ?? {}) as Schema, each, name, dress))
  if (typeof value === 'object' && value !== null) {
    const properties = (schema.properties ?? {}) as Record<string, Schema>
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, dressed(properties[key] ?? {}, member, key, dress)]),
    )
  }
  if (typeof value !== 'string') return value
  if (isIdSchema(schema)) return dress.idFor(name) ?? value
  if (name === 'email' && dress.word !== undefined) return `${dress.word}${value}`
  return isFreeText(schema, name) ? withWord(value, schema, dress.word) : value
}

const branchOf = (branches: readonly Schema[], value: unknown): Schema => {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return branches.find((branch) => branch.type === type || (type === 'number' && branch.type === 'integer')) ?? {}
}

/** A configuration is named by its id or its name. */
const isIdSchema = (schema: Schema): boolean => schema.format === 'uuid' || schema['x-configuration'] === true

export const isFreeText = (schema: Schema, name: string): boolean =>
  schema.type === 'string' &&
  schema['x-configuration'] !== true &&
  !['enum', 'const', 'format', 'pattern', 'contentMediaType'].some((limit) => limit in schema) &&
  !MEANT.has(name)

const withWord = (value: string, { maxLength }: Schema, word: string | undefined): string =>
  word === undefined || word.length + 9 > ((maxLength as number | undefined) ?? 100)
    ? value
    : `${word} ${Math.random().toString(36).slice(2, 10)}`

export interface Slot {
  place: 'path' | 'query' | 'body'
  /** Name of the parameter, or the way into the body; `*` is any member of an array. */
  name: string
}

const NO_IDS = new Set(['slug', 'version', 'bin', 'index'])
/** Ids of rows whose format is not uuid. */
const ODD_IDS = new Set(['correlation_id'])

/** Everywhere an operation takes an id of something. */
export const slotsOf = (operation: Operation): Slot[] => [
  ...operation.parameters.flatMap(({ in: place, name, schema }): Slot[] => {
    if (place === 'path') return NO_IDS.has(name) ? [] : [{ place, name }]
    const isId = isIdSchema(schema) || (schema.items as Schema | undefined)?.format === 'uuid' || ODD_IDS.has(name)
    return place === 'query' && isId ? [{ place, name }] : []
  }),
  ...(operation.body ? idsIn(operation.body.schema, []) : []).map(
    (way): Slot => ({ place: 'body', name: way.join('.') }),
  ),
]

const idsIn = (schema: Schema, way: string[]): string[][] => [
  ...(isIdSchema(schema) ? [way] : []),
  ...((schema.anyOf ?? []) as Schema[]).flatMap((branch) => idsIn(branch, way)),
  ...(schema.items ? idsIn(schema.items as Schema, [...way, '*']) : []),
  ...Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) =>
    idsIn(member, [...way, name]),
  ),
]

/** A copy of the body with `id` in the slot. */
export const withId = (body: unknown, way: string, id: string): unknown => {
  const copy = structuredClone(body ?? {}) as Record<string, unknown>
  const steps = way.split('.')
  let at: Record<string, unknown> | unknown[] = copy
  steps.forEach((step, index) => {
    const key = step === '*' ? 0 : step
    const isLast = index === steps.length - 1
    const known = (at as Record<string, unknown>)[key]
    const isInside = typeof known === 'object' && known !== null
    const next = isLast ? id : isInside ? known : steps[index + 1] === '*' ? [] : {}
    ;(at as Record<string | number, unknown>)[key] = next
    at = next as Record<string, unknown>
  })
  return copy
}
