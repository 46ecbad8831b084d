/** Builds one operation of an OpenAPI document from the endpoint's data. */
import { ERROR_CODES, type ProblemCode } from '../../core/error-codes.ts'
import type { Endpoint, SurfaceName } from '../endpoint.ts'
import { dateRangeAliases } from '../input/query-ranges.ts'
import { type Permission, requirePermission } from '../permissions.ts'
import { acceptsIdempotencyKey, acceptsIfMatch, possibleErrors } from '../pipeline/common-errors.ts'
import { buildExample } from './examples.ts'
import { ALWAYS } from './openapi-parts.ts'
import { type Components, type Json, toOpenApiSchema } from './openapi-schemas.ts'
import { describeOperation } from './operation-description.ts'

export interface OperationContext {
  readonly surface: SurfaceName
  readonly components: Components
  /** Called with every code that needs an example. */
  readonly useExample: (code: ProblemCode) => void
}

export const toOpenApiOperation = (spec: Endpoint, context: OperationContext): Json => ({
  operationId: operationId(spec),
  tags: [spec.tag],
  summary: spec.summary,
  description: describeOperation(spec, context.surface),
  ...permissionMembers(requirePermission(context.surface, spec)),
  ...(spec.movesMoney ? { 'x-refuses-unknown-members': true } : {}),
  security: spec.allow === 'none' ? [] : [{ bearer: [] }],
  parameters: parametersOf(spec, context),
  ...(spec.body === undefined ? {} : { requestBody: describeBody(spec, context) }),
  ...(spec.takesFile === undefined ? {} : { requestBody: fileOf(spec.takesFile) }),
  responses: { ...answersOf(spec, context), ...problemsOf(spec, context) },
})

/** getPaymentsByTransactionId: the method and the path after its version. */
export const operationId = (spec: Pick<Endpoint, 'method' | 'path'>): string => {
  const words = spec.path
    .replace(/^\/api\/v(?:1|:version)(?=\/)/, '')
    .replace(/:([A-Za-z0-9_]+)/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  return spec.method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** Extension members; the description of the document explains them. */
const permissionMembers = ({ roles, scope, fourEyes, isTenantWide }: Permission): Json => ({
  ...(roles === undefined ? {} : { 'x-roles': roles }),
  'x-scope': scope,
  ...(fourEyes === undefined ? {} : { 'x-four-eyes': fourEyes }),
  ...(isTenantWide ? { 'x-tenant-wide': true } : {}),
})

const parametersOf = (spec: Endpoint, { surface, components }: OperationContext): Json[] => {
  const header = (name: string): Json => ({ $ref: `#/components/parameters/${name}` })
  const hasToken = spec.allow !== 'none'
  return [
    ...membersOf(spec.params, 'path', components),
    ...withCommonRange(spec, membersOf(spec.query, 'query', components)),
    ...membersOf(spec.headers, 'header', components),
    ...(surface === 'transfers' && hasToken ? [header('XTenantId')] : []),
    ...((surface === 'cards' || surface === 'transfers') && hasToken
      ? [header('XMerchantId'), header('XExternalMerchantId')]
      : []),
    ...(acceptsIdempotencyKey(spec) ? [header('IdempotencyKey')] : []),
    ...(acceptsIfMatch(spec) ? [header('IfMatch')] : []),
    header('XRequestId'),
  ]
}

/** Offers a range of dates under both pairs of names; a required date may be sent under either. */
const withCommonRange = (spec: Endpoint, parameters: Json[]): Json[] => {
  const aliases = Object.entries(dateRangeAliases(spec))
  const own = new Set(aliases.map(([, name]) => name))
  const common = aliases.flatMap(([alias, name]) => {
    const { schema } = parameters.find((each) => each.name === name) as Json
    return [
      {
        name: alias,
        in: 'query',
        description: `Another name of ${name}; when both are sent, the last one counts.`,
        schema,
      },
    ]
  })
  return [
    ...parameters.map(({ required, ...rest }) =>
      required === undefined || own.has(String(rest.name)) ? rest : { ...rest, required },
    ),
    ...common,
  ]
}

const membersOf = (schema: unknown, place: 'path' | 'query' | 'header', components: Components): Json[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, member]) => {
    const { description, ...rest } = toOpenApiSchema(member, components)
    const isRequired = place === 'path' || required.includes(name)
    return {
      name,
      in: place,
      ...(isRequired ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(isRequired ? { example: buildExample(rest, components.schemas, 'required', name) } : {}),
    }
  })
}

