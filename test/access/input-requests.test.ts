/** Validation of queries, path values, media types and forms; and the suggested name. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findNearestName } from '../../src/access/input/nearest-name.ts'
import { compileInput } from '../../src/access/input/read-input.ts'
import { Int32, Text } from '../../src/core/schema.ts'
import { faults, JSON_TYPE, least, refusal, spec, strict } from '../support/any-input.ts'

const queries: [text: string, seen: object][] = [
  ['', { page: 1, page_size: 25, include_inactive: false }],
  ['page=2&page_size=100&include_inactive=TRUE', { page: 2, page_size: 100, include_inactive: true }],
  ['page=2&page=3', { page: 3, page_size: 25, include_inactive: false }],
  ['status=sale&status=PreAuth', { page: 1, page_size: 25, include_inactive: false, status: ['sale', 'pre_auth'] }],
  ['status=sale,pre_auth', { page: 1, page_size: 25, include_inactive: false, status: ['sale', 'pre_auth'] }],
  ['status[]=x&page[]=0&unknown=1&__proto__=1', { page: 1, page_size: 25, include_inactive: false }],
  ['search_term=%20a%25+b%C3%A7+', { page: 1, page_size: 25, include_inactive: false, search_term: 'a% bç' }],
  [
    'from=2026-05-11T12:30:00+03:00',
    { page: 1, page_size: 25, include_inactive: false, from: '2026-05-11T09:30:00.000+00:00' },
  ],
  ['min=-1.5', { page: 1, page_size: 25, include_inactive: false, min: -1.5 }],
]
for (const [text, seen] of queries) test(`query: ${text}`, () => assert.deepEqual(strict.query(text, 'cards'), seen))

const badQueries: [text: string, expected: string[]][] = [
  ['page=0', ['page out_of_range']],
  ['page=-1', ['page out_of_range']],
  ['page=2147483648', ['page out_of_range']],
  ['page=99999999999999999999', ['page out_of_range']],
  ['page=1.5', ['page invalid_type']],
  ['page=1e1', ['page invalid_type']],
  ['page=', ['page invalid_type']],
  ['page', ['page invalid_type']],
  ['page_size=0&page=x', ['page invalid_type', 'page_size out_of_range']],
  ['page_size=101', ['page_size out_of_range']],
  ['page_size=1000000000', ['page_size out_of_range']],
  ['include_inactive=yes', ['include_inactive invalid_type']],
  ['status=sale,,pre_auth', ['status unknown_value']],
  ['status=nothing', ['status unknown_value']],
  ['id=1', ['id invalid_format']],
  ['from=2026-05-11', ['from invalid_format']],
  ['search_term=%00', ['search_term invalid_format']],
  ['search_term=%zz', ['search_term invalid_format']],
  ['search_term=%C0%AF', ['search_term invalid_format']],
  ['search_term=%ED%A0%80', ['search_term invalid_format']],
  [`search_term=${'x'.repeat(101)}`, ['search_term too_long']],
  ['search_term=\u00e7', []],
]
for (const [text, expected] of badQueries)
  test(`bad query: ${text.slice(0, 60)}`, () => {
    const problem = refusal(() => strict.query(text, 'cards'))
    assert.equal(problem.code, 'bad_request')
    assert.deepEqual(faults(problem), expected)
  })

const id = '0198F1A2-7C3D-7E4F-8A5B-6C7D8E9F0A1B'
const Bin = Type.Object({ bin: Type.String({ pattern: '^[0-9]{6,8}$' }) })
test('path values: a malformed value is not found, except where the operation returns bad request', () => {
  assert.deepEqual(strict.params({ id }), { id: id.toLowerCase() })
  assert.equal(refusal(() => strict.params({ id: 'x' })).code, 'resource_not_found')
  const payment = compileInput(spec({ notFound: 'payment_not_found' }))
  assert.equal(refusal(() => payment.params({ id: `${id}%00` })).code, 'payment_not_found')
  assert.equal(refusal(() => compileInput(spec({ params: Bin })).params({ bin: 'x' })).code, 'resource_not_found')
  const named = compileInput(spec({ params: Bin, errors: ['bad_request'] }))
  assert.equal(refusal(() => named.params({ bin: 'x' })).code, 'bad_request')
})

const body = Buffer.from(JSON.stringify(least))
const types: [type: string | undefined, code: string | null][] = [
  ['application/json', null],
  ['Application/JSON; Charset=UTF-8', null],
  ['application/json;charset="utf-8"', null],
  [undefined, 'unsupported_media_type'],
  ['', 'unsupported_media_type'],
  ['text/plain', 'unsupported_media_type'],
  ['application/json, application/json', 'unsupported_media_type'],
  ['application/json; charset=utf-16', 'unsupported_media_type'],
  ['application/json; charset=utf-8; charset=utf-16', 'unsupported_media_type'],
  ['application/problem+json', 'unsupported_media_type'],
  ['application/x-www-form-urlencoded', 'unsupported_media_type'],
  ['multipart/form-data; boundary=x', 'unsupported_media_type'],
]
for (const [type, code] of types)
  test(`media type ${type}`, () => {
    const work = (): unknown => strict.body(body, type)
    if (code) assert.equal(refusal(work).code, code)
    else assert.deepEqual(work(), { ...least, kind: 'sale' })
  })

test('bodies: encoded, too large, empty, no object, left out', () => {
  assert.equal(refusal(() => strict.body(body, JSON_TYPE, 'gzip')).code, 'unsupported_media_type')
  assert.equal(refusal(() => strict.body(Buffer.alloc(1024 * 1024 + 1, 32), JSON_TYPE)).code, 'payload_too_large')
  for (const text of ['', ' ', '[]', 'null', '"x"', '5', '{', `${JSON.stringify(least)}{}`])
    assert.equal(refusal(() => strict.body(Buffer.from(text), JSON_TYPE)).code, 'invalid_json', text)
  assert.equal(refusal(() => strict.body(null, undefined)).code, 'invalid_json')
  const optional = compileInput(spec({ isBodyOptional: true, body: Type.Object({ n: Type.Optional(Int32) }) }))
  assert.equal(refusal(() => optional.body(null, undefined, 'gzip')).code, 'unsupported_media_type')
  assert.deepEqual({ ...(optional.body(null, undefined, 'identity') as object) }, {})
  assert.deepEqual(optional.body(null, undefined), {})
  assert.deepEqual(optional.body(Buffer.alloc(0), JSON_TYPE), {})
  assert.equal(compileInput(spec({ body: undefined } as object)).body(Buffer.from('x'), 'text/plain'), undefined)
})

test('forms', () => {
  const Form = Type.Object({
    grant_type: Text(40),
    client_secret: Type.String({ 'x-verbatim': true }),
    n: Type.Optional(Int32),
  })
  const input = compileInput(spec({ takesForm: true, body: Form }))
  const form = 'application/x-www-form-urlencoded'
  const sent = Buffer.from('grant_type=client_credentials&client_secret=+a%2Bb%20&n=5&x=1')
  assert.deepEqual(input.body(sent, form), { grant_type: 'client_credentials', client_secret: ' a+b ', n: 5 })
  assert.deepEqual(faults(refusal(() => input.body(Buffer.from('client_secret=%00'), form))), [
    'client_secret invalid_format',
    'grant_type required',
  ])
  assert.equal(refusal(() => input.body(Buffer.from([0x61, 0x3d, 0xff]), form)).code, 'bad_request')
  const most = Buffer.alloc(64 * 1024 + 1, 'a')
  assert.equal(refusal(() => input.body(most.subarray(1), form)).code, 'bad_request')
  assert.equal(refusal(() => input.body(most, form)).code, 'payload_too_large')
})

const near: [given: string, known: string[], expected: string | undefined][] = [
  ['ammount', ['currency', 'amount'], 'amount'],
  ['externalId', ['external_id', 'basket_id'], 'external_id'],
  ['isntallment', ['installment'], 'installment'],
  ['xyz', ['amount', 'card'], undefined],
  ['x'.repeat(100_000), ['amount'], undefined],
]
for (const [given, known, expected] of near)
  test(`nearest to ${given.slice(0, 20)}`, () => assert.equal(findNearestName(given, known), expected))
