/** Signed texts that pass through others return unchanged, or are refused. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSignedToken, signToken } from '../../src/infra/crypto/signed-token.ts'

const sealer = (key: string) => ({
  fingerprint: (purpose: string, value: string) => createHmac('sha256', key).update(`${purpose} ${value}`).digest(),
})
const ours = sealer('ours')
const ids = fc.array(fc.uuid(), { minLength: 1, maxLength: 3 })

test('reads what it wrote, only for the same purpose', () => {
  fc.assert(
    fc.property(ids, fc.constantFrom('a', 'b'), (written, purpose) => {
      const token = signToken(ours, purpose, written)
      assert.match(token, /^[A-Za-z0-9~-]+$/)
      assert.deepEqual(readSignedToken(ours, purpose, token, written.length), written)
      assert.equal(readSignedToken(ours, `${purpose}x`, token, written.length), undefined)
      assert.equal(readSignedToken(ours, purpose, token, written.length + 1), undefined)
      assert.equal(readSignedToken(sealer('theirs'), purpose, token, written.length), undefined)
    }),
  )
})

test('any other text is refused', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.string({ maxLength: 3 }), (written, at, put) => {
      const token = signToken(ours, 'a', written)
      const place = at % token.length
      const changed = token.slice(0, place) + put + token.slice(place + 1)
      fc.pre(changed !== token)
      assert.equal(readSignedToken(ours, 'a', changed, written.length), undefined)
    }),
    { numRuns: 1_000 },
  )
})
