/**
 * Schemas as an OpenAPI document shows them: schemas with a name become components, nullable ones are written short. Where an input has
 * several forms, a document names the first and lists the others as `x-also-accepts`: openapi-generator turns a union of number and
 * object into a class that sends `{}`, so a partial refund became a full refund.
 */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

export type Json = Record<string, unknown>

export interface Components {
  readonly schemas: Record<string, Json>
  readonly responses: Record<string, Json>
  /** Names of the schemas used in responses. */
  readonly answered: ReadonlySet<string>
}
/** In request bodies null means absent (docs/interface/requests.md#input), so optional members accept it. */
type Use = 'answer' | 'body'

/** The schema where it is used: a reference when it has a name. */
export const toOpenApiSchema = (schema: unknown, components: Components, use: Use = 'answer'): Json => {
  const { $id, ...content } = schema as Json & { $id?: string }
  if ($id === undefined) return plainSchema(content, components, use)
  // Annotations of a member, unlike its type, stay where the member is used.
  const { default: initial, description, ...shape } = content
  const component = plainSchema(shape, components, use)
  const isOther =
    use === 'body' && components.answered.has($id) && !isDeepStrictEqual(component, answerOf(shape, components))
  const name = isOther ? `${$id}Input` : $id
  const known = components.schemas[name]
  assert(known === undefined || isDeepStrictEqual(known, component), `two schemas are named ${name}`)
  components.schemas[name] = component
  return {
    $ref: `#/components/schemas/${name}`,
    ...(initial === undefined ? {} : { default: initial }),
    ...(description === undefined ? {} : { description }),
  }
}

const answerOf = (shape: Json, components: Components): Json => plainSchema(shape, components, 'answer')

/** Names of all schemas inside. */
export const namesIn = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { $id } = schema as { $id?: unknown }
  return [...(typeof $id === 'string' ? [$id] : []), ...Object.values(schema).flatMap(namesIn)]
}

const plainSchema = (schema: Json, components: Components, use: Use): Json => {
  const inner = (value: unknown): Json => toOpenApiSchema(value, components, use)
  const required = new Set((schema.required ?? []) as string[])
  const takesNull = (member: string): boolean => use === 'body' && !required.has(member)
  const result: Json = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties')
      result.properties = Object.fromEntries(
        Object.entries(value as Json).map(([member, each]) => [
          member,
          takesNull(member) ? orNull(inner(each)) : inner(each),
        ]),
      )
    else if (name === 'items' || name === 'propertyNames' || name === 'not') result[name] = inner(value)
    else if (name === 'additionalProperties') result[name] = typeof value === 'boolean' ? value : inner(value)
    else if (name === 'patternProperties') result.additionalProperties = inner(Object.values(value as Json)[0])
    else if (name === 'anyOf' || name === 'allOf' || name === 'oneOf') result[name] = (value as unknown[]).map(inner)
    else if (name === 'x-known-keys') result.properties = knownKeys(value as Record<string, string>)
    else result[name] = value
  }
  return use === 'body' ? firstForm(shortened(result)) : shortened(result)
}

/** Keys of a map that mean something to the service; others are taken, too. */
const knownKeys = (keys: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(keys).map(([key, description]) => [key, { type: 'string', description }]))

/**
 * Returns the first of several forms of an input: clients made by openapi-generator send `{}` for a number that may also be an
 * object. The other forms are still accepted, and `x-also-accepts` lists them.
 */
const firstForm = (schema: Json): Json => {
  const { anyOf, ...beside } = schema as Json & { anyOf?: Json[] }
  const [first, ...others] = anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (first === undefined || others.length === 0) return schema
  return { ...first, ...beside, 'x-also-accepts': others }
}

const orNull = (schema: Json): Json => {
  const { $ref, anyOf, type, ...beside } = schema as Json & { anyOf?: Json[] }
  if ($ref !== undefined) return { ...beside, anyOf: [{ $ref }, { type: 'null' }] }
  if (anyOf !== undefined)
    return { ...beside, anyOf: [...anyOf.filter((each) => each.type !== 'null'), { type: 'null' }] }
  if (type === undefined) return schema
  const words = beside.enum === undefined ? {} : { enum: [...new Set([...(beside.enum as unknown[]), null])] }
  return { ...beside, ...words, type: [...new Set([type, 'null'].flat())] }
}

/** Writes `type: [string, 'null']` instead of a union with null, which more generators understand. */
const shortened = (schema: Json): Json => {
  const { anyOf, ...beside } = schema as Json & { anyOf?: Json[] }
  if (anyOf?.length !== 2 || !anyOf.some(({ type }) => type === 'null')) return schema
  const other = anyOf.find(({ type }) => type !== 'null')
  if (typeof other?.type !== 'string') return schema
  const words = other.enum === undefined ? {} : { enum: [...(other.enum as unknown[]), null] }
  return { ...beside, ...other, ...words, type: [other.type, 'null'] }
}
