/** A developer who reads the documents finds no operation, parameter or member without a word about it, and one pair of names for dates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allDocuments } from '../../scripts/pages/documents.ts'
import { MEMBERS, PARAMETERS } from '../../src/access/documents/member-descriptions.ts'
import { ERROR_CODES } from '../../src/core/error-codes.ts'
import { adviceOf } from '../../src/infra/http/error-advice.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document from the outside
type Any = any

interface Described {
  readonly at: string
  readonly name: string
  readonly text: string | undefined
}

const membersIn = function* (schema: Any, at: string): Generator<Described> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [name, member] of Object.entries<Any>(schema.properties ?? {})) {
    yield { at, name, text: member.description }
    yield* membersIn(member, `${at}.${name}`)
  }
  const inner = [schema.anyOf, schema.oneOf, schema.allOf, schema['x-also-accepts'], schema.items]
  for (const each of [...inner.flat(), schema.additionalProperties]) yield* membersIn(each, at)
}

const contentsOf = ({ requestBody, responses }: Any): Any[] =>
  [requestBody, ...Object.values<Any>(responses)].flatMap((part) => Object.values<Any>(part?.content ?? {}))

const documents: [string, Any][] = Object.entries(allDocuments())
const operations = documents.flatMap(([surface, { paths }]) =>
  Object.entries<Any>(paths).flatMap(([path, item]) =>
    Object.entries<Any>(item).map(([method, spec]) => ({ at: `${surface} ${method.toUpperCase()} ${path}`, spec })),
  ),
)
const parameters: Described[] = operations.flatMap(({ at, spec }) =>
  spec.parameters
    .filter(({ $ref }: Any) => $ref === undefined)
    .map(({ name, description }: Any) => ({ at, name, text: description })),
)
const members: Described[] = [
  ...documents.flatMap(([, { components }]) =>
    Object.entries<Any>(components.schemas).flatMap(([name, schema]) => [...membersIn(schema, name)]),
  ),
  ...operations.flatMap(({ at, spec }) => contentsOf(spec).flatMap(({ schema }) => [...membersIn(schema, at)])),
]
const undescribed = (all: readonly Described[]): string[] =>
  all.filter(({ text }) => !text).map(({ at, name }) => `${at} ${name}`)

test('every operation says what it does, what a repeat does, and what to do about its errors', () => {
  const faults = operations.flatMap(({ at, spec: { summary, description } }) => [
    ...(/^[A-ZÀ-Ž]/.test(summary) ? [] : [`${at}: no summary`]),
    ...(/^(?:Roles:|Any valid token|Takes no token)/.test(description) ? [`${at}: no text of its own`] : []),
    ...(description.includes('On repeat: ') ? [] : [`${at}: nothing about repeats`]),
  ])
  assert.deepEqual(faults, [])
  const untold = Object.entries(ERROR_CODES).filter(
    ([code, { status }]) => status > 0 !== (adviceOf(code) !== undefined),
  )
  assert.deepEqual(untold, [])
  const capture = operations.find(({ at }) => at.endsWith('POST /api/v1/payments/{transaction_id}/capture'))?.spec
  assert.match(capture.description, /with the same Idempotency-Key and body the first answer again/)
  assert.match(capture.description, /- .*`payment_already_captured`.*: read it again: its state does not allow this/)
})

test('every parameter and every member has a description', () => {
  assert.ok(parameters.length > 500 && members.length > 3_000)
  assert.deepEqual(undescribed(parameters), [])
  assert.deepEqual(undescribed(members), [])
})

test('the common texts are of names that there are', () => {
  const known = new Set(members.flatMap(({ at, name }) => [name, `${at}.${name}`]))
  assert.deepEqual(
    [...MEMBERS.keys()].filter((name) => !known.has(name)),
    [],
  )
  const asked = new Set(parameters.map(({ name }) => name))
  assert.deepEqual(
    [...PARAMETERS.keys()].filter((name) => !asked.has(name)),
    [],
  )
})

test('every range of dates takes start_date and end_date', () => {
  const isDate = ({ in: place, schema }: Any): boolean => place === 'query' && /^date/.test(schema.format ?? '')
  const faults = operations.flatMap(({ at, spec }) => {
    const names: string[] = spec.parameters.filter(isDate).map(({ name }: Any) => name)
    return names.length === 0 || (names.includes('start_date') && names.includes('end_date')) ? [] : [`${at} ${names}`]
  })
  assert.deepEqual(faults, [])
})
