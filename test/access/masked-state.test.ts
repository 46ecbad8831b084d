/** What of a state may enter the audit log, as a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskJson, maskLine } from '../../src/access/audit/mask-state.ts'

const table: [what: string, state: unknown, shown: unknown][] = [
  ['plain values stay', { name: 'Bank', priority: 3, is_active: true, note: null }, undefined],
  [
    'members named secret, password, key',
    { secret: 'a', password: 'b', api_key: 'c', key: 'd', store_key: 'e' },
    { secret: '***', password: '***', api_key: '***', key: '***', store_key: '***' },
  ],
  [
    'that there is one, or when it changed, is none',
    { secret: null, has_secret: true, previous_secret_expires_at: '2026-05-11' },
    undefined,
  ],
  ['a card number, by name', { card_number: '4111 1111 1111 1111' }, { card_number: '411111******1111' }],
  [
    'a card number, anywhere',
    { note: 'paid with 4546711234567894 twice' },
    { note: 'paid with 454671******7894 twice' },
  ],
  ['a card number as a number', { note: 4546711234567894 }, { note: '454671******7894' }],
  ['a card code', { cvv: '123', text: 'cvv=123' }, { cvv: '***', text: 'cvv=***' }],
  ['an account', { iban: 'TR330006100519786457841326' }, { iban: 'TR33******************1326' }],
  ['an account in groups', { iban: 'TR33 0006 1005 1978 6457 8413 26' }, { iban: 'TR33******************1326' }],
  ['a token', { a: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }, { a: '***' }],
  ['a secret of ours', { a: 'cs_test_0123456789abcdefghij' }, { a: '***' }],
  ['a header', { a: 'Bearer abcdefghijkl' }, { a: 'Bearer ***' }],
  [
    'an address with credentials',
    { url: 'https://me:pw@shop.example/x?id=7&api_key=abc' },
    { url: 'https://***@shop.example/x?id=7&api_key=***' },
  ],
  [
    'as long and mixed as a token',
    { url: 'https://hooks.example/T0/aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE' },
    { url: 'https://hooks.example/T0/***' },
  ],
  ['ids stay', { id: '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b', client_id: 'cid_test_demo_admin' }, undefined],
  ['at any depth', { a: [{ b: { password: 'x' } }] }, { a: [{ b: { password: '***' } }] }],
  ['extra credentials', { extra_credentials: '{"user":"x"}' }, { extra_credentials: '***' }],
]

for (const [what, state, shown] of table)
  test(what, () => assert.deepEqual(JSON.parse(maskJson(state) as string), shown ?? state))

test('nothing stays null; a state too long is omitted, a text too long is truncated', () => {
  assert.equal(maskJson(null), null)
  assert.equal(maskJson(undefined), null)
  assert.match(maskJson({ rows: Array.from({ length: 9_999 }, () => 'x y') }) as string, /left_out/)
  assert.equal(JSON.parse(maskJson({ text: 'a b '.repeat(2_000) }) as string).text.length, 2_001)
})

test('values the database cannot store, or returns differently, are not written', () => {
  assert.equal(maskLine('a\0b\ud800'), 'ab\ufffd')
  assert.equal(maskLine(`${'x'.repeat(199)}😀`)?.isWellFormed(), true)
  assert.equal(maskLine('4546711234567894'), '454671******7894')
  assert.equal(maskLine(null), null)
})
