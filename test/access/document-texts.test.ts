/** A developer who reads the documents finds no operation, parameter or member without a word about it, and one pair of names for dates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allDocuments } from '../../scripts/pages/documents.ts'
import { ERROR_CODES } from '../../src/core/error-codes.ts'
import * as cardMembers from '../../src/core/members/card-members.ts'
import * as recordMembers from '../../src/core/members/record-members.ts'
import { findAdvice } from '../../src/infra/http/error-advice.ts'

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
/** Parameters of every operation, members of every answer and body, headers: all that a developer looks up. */
const texts: readonly Described[] = [
  ...parameters,
  ...members,
  ...documents.flatMap(([surface, { components }]) => [
    ...Object.values<Any>(components.parameters).map((each) => ({
      at: surface,
      name: each.name,
      text: each.description,
    })),
    ...Object.entries<Any>(components.headers).map(([name, each]) => ({ at: surface, name, text: each.description })),
  ]),
]

/** A text that opens so, or says so, leaves out what it is about: any other member could wear it. */
const RIDDLE =
  /^(?:what|who|whom|whose|where|when|why|how|which|until|since|it|its|of|that|then|they|those|these|this|the same|more|with|in|through|as|whether it)\b|\b(?:somebody|nobody|whoever|that reach)\.?$/i
const WORDS_MIN = 3
const isVague = (text: string): boolean =>
  text.split(/\s+/).length < WORDS_MIN || !/^[A-Z`]/.test(text) || !text.endsWith('.') || RIDDLE.test(text)

/** Texts of the constants that members of several names may share. */
const SHARED = new Set(
  Object.values<Any>({ ...recordMembers, ...cardMembers }).flatMap((schema) => [
    schema.description,
    ...(schema.anyOf ?? []).map((each: Any) => each.description),
  ]),
)
const withoutCase = (name: string): string => name.toLowerCase().replaceAll('_', '')

const faultsIn = (all: readonly Described[]): string[] => {
  const namesOf = Map.groupBy(all, ({ text }) => text)
  const vague = all.filter(({ text }) => text === undefined || isVague(text))
  const worn = [...namesOf].filter(
    ([text, rows]) => !SHARED.has(text) && new Set(rows.map(({ name }) => withoutCase(name))).size > 1,
  )
  return [
    ...vague.map(({ at, name, text }) => `${at} ${name}: ${text ?? 'no text'}`),
    ...worn.map(([text, rows]) => `${[...new Set(rows.map(({ name }) => name))].join(', ')} share: ${text}`),
  ]
}

test('every operation says what it does, what a repeat does, and what to do about its errors', () => {
  const faults = operations.flatMap(({ at, spec: { summary, description } }) => [
    ...(/^[A-ZÀ-Ž]/.test(summary) ? [] : [`${at}: no summary`]),
    ...(/^(?:Roles:|Any valid token|Takes no token)/.test(description) ? [`${at}: no text of its own`] : []),
    ...(description.includes('On repeat: ') ? [] : [`${at}: nothing about repeats`]),
  ])
  assert.deepEqual(faults, [])
  const untold = Object.entries(ERROR_CODES).filter(
    ([code, { status }]) => status > 0 !== (findAdvice(code) !== undefined),
  )
  assert.deepEqual(untold, [])
  const capture = operations.find(({ at }) => at.endsWith('POST /api/v1/payments/{transaction_id}/capture'))?.spec
  assert.match(capture.description, /with the same Idempotency-Key and body the first answer again/)
  assert.match(capture.description, /- .*`payment_already_captured`.*: read it again: its state does not allow this/)
})

test('every parameter and every member has a text of its own that names its subject', () => {
  assert.ok(parameters.length > 500 && members.length > 3_000)
  assert.deepEqual(faultsIn(texts), [])
})

const PLANTED: readonly [name: string, text: string | undefined, why: string][] = [
  ['payment_link', undefined, 'no text'],
  ['payment_link', 'The link.', 'two words'],
  ['expires_at', 'When it stops being good.', 'a riddle'],
  ['health', 'How its configurations do.', 'a riddle'],
  ['scope', 'Only those that reach', 'no sentence'],
  ['status', 'status of the link now.', 'no capital'],
]
for (const [name, text, why] of PLANTED)
  test(`a planted text is found: ${why}`, () =>
    assert.deepEqual(faultsIn([{ at: 'Planted', name, text }]), [`Planted ${name}: ${text ?? 'no text'}`]))

test('one text at members of two names is found, unless it is that of a shared constant', () => {
  const both = (text: string) => ['label', 'title'].map((name) => ({ at: 'Planted', name, text }))
  assert.deepEqual(faultsIn(both('Name of the shop, for people; null when there is none.')), [
    'label, title share: Name of the shop, for people; null when there is none.',
  ])
  assert.deepEqual(faultsIn(both('Time at which the record was created, in UTC.')), [])
})

test('every range of dates takes start_date and end_date', () => {
  const isDate = ({ in: place, schema }: Any): boolean => place === 'query' && /^date/.test(schema.format ?? '')
  const faults = operations.flatMap(({ at, spec }) => {
    const names: string[] = spec.parameters.filter(isDate).map(({ name }: Any) => name)
    return names.length === 0 || (names.includes('start_date') && names.includes('end_date')) ? [] : [`${at} ${names}`]
  })
  assert.deepEqual(faults, [])
})
