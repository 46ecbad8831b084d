/** Malformed bodies and headers: bytes, structure, media types, sizes, keys, merchants. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { paymentText, refusedPayments, withMember } from '../support/refused-payments.ts'

const payments = refusedPayments(['admin'])

// Bytes, texts, structure
const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const deep = (levels: number): string => withMember(`"x":${'['.repeat(levels)}${']'.repeat(levels)}`)
payments.refuses([
  ['escaped NUL', withMember('"description":"a\\u0000b"'), 'bad_request', /NUL/, 'description invalid_format'],
  ['raw NUL', withMember('"description":"a\u0000b"'), 'invalid_json', /control character/],
  [
    'lone high surrogate',
    withMember('"description":"\\ud83d"'),
    'bad_request',
    /surrogate/,
    'description invalid_format',
  ],
  [
    'lone low surrogate',
    withMember('"description":"\\ude00"'),
    'bad_request',
    /surrogate/,
    'description invalid_format',
  ],
  [
    'swapped surrogates',
    withMember('"description":"\\ude00\\ud83d"'),
    'bad_request',
    /surrogate/,
    'description invalid_format',
  ],
  [
    'escape character',
    withMember('"external_id":"a\\u001b[2J"'),
    'bad_request',
    /control/,
    'external_id invalid_format',
  ],
  [
    'line break in a text of one line',
    withMember('"external_id":"a\\nb"'),
    'bad_request',
    /control/,
    'external_id invalid_format',
  ],
  ['invalid UTF-8', bytes(paymentText().slice(0, -1), ',"description":"', [0xff, 0xfe], '"}'), 'invalid_json', /UTF-8/],
  [
    'overlong UTF-8',
    bytes(paymentText().slice(0, -1), ',"description":"', [0xc0, 0xaf], '"}'),
    'invalid_json',
    /UTF-8/,
  ],
  [
    'surrogate in UTF-8',
    bytes(paymentText().slice(0, -1), ',"description":"', [0xed, 0xa0, 0x80], '"}'),
    'invalid_json',
    /UTF-8/,
  ],
  ['byte order mark', `\ufeff${paymentText()}`, 'invalid_json', /byte order mark/],
  ['UTF-16', Buffer.from(paymentText(), 'utf16le'), 'invalid_json', /column 2/],
  ['depth 65', deep(65), 'invalid_json', /32 levels/],
  ['depth 10 000', deep(10_000), 'invalid_json', /32 levels/],
  ['depth 100 000', deep(100_000), 'invalid_json', /32 levels/],
  [
    '100 000 members',
    `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`,
    'invalid_json',
    /2000 members/,
  ],
  ['a name twice', withMember('"installment":2'), 'invalid_json', /twice/],
  ['a name twice, once escaped', withMember('"inst\\u0061llment":2'), 'invalid_json', /twice/],
  ['__proto__', withMember('"__proto__":{"admin":true}'), 'invalid_json', /not allowed/],
  ['constructor.prototype', withMember('"constructor":{"prototype":{"admin":true}}'), 'invalid_json', /not allowed/],
  ['__proto__ in a map', withMember('"extra_properties":{"__proto__":"x"}'), 'invalid_json', /not allowed/],
  ['toString as a member', withMember('"toString":1'), 'bad_request', /unknown member/, 'toString unknown_value'],
  ['trailing text', `${paymentText()} x`, 'invalid_json', /after the end/],
  ['NDJSON', `${paymentText()}\n${paymentText()}`, 'invalid_json', /Line 2/],
  ['JSON5', paymentText().replaceAll('"', "'"), 'invalid_json', /double quotes/],
  ['cut off', paymentText().slice(0, -10), 'invalid_json', /Line 1/],
  ['trailing comma', `${paymentText().slice(0, -1)},}`, 'invalid_json', /comma/],
  ['a comment', `${paymentText()}// x`, 'invalid_json', /after the end/],
  ['a list', [paymentBody()], 'invalid_json', /an? .*object/],
  ['null', 'null', 'invalid_json', /object/],
  ['a text', '"x"', 'invalid_json', /object/],
  ['blanks', '  \n ', 'invalid_json', /too early/],
])

test('no body at all', async () => {
  const token = await payments.vezne.token('admin', 'tenant-load')
  assertProblem(await payments.vezne.request('cards', 'POST', '/api/v1/payments', { token }), 'invalid_json', /empty/)
  assertProblem(await payments.pay(''), 'invalid_json', /empty/)
})

const types: [type: string, hint: RegExp][] = [
  ['', /application\/json/],
  ['text/plain', /application\/json/],
  ['application/json; charset=utf-16', /UTF-8/],
  ['application/json, application/json', /application\/json/],
  ['application/problem+json', /application\/json/],
  ['application/x-www-form-urlencoded', /application\/json/],
  ['multipart/form-data; boundary=x', /application\/json/],
  ['APPLICATION/JSON;version=2', /application\/json/],
]
for (const [type, hint] of types)
  test(`Content-Type ${type || 'empty'}`, async () => {
    assertProblem(await payments.pay(paymentText(), { 'content-type': type }), 'unsupported_media_type', hint)
  })
for (const coding of ['gzip', 'br', 'deflate', 'identity, gzip'])
  test(`Content-Encoding ${coding}`, async () => {
    assertProblem(
      await payments.pay(paymentText(), { 'content-encoding': coding }),
      'unsupported_media_type',
      /Content-Encoding/,
    )
  })
test('1 MiB is accepted, one byte more is not, nor are 2 MB', async () => {
  const padded = (size: number): string => paymentText() + ' '.repeat(size - Buffer.byteLength(paymentText()))
  assertProblem(await payments.pay(`${padded(1024 * 1024 - 1)}x`), 'invalid_json', /after the end/)
  assertProblem(await payments.pay(padded(1024 * 1024 + 1)), 'payload_too_large', /1048576|1 MiB/)
  assertProblem(await payments.pay(padded(2_000_000)), 'payload_too_large')
})

const keys: [name: string, key: string][] = [
  ['empty', ''],
  ['of 129 characters', 'x'.repeat(129)],
  ['with a blank', 'a b'],
  ['with a tab', 'a\tb'],
  ['with letters outside ASCII', 'anahtar-\u00fc'],
]
for (const [name, key] of keys)
  test(`Idempotency-Key ${name}`, async () => {
    assertProblem(
      await payments.pay(paymentBody(), { 'idempotency-key': key }),
      'bad_request',
      /128/,
      'Idempotency-Key invalid_format',
    )
  })

const merchants: [name: string, headers: Record<string, string>][] = [
  ['unknown', { 'x-merchant-id': '0198f1a2-7c3d-4e4f-8a5b-6c7d8e9f0a1b' }],
  ['no uuid', { 'x-merchant-id': 'M-3001' }],
  ["another tenant's", { 'x-merchant-id': '00000000-0000-4000-8000-000000000020' }],
  ["another tenant's own name", { 'x-external-merchant-id': 'M-1001' }],
]
for (const [name, headers] of merchants)
  test(`merchant ${name}`, async () => {
    assertProblem(await payments.pay(paymentBody(), headers), 'merchant_not_found', /merchant/i)
  })
test('a merchant that is not active', async () => {
  const answer = await payments.vezne.request('cards', 'POST', '/api/v1/payments', {
    token: await payments.vezne.token('admin'),
    body: paymentBody(),
    headers: { 'x-external-merchant-id': 'M-1003' },
  })
  assertProblem(answer, 'merchant_inactive')
})

payments.wroteNothing()

test('no prototype was touched', () => {
  assert.deepEqual(Object.keys(Object.prototype), [])
  assert.equal(({} as { admin?: boolean }).admin, undefined)
})

const amount = (text: string): string => paymentText().replace('15000', text)
test('unusual but valid input is accepted, and returned as sent', async () => {
  for (const text of ['100.0', '1e2', '1E+2', '150.00e1'])
    assert.equal((await payments.pay(amount(text))).status, 200, text)
  const texts = ['e\u0301', '\u00e9', '😀👩‍👩‍👧', 'ﷺ', "'; drop table payments; --", '<b>', 'a\u2028x']
  for (const text of texts) {
    const answer = await payments.pay(paymentBody({ external_id: `  ${text} ` }))
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.extra_properties.external_id, text)
  }
  const answer = await payments.pay(paymentBody({ operation_type: 'PRE_AUTH', description: 'a\n\tb', buyer: null }))
  assert.equal(answer.status, 200, answer.text)
})
