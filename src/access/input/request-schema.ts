/** The plain JSON schema of a request: ids and notes removed, intersections merged, unions of literals made enums. */

export interface RequestSchema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, RequestSchema>>
  readonly required?: readonly string[]
  /** Schema of the values of a map. */
  readonly values?: RequestSchema | true
  readonly items?: RequestSchema
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly anyOf?: readonly RequestSchema[]
  readonly default?: unknown
  readonly isMultiline?: boolean
  readonly isVerbatim?: boolean
  /** Exactly one of these members is there. */
  readonly oneOf?: readonly string[]
  /** Schema that Ajv receives. */
  readonly rules: Record<string, unknown>
}
type Raw = Record<string, unknown>

export const requestSchema = (raw: unknown): RequestSchema => {
  const schema = merged(raw as Raw)
  if (schema.$ref !== undefined) throw new Error('request schemas are written out, without $ref')
  const words = toWords(schema)
  const base = {
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(schema['x-multiline'] === true ? { isMultiline: true } : {}),
    ...(schema['x-verbatim'] === true ? { isVerbatim: true } : {}),
  }
  if (words) return { ...base, type: 'string', enum: words, rules: { type: 'string', enum: [...words] } }
  if (Array.isArray(schema.anyOf)) {
    const branches = schema.anyOf.map(requestSchema)
    return { ...base, anyOf: branches, rules: { anyOf: branches.map((branch) => branch.rules) } }
  }
  if (schema.type === 'object') return { ...base, ...objectSchema(schema) }
  const items = schema.items === undefined ? {} : { items: requestSchema(schema.items) }
  const rules = { ...ownRules(schema), ...(items.items ? { items: items.items.rules } : {}) }
  return { ...base, ...pick(schema, ['type', 'format', 'maxItems']), ...items, rules }
}

const objectSchema = (schema: Raw): Omit<RequestSchema, 'default'> => {
  const properties = Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Raw).map(([name, member]) => [name, requestSchema(member)]),
  )
  const values = toValues(schema)
  const rules = {
    ...ownRules(schema),
    properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, member.rules])),
    ...(values === undefined || values === true ? {} : { additionalProperties: values.rules }),
  }
  return {
    type: 'object',
    properties,
    required: (schema.required ?? []) as string[],
    ...(values === undefined ? {} : { values }),
    ...(schema['x-one-of'] === undefined ? {} : { oneOf: schema['x-one-of'] as string[] }),
    ...pick(schema, ['maxProperties']),
    rules,
  }
}

/** Returns the schema of members that are not named one by one: `additionalProperties`, or the one pattern of a TypeBox record. */
const toValues = (schema: Raw): RequestSchema | true | undefined => {
  const patterns = Object.values((schema.patternProperties ?? {}) as Raw)
  const values = schema.additionalProperties ?? patterns[0]
  if (values === undefined || values === false) return undefined
  return values === true ? true : requestSchema(values)
}

const NOT_RULES = new Set([
  '$id',
  'default',
  'description',
  'title',
  'examples',
  'properties',
  'patternProperties',
  'items',
])
const ownRules = (schema: Raw): Raw =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([name]) => !NOT_RULES.has(name) && name !== 'additionalProperties' && !name.startsWith('x-'),
    ),
  )

const pick = (schema: Raw, names: readonly string[]): Raw =>
  Object.fromEntries(names.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]))

/** An intersection of objects as one object. */
const merged = (schema: Raw): Raw => {
  if (!Array.isArray(schema.allOf)) return schema
  const parts = (schema.allOf as Raw[]).map(merged)
  return {
    ...schema,
    allOf: undefined,
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => (part.required ?? []) as string[]),
  }
}

const toWords = (schema: Raw): readonly string[] | undefined => {
  if (schema.type === 'string' && Array.isArray(schema.enum)) return schema.enum as string[]
  if (typeof schema.const === 'string') return [schema.const]
  const branches = schema.anyOf as Raw[] | undefined
  return branches?.every((branch) => typeof branch.const === 'string')
    ? branches.map((branch) => branch.const as string)
    : undefined
}
