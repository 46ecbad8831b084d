/** A fingerprint tells requests apart only to who has the platform's key, and a key is held for a day by the same request. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { findHolder, type Holder, isSameRequest } from '../../src/access/idempotency/idempotency-key.ts'
import { fingerprintRequest } from '../../src/access/idempotency/request-fingerprint.ts'
import { Problem } from '../../src/core/problem.ts'
import type { Tx } from '../../src/infra/database/database.ts'

const DAY_MS = 24 * 3_600_000
const NOW = Date.parse('2026-03-01T09:00:00Z')
const BODY = { name: 'Ada', card: { number: '4546711234567894', cvv: '000' }, items: [{ b: 1, a: 2 }] }

const fingerprintOf = ({ body = BODY as unknown, key = 'ours', tenantId = 'T', url = '/api/v1/x' } = {}) =>
  fingerprintRequest({
    request: { method: 'POST', url },
    runtime: {
      sealer: { fingerprint: (purpose, value) => createHmac('sha256', key).update(`${purpose} ${value}`).digest() },
    },
    tenantId,
    body,
  })

test('the same request is another fingerprint under another key and of another tenant, whatever its body is', () => {
  for (const body of [BODY, { email: 'ada@example.com' }, {}]) {
    assert.ok(!isSameRequest(fingerprintOf({ body }), fingerprintOf({ body, key: 'guessed' })))
    assert.ok(!isSameRequest(fingerprintOf({ body }), fingerprintOf({ body, tenantId: 'U' })))
  }
})

test('another order of members and another code of the card are the same request; another value, card or path is not', () => {
  const same = { items: [{ a: 2, b: 1 }], card: { cvv: '111', number: BODY.card.number }, name: 'Ada' }
  assert.ok(isSameRequest(fingerprintOf(), fingerprintOf({ body: same })))
  for (const other of [
    { body: { ...BODY, name: 'Eda' } },
    { body: { ...BODY, card: { ...BODY.card, number: '5406675406675403' } } },
    { body: { ...BODY, items: [{ b: 2, a: 1 }] } },
    { url: '/api/v1/x?dry=1' },
  ])
    assert.ok(!isSameRequest(fingerprintOf(), fingerprintOf(other)), JSON.stringify(other))
  assert.ok(!isSameRequest(null, null), 'a request without a fingerprint is no other one')
})

test('a key is held for a day, then it is released once and free', async () => {
  const tx = {} as Tx
  const released: Holder[] = []
  const find = (age: number, fingerprint: Buffer | null = fingerprintOf()) => {
    const holder = { created: new Date(NOW - age), fingerprint }
    const release = async (_: Tx, held: Holder) => released.push(held)
    return findHolder(tx, { find: async () => holder, release }, { fingerprint: fingerprintOf(), nowMs: NOW })
  }
  assert.ok(await find(DAY_MS - 1))
  for (const other of [null, fingerprintOf({ url: '/other' })])
    await assert.rejects(
      find(DAY_MS - 1, other),
      (error) => error instanceof Problem && error.code === 'idempotency_key_in_use',
    )
  assert.deepEqual(released, [])
  assert.equal(await find(DAY_MS), undefined)
  assert.equal(await find(DAY_MS, null), undefined)
  assert.equal(released.length, 2)
})
