/** References of transfers: equal for the same external id, different in everything else, and readable back. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  deriveTransferReference,
  GENERATIONS,
  parseTransferReference,
  readGeneration,
  type TransferKey,
  toReferenceStem,
  toTransferReference,
  withGeneration,
} from '../../src/transfers/model/transfer-reference.ts'

const sealer = {
  fingerprint: (purpose: string, value: string): Buffer =>
    createHmac('sha256', 'one installation')
      .update(JSON.stringify([purpose, value]))
      .digest(),
}
const keys: fc.Arbitrary<TransferKey> = fc.record({
  tenantId: fc.uuid(),
  merchantId: fc.uuid(),
  kind: fc.constantFrom('external_id', 'run'),
  key: fc.string({ minLength: 1 }),
})

test('the same key has the same reference; another tenant, merchant, kind or key has another one', () => {
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      const own = deriveTransferReference(sealer, one)
      assert.equal(deriveTransferReference(sealer, { ...one }), own)
      for (const member of ['tenantId', 'merchantId', 'kind', 'key'] as const)
        if (one[member] !== other[member])
          assert.notEqual(deriveTransferReference(sealer, { ...one, [member]: other[member] }), own, member)
    }),
  )
})

test('generation and attempt are part of it, and it names what it was made of', () => {
  const generations = fc.integer({ min: 0, max: GENERATIONS - 1 })
  fc.assert(
    fc.property(keys, fc.uuid(), generations, fc.integer({ min: 1, max: 150 }), (key, id, generation, attemptNo) => {
      const keyReference = withGeneration(deriveTransferReference(sealer, key), generation)
      assert.equal(readGeneration(keyReference), generation)
      const reference = toTransferReference({ id, key_reference: keyReference }, attemptNo)
      assert.match(reference, /^E[0-9a-f]{32}[0-9]{2,3}$/)
      assert.ok(reference.startsWith(toReferenceStem(deriveTransferReference(sealer, key))))
      assert.deepEqual(parseTransferReference(reference), { keyReference, attemptNo })
      assert.deepEqual(parseTransferReference(toTransferReference({ id, key_reference: null }, attemptNo)), {
        id,
        attemptNo,
      })
    }),
  )
})
