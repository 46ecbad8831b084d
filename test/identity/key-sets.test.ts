/** When the keys of an external issuer are read: once for all, after a pause, with back-off while it is unavailable, and how long old ones are valid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JWK } from 'jose'
import { Problem } from '../../src/core/problem.ts'
import { createKeySets } from '../../src/identity/identity-providers/key-sets.ts'

const SOURCE = { issuer: 'https://login.example.com', jwksUrl: null }
const MINUTE = 60_000
const START = 1_000_000

const openSets = () => {
  const issuer = { kids: ['one'], isAway: false, reads: 0 }
  const faults: string[] = []
  const sets = createKeySets({
    async read() {
      issuer.reads++
      await Promise.resolve()
      if (issuer.isAway) throw new Error('away')
      return new Map(issuer.kids.map((kid): [string, JWK] => [kid, { kid, kty: 'RSA' }]))
    },
    onFault: (_, { message }) => void faults.push(message),
  })
  const kidAt = async (kid: string, afterMs: number): Promise<string> => {
    try {
      return (await sets.keyOf(SOURCE, kid, START + afterMs))?.kid ?? 'unknown'
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }
  return {
    issuer,
    faults,
    kidAt,
    isTrusted: (kid: string, afterMs: number) => sets.isTrusted(SOURCE, kid, START + afterMs),
  }
}
/** What was started without being waited for. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('callers at once share one read', async () => {
  const { issuer, kidAt } = openSets()
  const kids = await Promise.all(['one', 'one', 'two'].map((kid) => kidAt(kid, 0)))
  assert.deepEqual(kids, ['one', 'one', 'unknown'])
  assert.equal(issuer.reads, 1)
})

test('ten thousand unknown keys in a minute: one read every 30 seconds', async () => {
  const { issuer, kidAt } = openSets()
  await kidAt('one', 0)
  for (let nth = 1; nth <= 10_000; nth++) assert.equal(await kidAt(`forged-${nth}`, nth * 6), 'unknown')
  assert.equal(issuer.reads, 3, 'at the start, after 30 and after 60 seconds')
})

test('a new key is found by the first token signed with it, after the pause', async () => {
  const { issuer, kidAt, isTrusted } = openSets()
  await kidAt('one', 0)
  issuer.kids = ['two', 'one']
  assert.equal(await kidAt('two', 29_999), 'unknown')
  assert.equal(await kidAt('two', 30_000), 'two')
  issuer.kids = ['two']
  assert.equal(isTrusted('one', 40_000), true)
  await kidAt('three', 60_001)
  assert.equal(isTrusted('one', 60_002), false, 'a key that is gone is not trusted')
})

test('an old set is read again behind the back of its callers', async () => {
  const { issuer, kidAt, isTrusted } = openSets()
  await kidAt('one', 0)
  issuer.kids = ['two']
  await kidAt('one', 10 * MINUTE)
  assert.equal(issuer.reads, 1)
  assert.equal(await kidAt('one', 10 * MINUTE + 1), 'one', 'no wait')
  await settled()
  assert.equal(issuer.reads, 2)
  assert.equal(isTrusted('one', 10 * MINUTE + 2), false)
})

test('unavailable: known keys are valid for an hour, attempts back off, and it recovers', async () => {
  const { issuer, faults, kidAt, isTrusted } = openSets()
  await kidAt('one', 0)
  issuer.isAway = true
  for (let seconds = 601; seconds <= 3_600; seconds++) {
    assert.equal(isTrusted('one', seconds * 1_000), true)
    await settled()
  }
  // After 601 s: pauses of 30, 60, 120, 240, then 300 s.
  const expected = 1 + 4 + Math.floor((3_600 - 601 - 450) / 300)
  assert.equal(issuer.reads - 1, expected)
  assert.equal(faults.length, expected)
  assert.equal(isTrusted('one', 3_600_001), false)
  assert.equal(await kidAt('one', 2 * 60 * MINUTE), 'service_unavailable')
  issuer.isAway = false
  assert.equal(await kidAt('one', 2 * 60 * MINUTE + 299_999), 'service_unavailable')
  assert.equal(await kidAt('one', 2 * 60 * MINUTE + 300_000), 'one')
})

test('never read and unavailable: service_unavailable, retried after a pause', async () => {
  const { issuer, kidAt } = openSets()
  issuer.isAway = true
  for (const at of [0, 1, 29_999]) assert.equal(await kidAt('one', at), 'service_unavailable')
  assert.equal(issuer.reads, 1)
  issuer.isAway = false
  assert.equal(await kidAt('one', 30_000), 'one')
})
