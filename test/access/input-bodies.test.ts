/** Validation of bodies: normalized values, and faults with field, code and a hint. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Problem } from '../../src/core/problem.ts'
import { Body, faults, least, loose, read, refusal, strict, withLeast } from '../support/any-input.ts'

const folded: [name: string, sent: object, seen: object][] = [
  ['defaults', {}, { kind: 'sale' }],
  [
    'null is absent',
    { kind: null, name: null, extra_properties: { a: null } },
    { kind: 'sale', extra_properties: { __proto__: null } },
  ],
  [
    'enum without case and underscores',
    { kind: 'PREAUTH', mode: 'ThreeDSv2' },
    { kind: 'pre_auth', mode: 'three_ds_v2' },
  ],
  ['enum in Pascal case', { mode: 'VISA' }, { kind: 'sale', mode: 'Visa' }],
  ['blanks at both ends', { name: '  ab c ' }, { kind: 'sale', name: 'ab c' }],
  ['a secret keeps its blanks', { secret: ' s ' }, { kind: 'sale', secret: ' s ' }],
  ['line breaks in notes', { note: 'a\n\tb' }, { kind: 'sale', note: 'a\n\tb' }],
  [
    'bidi, combining, unseen and four-byte characters stay',
    { name: '\u200fe\u0301\u200b\u00ad😀ü' },
    { kind: 'sale', name: '\u200fe\u0301\u200b\u00ad😀ü' },
  ],
  ['moments in one form', { due: '2026-05-11t12:30+03:00' }, { kind: 'sale', due: '2026-05-11T09:30:00.000+00:00' }],
  ['leap day', { day: '2028-02-29' }, { kind: 'sale', day: '2028-02-29' }],
  [
    'uuid in small letters',
    { id: '0198F1A2-7C3D-7E4F-8A5B-6C7D8E9F0A1B' },
    { kind: 'sale', id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b' },
  ],
  ['integer or object', { part: 5 }, { kind: 'sale', part: 5 }],
  [
    'object or integer',
    { part: { amount: 5, currency: 'TRY' } },
    { kind: 'sale', part: { amount: 5, currency: 'TRY' } },
  ],
]
for (const [name, sent, seen] of folded)
  test(`normalized: ${name}`, () => assert.deepEqual(read(withLeast(sent)), { ...least, ...seen }))

const refused: [name: string, sent: object, expected: string[], hint: RegExp][] = [
  ['missing', { amount: null, installment: undefined }, ['amount required', 'installment required'], /is required/],
  ['text for number', { installment: '1' }, ['installment invalid_type'], /whole number, written without quotes/],
  ['fraction', { installment: 1.5 }, ['installment invalid_type'], /whole number/],
  ['nested type', { amount: { amount: '5', currency: 'TRY' } }, ['amount.amount invalid_type'], /^amount\.amount/],
  ['list for object', { amount: [] }, ['amount invalid_type'], /an object/],
  ['out of range', { installment: 13 }, ['installment out_of_range'], /between 1 and 12/],
  ['unknown word', { kind: 'sales' }, ['kind unknown_value'], /sale, pre_auth; did you mean sale/],
  ['number for a word', { kind: 5 }, ['kind invalid_type'], /a text/],
  ['too long', { name: 'x'.repeat(11) }, ['name too_long'], /at most 10 characters, 11/],
  ['too short once cut', { name: ' a ' }, ['name too_short'], /at least 2/],
  ['control character', { name: 'a\u0007b' }, ['name invalid_format'], /control characters/],
  ['line break in one line', { name: 'a\nb' }, ['name invalid_format'], /control characters/],
  ['text turned round', { name: 'a\u202eb' }, ['name invalid_format'], /direction of writing/],
  ['isolated text', { name: 'a\u2066b' }, ['name invalid_format'], /direction of writing/],
  ['escape in a note', { note: 'a\u001bb' }, ['note invalid_format'], /line breaks and tabs/],
  ['NUL in a secret is no JSON text of ours', { secret: 'a\u0000' }, ['secret invalid_format'], /NUL/],
  ['no uuid', { id: 'abc' }, ['id invalid_format'], /uuid, such as/],
  ['no offset', { due: '2026-05-11T09:30:00' }, ['due invalid_format'], /no offset/],
  ['day that does not exist', { due: '2026-02-30T09:30:00Z' }, ['due invalid_format'], /exists/],
  ['hour 24', { due: '2026-02-20T24:00:00Z' }, ['due invalid_format'], /exists/],
  ['year 0', { due: '0000-02-20T10:00:00Z' }, ['due invalid_format'], /exists/],
  ['29 February 2026', { day: '2026-02-29' }, ['day invalid_format'], /YYYY-MM-DD/],
  ['union: wrong type', { part: 'x' }, ['part invalid_type'], /a whole number or an object/],
  ['union: fault inside the object', { part: { amount: 1.5, currency: 'TRY' } }, ['part.amount invalid_type'], /whole/],
  ['union: number out of range', { part: 1.5 }, ['part invalid_type'], /whole/],
  ['list item', { items: [{ name: 'a', price: 1 }, { name: 'a' }] }, ['items[1].price required'], /items\[1\]\.price/],
  ['too many items', { items: Array(4).fill({ name: 'a', price: 1 }) }, ['items too_many_items'], /at most 3/],
  ['map value', { extra_properties: { a: 1 } }, ['extra_properties.a invalid_type'], /a text/],
  ['map value too long', { extra_properties: { a: 'x'.repeat(1025) } }, ['extra_properties.a too_long'], /1024/],
  ['map name too long', { extra_properties: { ['x'.repeat(65)]: '' } }, ['extra_properties too_long'], /name/],
  [
    'map too large',
    { extra_properties: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, ''])) },
    ['extra_properties too_many_items'],
    /50/,
  ],
  ['misspelt member', { instalment: 1 }, ['instalment unknown_value'], /did you mean installment\?/],
  [
    'misspelt nested member',
    { amount: { ammount: 1, amount: 1, currency: 'TRY' } },
    ['amount.ammount unknown_value'],
    /did you mean amount\?/,
  ],
  ['unknown member', { zzzzzzzz: null }, ['zzzzzzzz unknown_value'], /known are amount, part/],
]
for (const [name, sent, expected, hint] of refused)
  test(`refused: ${name}`, () => {
    const problem = refusal(() => read(withLeast(sent)))
    assert.equal(problem.code, 'bad_request')
    assert.deepEqual(faults(problem), expected)
    assert.match(problem.message, hint)
  })

test('where no money moves, unknown members are dropped, and suggest the missing name', () => {
  assert.deepEqual(read(withLeast({ instalment: 1, amount: { ...least.amount, x: 1 } }), loose), {
    ...least,
    kind: 'sale',
  })
  const problem = refusal(() => read({ ammount: { amount: 100 }, installment: 1 }, loose))
  assert.match(problem.message, /^amount: is required; did you mean it by ammount\?$/)
})
test('faults are capped and a value is never quoted', () => {
  const problem = refusal(() =>
    read(
      withLeast({
        extra_properties: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 4546711234567894])),
      }),
    ),
  )
  assert.equal(problem.extras.errors?.length, 20)
  assert.match(problem.message, /and 17 more in errors$/)
  assert.doesNotMatch(JSON.stringify(problem.extras), /4546711234567894/)
})
test('maps have no prototype to reach into', () => {
  const { extra_properties } = read(withLeast({ extra_properties: { a: 'b' } })) as { extra_properties: object }
  assert.equal(Object.getPrototypeOf(extra_properties), null)
})

test('any JSON body is normalized or refused with bad_request, and never fails otherwise', () => {
  const names = fc.constantFrom(...Object.keys(Body.properties), 'x', 'toString', 'hasOwnProperty')
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('sale', '😀', 1, '2026-05-11T09:30:00Z', least.amount, null),
  )
  fc.assert(
    fc.property(fc.dictionary(names, value), fc.boolean(), (sent, isStrict) => {
      try {
        read(sent, isStrict ? strict : loose)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        assert(['bad_request', 'invalid_json'].includes(error.code))
      }
    }),
    { numRuns: 3_000 },
  )
})
