/** Every operation of a surface as its own OpenAPI document describes it. */
export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}

export interface Answered {
  /** Media type to schema; empty for answers without a body. */
  content: Record<string, Schema>
  /** Codes of a problem answer. */
  codes: string[]
  /** Headers that must be there. */
  headers: string[]
}

export interface Operation {
  surface: string
  id: string
  method: string
  path: string
  hasToken: boolean
  refusesUnknown: boolean
  /** Roles that may call it; undefined: any token. */
  roles: string[] | undefined
  /** Whose data it reaches: platform, tenant, merchant, realm, open. */
  scope: string
  /** Which step of a four-eyes resource it is. */
  fourEyes: string | undefined
  /** Refused to callers bound to a merchant. */
  isTenantWide: boolean
  parameters: Parameter[]
  body: { schema: Schema; isRequired: boolean; takesForm: boolean; isForm: boolean } | undefined
  answers: Record<string, Answered>
}

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
type Any = any

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export const operationsOf = (surface: string, document: Any): Operation[] => {
  const resolve = (value: Any): Any => (value?.$ref ? at(document, value.$ref) : value)
  return Object.entries<Any>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method]
      const content = operation.requestBody?.content ?? {}
      const sent = content['application/json'] ?? content['application/x-www-form-urlencoded']
      return {
        surface,
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        hasToken: operation.security.length > 0,
        roles: operation['x-roles'],
        scope: operation['x-scope'],
        fourEyes: operation['x-four-eyes'],
        isTenantWide: operation['x-tenant-wide'] === true,
        refusesUnknown: operation['x-refuses-unknown-members'] === true,
        parameters: operation.parameters
          .map(resolve)
          .map((each: Any) => ({ required: false, ...each, schema: written(each.schema, document) })),
        body: sent && {
          schema: allForms(withoutNull(written(sent.schema, document))),
          isRequired: operation.requestBody.required,
          takesForm: 'application/x-www-form-urlencoded' in content,
          isForm: !('application/json' in content),
        },
        answers: Object.fromEntries(
          Object.entries<Any>(operation.responses).map(([status, answer]) => [
            status,
            answered(answer, document, resolve),
          ]),
        ),
      }
    }),
  )
}

const answered = (given: Any, document: Any, resolve: (value: Any) => Any): Answered => {
  const answer = resolve(given)
  const content = Object.entries<Any>(answer.content ?? {})
  return {
    content: Object.fromEntries(content.map(([type, { schema }]) => [type, closed(written(schema, document))])),
    codes: content.flatMap(([, { examples = {} }]) => Object.keys(examples)),
    headers: Object.entries<Any>(answer.headers ?? {})
      .filter(([, header]) => resolve(header).required)
      .map(([name]) => name.toLowerCase()),
  }
}

const at = (document: Any, ref: string): Any =>
  ref
    .slice(2)
    .split('/')
    .reduce((value, part) => value[part.replaceAll('~1', '/')], document)

/** The schema with every reference written out. */
const written = (schema: Any, document: Any): Any => {
  if (Array.isArray(schema)) return schema.map((each) => written(each, document))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...beside } = schema
  if ($ref) return { ...written(at(document, $ref), document), ...beside }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, written(value, document)]))
}

/** Null is the same as absent in a body: values are drawn from what else a schema takes, which then reads as it was written. */
const withoutNull = (schema: Any): Any => {
  if (Array.isArray(schema)) return schema.map(withoutNull)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries<Any>(schema).map(([name, value]) => [name, withoutNull(value)]))
  if (Array.isArray(inner.type)) {
    const types = inner.type.filter((type: string) => type !== 'null')
    inner.type = types.length === 1 ? types[0] : types
  }
  if (Array.isArray(inner.enum)) inner.enum = inner.enum.filter((value: unknown) => value !== null)
  if (!Array.isArray(inner.anyOf)) return inner
  const { anyOf, ...beside } = inner
  const branches = anyOf.filter(({ type }: Any) => type !== 'null')
  return branches.length === 1 ? { ...branches[0], ...beside } : { ...beside, anyOf: branches }
}

/** The documents name one form of an input and keep the others beside it. */
const allForms = (schema: Any): Any => {
  if (Array.isArray(schema)) return schema.map(allForms)
  if (typeof schema !== 'object' || schema === null) return schema
  const { 'x-also-accepts': others, ...first } = schema
  const inner = Object.fromEntries(Object.entries<Any>(first).map(([name, value]) => [name, allForms(value)]))
  return others === undefined ? inner : { anyOf: [inner, ...others.map(allForms)] }
}

/** A response may not have undocumented members; problem documents may (checks of the health report). */
const closed = (schema: Any): Any => {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries<Any>(schema).map(([name, value]) => [name, closed(value)]))
  const isOpen = schema.type !== 'object' || !schema.properties || 'additionalProperties' in schema
  return isOpen || schema.description === 'RFC 9457' ? inner : { ...inner, additionalProperties: false }
}