const describeBody = (spec: Endpoint, { components }: OperationContext): Json => {
  const schema = toOpenApiSchema(spec.body, components, spec.readsForm ? 'answer' : 'body')
  const content = { schema, example: buildExample(schema, components.schemas, 'required') }
  return {
    required: !spec.isBodyOptional && !spec.readsForm,
    content: {
      ...(spec.readsForm ? {} : { 'application/json': content }),
      ...(spec.takesForm || spec.readsForm ? { 'application/x-www-form-urlencoded': content } : {}),
    },
  }
}

const fileOf = (types: readonly string[]): Json => ({
  required: true,
  content: Object.fromEntries(
    [...types, 'application/octet-stream'].map((type) => [
      type,
      { schema: { type: 'string', contentMediaType: type } },
    ]),
  ),
})

const describeHeaders = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const WORDS: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Taken; the outcome is not known yet',
  204: 'Done, without a body',
  303: 'Redirect',
}

const answersOf = (spec: Endpoint, { components }: OperationContext): Json => {
  const names = [
    ...ALWAYS,
    ...(acceptsIdempotencyKey(spec) ? ['Idempotent-Replayed'] : []),
    ...(spec.isTagged && spec.method === 'GET' ? ['ETag'] : []),
    ...(spec.method !== 'GET' && spec.allow !== 'none' ? ['Waits-For'] : []),
    'Cache-Control',
  ]
  return Object.fromEntries(
    Object.entries(spec.answers as Record<string, Json | null>).map(([status, schema]) => [
      status,
      {
        description: WORDS[Number(status)] ?? 'Done',
        headers: describeHeaders(names),
        ...(schema === null ? {} : { content: contentOf(schema, components) }),
      },
    ]),
  )
}

/** A schema that names its media type (`contentMediaType`: exports, receipts) is a file; the rest is JSON. */
const contentOf = (schema: Json, components: Components): Json => {
  const type = typeof schema.contentMediaType === 'string' ? schema.contentMediaType : 'application/json'
  const shown = toOpenApiSchema(schema, components)
  const isJson = type === 'application/json'
  return { [type]: { schema: shown, ...(isJson ? { example: buildExample(shown, components.schemas, 'all') } : {}) } }
}

const problemsOf = (spec: Endpoint, context: OperationContext): Json => {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of possibleErrors(context.surface, spec)) {
    const { status } = ERROR_CODES[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const problems = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(problems.map(([status, codes]) => [status, describeProblem(status, codes.sort(), context)]))
}

const SHARED_CODES_MAX = 3 // longer sets are an operation's own

/** A problem answer; small sets of codes recur in most operations and become components. */
const describeProblem = (status: number, codes: readonly ProblemCode[], context: OperationContext): Json => {
  for (const code of codes) context.useExample(code)
  const problem = problemWith(status, codes)
  if (codes.length > SHARED_CODES_MAX) return problem
  const name = codes.join('.')
  context.components.responses[name] = problem
  return { $ref: `#/components/responses/${name}` }
}

const problemWith = (status: number, codes: readonly ProblemCode[]): Json => {
  const special =
    status === 429 ? ['Retry-After'] : status === 401 ? ['WWW-Authenticate'] : status === 405 ? ['Allow'] : []
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: describeHeaders([...ALWAYS, ...special]),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}
