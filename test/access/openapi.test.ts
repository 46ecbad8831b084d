/** OpenAPI documents made from endpoints: valid for generators, and complete with codes, headers and names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Type } from 'typebox'
import { buildOpenApiDocument } from '../../src/access/documents/openapi.ts'
import { operationId } from '../../src/access/documents/openapi-operation.ts'
import { type Endpoint, type EndpointSpec, endpoint, noContent, type SurfaceName } from '../../src/access/endpoint.ts'
import { healthEndpoints } from '../../src/access/health.ts'
import { listQuery, pageSchema } from '../../src/core/pagination.ts'
import type { ProblemCode } from '../../src/core/problem.ts'
import {
  DateTime,
  described,
  Enum,
  MoneyInput,
  Nullable,
  NullableText,
  StringMap,
  Uuid,
} from '../../src/core/schema.ts'

const Status = Enum('Status', ['open', 'done'])
const Thing = Type.Object(
  {
    id: Uuid,
    status: Status,
    closed: Nullable(Status),
    note: NullableText('Note of the thing.'),
    map: Nullable(StringMap),
    at: DateTime,
  },
  { $id: 'Thing' },
)
const CreateThing = Type.Object(
  {
    amount: described(MoneyInput, 'Amount of the thing.'),
    kind: Type.Unsafe({ ...Status, default: 'open', description: 'Kind of the thing.' }),
  },
  { $id: 'CreateThing' },
)

const spec = (more: object): Endpoint =>
  endpoint({
    summary: 'A thing',
    tag: 'Things',
    allow: 'any',
    answers: { 200: Thing },
    handle: async () => noContent(),
    ...more,
  } as unknown as EndpointSpec)
const endpoints = (read: string): Endpoint[] => [
  ...healthEndpoints({ checks: [], isStopping: () => false }),
  spec({
    method: 'POST',
    path: '/api/v1/things',
    body: CreateThing,
    movesMoney: true,
    needsMerchant: true,
    errors: ['conflict'],
  }),
  spec({
    method: 'GET',
    path: '/api/v1/things',
    allow: read,
    answers: { 200: pageSchema(Thing, 'ThingPage') },
    query: Type.Object({
      ...listQuery,
      status: Type.Optional(Type.Array(Status)),
      start_date: Type.Optional(DateTime),
    }),
  }),
  spec({
    method: 'DELETE',
    path: '/api/v1/things/:id',
    params: Type.Object({ id: Uuid }),
    answers: { 204: null },
    notFound: 'plan_not_found',
  }),
  spec({ method: 'GET', path: '/api/v:version/things/:id', params: Type.Object({ version: Type.String(), id: Uuid }) }),
]
const document = (name: SurfaceName, read: string, more: Endpoint[] = []) =>
  buildOpenApiDocument({
    name,
    endpoints: [...endpoints(read), ...more],
    url: 'https://api.example.com',
    errorsBase: 'https://example.com/errors',
  }) as unknown as Document

interface Answered {
  headers: object
  content: Record<string, { schema: object; examples: object }>
}
interface Operation {
  operationId: string
  description: string
  security: unknown[]
  parameters: { $ref?: string; name?: string; required?: boolean; schema?: object }[]
  requestBody: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, Answered & { $ref?: string }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: {
    responses: Record<string, Answered>
    schemas: Record<string, object>
    examples: Record<string, { value: object }>
  }
}

const surfaces: [SurfaceName, string][] = [
  ['cards', 'read'],
  ['transfers', 'read'],
  ['fraud', 'analyst'],
  ['identity', 'users'],
]
for (const [name, read] of surfaces)
  test(`${name}: the document is valid OpenAPI 3.1`, async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document(name, read))))
    assert.deepEqual(result.errors, undefined)
    assert.equal(result.valid, true)
  })

test('the validator notices a broken document', async () => {
  const broken = JSON.stringify({ ...document('cards', 'read'), info: undefined })
  assert.equal((await new Validator().validate(JSON.parse(broken))).valid, false)
})

const cards = document('cards', 'read')
const answerOf = (operation: Operation, status: number, { components }: Document = cards): Answered | undefined => {
  const answer = operation.responses[status]
  return answer?.$ref ? components.responses[answer.$ref.slice('#/components/responses/'.length)] : answer
}
const codes = (operation: Operation, status: number, whole?: Document): string[] =>
  Object.keys(answerOf(operation, status, whole)?.content['application/problem+json']?.examples ?? {}).sort()
const create = cards.paths['/api/v1/things']!.post!

const statuses: [status: number, codes: ProblemCode[]][] = [
  [400, ['bad_request', 'invalid_json', 'merchant_id_required']],
  [401, ['invalid_token', 'token_expired']],
  [
    403,
    [
      'forbidden',
      'https_required',
      'merchant_inactive',
      'merchant_not_found',
      'product_not_licensed',
      'realm_suspended',
    ],
  ],
  [404, ['route_not_found']],
  [405, ['method_not_allowed']],
  [409, ['conflict', 'idempotency_key_in_use']],
  [413, ['payload_too_large']],
  [415, ['unsupported_media_type']],
  [422, []],
  [429, ['rate_limit_exceeded']],
  [500, ['internal_server_error']],
  [503, ['connector_unavailable', 'service_unavailable']],
]
for (const [status, expected] of statuses)
  test(`a write with a body documents ${status} ${expected.join(', ')}`, () =>
    assert.deepEqual(codes(create, status), expected))

const transfers = document('transfers', 'read')
test('a list with a range documents 422, an id of its own its own 404', () => {
  assert.deepEqual(codes(cards.paths['/api/v1/things']!.get!, 422), ['validation_failed'])
  assert.deepEqual(codes(cards.paths['/api/v1/things/{id}']!.delete!, 404), ['plan_not_found', 'route_not_found'])
  assert.deepEqual(codes(transfers.paths['/api/v1/things']!.get!, 422, transfers), ['invalid_filter'])
})

test('probes take no token and no quota; all others declare their callers', () => {
  const live = cards.paths['/health/live']!.get!
  assert.deepEqual([live.security, codes(live, 429), codes(live, 401)], [[], [], []])
  assert.match(cards.paths['/api/v1/things']!.get!.description, /Roles: tenant-admin, pos-admin/)
  assert.deepEqual(create.security, [{ bearer: [] }])
})

const refs = (operation: Operation): string[] =>
  operation.parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name ?? '')
test('headers: merchant on cards, tenant on transfers, the key on POST', () => {
  assert.deepEqual(refs(create), ['XMerchantId', 'XExternalMerchantId', 'IdempotencyKey', 'XRequestId'])
  assert.deepEqual(refs(document('transfers', 'read').paths['/api/v1/things']!.post!), [
    'XTenantId',
    'XMerchantId',
    'XExternalMerchantId',
    'IdempotencyKey',
    'XRequestId',
  ])
  assert.deepEqual(refs(document('fraud', 'analyst').paths['/api/v1/things/{id}']!.delete!), ['id', 'XRequestId'])
  assert.deepEqual(Object.keys(answerOf(create, 429)?.headers ?? {}), [
    'X-Correlation-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
  ])
})

test('named schemas are components, nullable ones are short, defaults stay where they are used', () => {
  const { schemas } = cards.components
  assert.deepEqual(create.requestBody.content['application/json'], {
    schema: { $ref: '#/components/schemas/CreateThing' },
    example: { amount: { amount: 12_990, currency: 'TRY' }, kind: 'open' },
  })
  assert.deepEqual((schemas.CreateThing as { properties: object }).properties, {
    amount: { $ref: '#/components/schemas/Money', description: 'Amount of the thing.' },
    kind: { $ref: '#/components/schemas/Status', default: 'open', description: 'Kind of the thing.' },
  })
  assert.deepEqual((schemas.Thing as { properties: Record<string, object> }).properties.closed, {
    anyOf: [{ $ref: '#/components/schemas/Status' }, { type: 'null' }],
  })
  assert.deepEqual((schemas.Thing as { properties: Record<string, object> }).properties.note, {
    description: 'Note of the thing.',
    type: ['string', 'null'],
  })
  assert.doesNotMatch(JSON.stringify(cards), /\$id/)
})

test('every operation has a name of its own', () => {
  const ids = Object.values(cards.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  )
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(
    operationId({ method: 'GET', path: '/api/v1/payments/:transaction_id/query' }),
    'getPaymentsByTransactionIdQuery',
  )
  assert.equal(operationId({ method: 'GET', path: '/api/v:version/users' }), 'getUsers')
})

test('programming errors are found when the document is generated', () => {
  const other = Type.Object({ x: Type.String() }, { $id: 'Thing' })
  assert.throws(
    () => document('cards', 'read', [spec({ method: 'PUT', path: '/x', answers: { 200: other } })]),
    /two schemas are named Thing/,
  )
  assert.throws(
    () => document('cards', 'read', [spec({ method: 'PUT', path: '/x', errors: ['bank_timeout'] })]),
    /never answered/,
  )
})
