/** Derived references: equal for the same key on the same day, different in everything else, and readable back. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  dayOfKeyReference,
  deriveKeyReference,
  type KeyScope,
  parseBankReference,
  toBankReference,
  toReferenceDay,
  toRepeatedKey,
  toRunKey,
  toStartKey,
} from '../../src/payments/model/bank-reference.ts'
import { toStoredCredential } from '../../src/payments/model/stored-credential.ts'

const sealerOf = (key: string) => ({
  fingerprint: (purpose: string, value: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, value]))
      .digest(),
})
const sealer = sealerOf('one installation')
const DAY_MS = 86_400_000

const scopes: fc.Arbitrary<KeyScope> = fc.record({
  tenantId: fc.uuid(),
  merchantId: fc.uuid(),
  operation: fc.constantFrom('payment', 'capture', 'void', 'refund'),
  key: fc.string({ minLength: 1, maxLength: 128 }),
})
const days = fc.integer({ min: toReferenceDay(Date.UTC(2026, 0, 1)), max: toReferenceDay(Date.UTC(2100, 0, 1)) })

test('the same key has the same reference all day, whoever derives it', () => {
  fc.assert(
    fc.property(scopes, days, fc.nat({ max: DAY_MS - 1 }), fc.nat({ max: DAY_MS - 1 }), (scope, day, early, late) => {
      const [one, other] = [early, late].map((ms) =>
        deriveKeyReference(sealer, { ...scope }, toReferenceDay(day * DAY_MS + ms)),
      )
      assert.equal(one, other)
    }),
  )
})

test('another tenant, merchant, operation, key or day, or another installation, has another reference', () => {
  const changed = fc.tuple(scopes, scopes, days, days)
  fc.assert(
    fc.property(changed, ([scope, other, day, otherDay]) => {
      const own = deriveKeyReference(sealer, scope, day)
      for (const member of ['tenantId', 'merchantId', 'operation', 'key'] as const)
        if (scope[member] !== other[member])
          assert.notEqual(deriveKeyReference(sealer, { ...scope, [member]: other[member] }, day), own, member)
      if (day !== otherDay) assert.notEqual(deriveKeyReference(sealer, scope, otherDay), own, 'day')
      assert.notEqual(deriveKeyReference(sealerOf('another installation'), scope, day), own, 'key of the platform')
    }),
  )
})

test('of a payment of a plan, the plan that is made again has the same part of the key', () => {
  const place = { agreement: 'a1', installment: 2, tryNo: 1 }
  const [lost, again] = ['plan:lost:1', 'plan:again:1']
  assert.equal(toRepeatedKey(toStartKey(again, 'plan:order 1')), toRepeatedKey(toStartKey(lost, 'plan:order 1')))
  assert.equal(toRepeatedKey(toRunKey(again, place)), toRepeatedKey(toRunKey(lost, place)))
  for (const other of [{ agreement: 'a2' }, { installment: 1 }, { tryNo: 2 }])
    assert.notEqual(toRepeatedKey(toRunKey(again, { ...place, ...other })), toRepeatedKey(toRunKey(lost, place)))
  for (const key of [lost, 'run:a1:2:1', 'start:plan:order 1']) assert.equal(toRepeatedKey(key), key)
})

for (const [what, recurring_agreement, key_reference, agreement] of [
  ['the first payment', 'own', 'a-1', 'a1'],
  ['the first payment, which has no reference while the release before may run', 'own', null, 'p1'],
  ['a later payment', 'a-1', 'b-2', 'a1'],
  ['a payment of the release before', undefined, 'b-2', 'p1'],
] as const)
  test(`the agreement that banks know of a plan: ${what}`, () => {
    const extra = { recurring_plan_id: 'p-1', ...(recurring_agreement && { recurring_agreement }) }
    const { storedCredential } = toStoredCredential({ operation_type: 'recurring', extra, key_reference })
    assert.equal(storedCredential?.agreement, agreement)
  })

test('a merchant is the same one however its id is written', () => {
  fc.assert(
    fc.property(scopes, days, (scope, day) =>
      assert.equal(
        deriveKeyReference(sealer, { ...scope, merchantId: scope.merchantId.toUpperCase() }, day),
        deriveKeyReference(sealer, scope, day),
      ),
    ),
  )
})

test('a reference says its day, its attempt is part of it, and it names what it was made of', () => {
  fc.assert(
    fc.property(scopes, days, fc.uuid(), fc.integer({ min: 1, max: 98 }), (scope, day, id, attempt) => {
      const key_reference = deriveKeyReference(sealer, scope, day)
      assert.equal(dayOfKeyReference(key_reference).from, day * DAY_MS)
      for (const owner of [
        { id, key_reference },
        { id, key_reference: null },
      ]) {
        const reference = toBankReference(owner, attempt)
        assert.match(reference, /^[VK][0-9a-f]{32}[0-9]{2}$/)
        assert.notEqual(toBankReference(owner, attempt + 1), reference)
        assert.deepEqual(
          parseBankReference(reference),
          owner.key_reference === null ? { id } : { keyReference: key_reference },
        )
      }
    }),
  )
})

test('what is not ours names nothing', () => {
  for (const text of ['', 'V', `X${'0'.repeat(34)}`, `V${'0'.repeat(33)}`, `K${'g'.repeat(34)}`, `K${'0'.repeat(35)}`])
    assert.equal(parseBankReference(text), undefined, text)
})
