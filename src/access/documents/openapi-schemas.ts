/** Schemas as an OpenAPI document shows them: those with a name become components, nullable ones are written short. */
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'

export type Json = Record<string, unknown>

export interface Components {
  readonly schemas: Record<string, Json>
  readonly responses: Record<string, Json>
}

/** The schema where it is used: a reference when it has a name. */
export const documentSchema = (schema: unknown, components: Components): Json => {
  const { $id, ...content } = schema as Json & { $id?: string }
  if ($id === undefined) return plainSchema(content, components)
  // What is said of a member beside its type stays where it is used.
  const { default: initial, description, ...shape } = content
  const component = plainSchema(shape, components)
  const known = components.schemas[$id]
  assert(known === undefined || isDeepStrictEqual(known, component), `two schemas are named ${$id}`)
  components.schemas[$id] = component
  return {
    $ref: `#/components/schemas/${$id}`,
    ...(initial === undefined ? {} : { default: initial }),
    ...(description === undefined ? {} : { description }),
  }
}

const plainSchema = (schema: Json, components: Components): Json => {
  const inner = (value: unknown): Json => documentSchema(value, components)
  const result: Json = {}
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties')
      result.properties = Object.fromEntries(
        Object.entries(value as Json).map(([member, each]) => [member, inner(each)]),
      )
    else if (name === 'items' || name === 'propertyNames' || name === 'not') result[name] = inner(value)
    else if (name === 'additionalProperties') result[name] = typeof value === 'boolean' ? value : inner(value)
    else if (name === 'patternProperties') result.additionalProperties = inner(Object.values(value as Json)[0])
    else if (name === 'anyOf' || name === 'allOf' || name === 'oneOf') result[name] = (value as unknown[]).map(inner)
    else result[name] = value
  }
  return shortened(result)
}

/** `type: [string, 'null']` instead of a union with null: more generators understand it. */
const shortened = (schema: Json): Json => {
  const { anyOf, ...beside } = schema as Json & { anyOf?: Json[] }
  if (anyOf?.length !== 2 || !anyOf.some(({ type }) => type === 'null')) return schema
  const other = anyOf.find(({ type }) => type !== 'null')
  if (typeof other?.type !== 'string') return schema
  const words = other.enum === undefined ? {} : { enum: [...(other.enum as unknown[]), null] }
  return { ...beside, ...other, ...words, type: [other.type, 'null'] }
}
