/** An endpoint whose input has one member of every kind, for the properties of input parsing. */
import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { type Endpoint, type EndpointSpec, endpoint, noContent } from '../../src/access/endpoint.ts'
import { compileInput } from '../../src/access/input/read-input.ts'
import { listQuery } from '../../src/core/pagination.ts'
import { Problem } from '../../src/core/problem.ts'
import { DateTime, Enum, Int64, LongText, MoneyInput, StringMap, Text, Uuid } from '../../src/core/schema.ts'

const Kind = Enum('OperationType', ['sale', 'pre_auth'])
const Mode = Enum('Mode', ['three_ds_v2', 'Visa'])
export const Body = Type.Object({
  amount: MoneyInput,
  part: Type.Optional(Type.Union([Int64, MoneyInput])),
  installment: Type.Integer({ format: 'int32', minimum: 1, maximum: 12 }),
  kind: Type.Optional(Type.Unsafe({ ...Kind, default: 'sale' })),
  mode: Type.Optional(Mode),
  name: Type.Optional(Text(10, { minLength: 2 })),
  note: Type.Optional(LongText(20)),
  secret: Type.Optional(Type.String({ 'x-verbatim': true })),
  due: Type.Optional(DateTime),
  day: Type.Optional(Type.String({ format: 'date' })),
  id: Type.Optional(Uuid),
  items: Type.Optional(Type.Array(Type.Object({ name: Text(5), price: Int64 }), { maxItems: 3 })),
  extra_properties: Type.Optional(StringMap),
})
export const Query = Type.Object({
  ...listQuery,
  status: Type.Optional(Type.Array(Kind)),
  id: Type.Optional(Uuid),
  from: Type.Optional(DateTime),
  min: Type.Optional(Type.Number()),
})
export const spec = (more: Partial<EndpointSpec> = {}): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/x/:id',
    summary: '',
    tag: 'X',
    allow: 'any',
    answers: { 204: null },
    params: Type.Object({ id: Uuid }),
    query: Query,
    body: Body,
    handle: async () => noContent(),
    ...more,
  } as EndpointSpec)
export const strict = compileInput(spec({ movesMoney: true }))
export const loose = compileInput(spec())
export const JSON_TYPE = 'application/json'
export const least = { amount: { amount: 100, currency: 'TRY' }, installment: 1 }
export const withLeast = (more: object): object => ({ ...least, ...more })
export const read = (body: unknown, input = strict): unknown => input.body(Buffer.from(JSON.stringify(body)), JSON_TYPE)

/** What the work is refused with. */
export const refusal = (work: () => unknown): Problem => {
  try {
    work()
  } catch (error) {
    assert(error instanceof Problem, String(error))
    return error
  }
  assert.fail('accepted')
}
/** `field code`, one per fault. */
export const faults = (problem: Problem): string[] =>
  (problem.extras.errors ?? []).map(({ field, code }) => `${field} ${code}`)
