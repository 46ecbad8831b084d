/** Parts of passkeys: what a challenge stands for, for whom passkeys are made, what a device keeps of a person. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { endOfChallenge, newChallenge } from '../../src/identity/passkeys/passkey-challenge.ts'
import { findRelyingParty } from '../../src/identity/passkeys/relying-party.ts'
import { readUserHandle, toUserHandle } from '../../src/identity/passkeys/user-handle.ts'

const sealer = { hashSecret: (text: string): Buffer => createHmac('sha256', 'pepper').update(text).digest() }

test('a challenge is for one purpose, one person and five minutes', () => {
  const person = { tenantId: randomUUID(), userId: randomUUID() }
  const now = 1_800_000_000_000
  const challenge = newChallenge(sealer, { what: 'prove', person }, now)
  assert.equal(endOfChallenge(sealer, { what: 'prove', person }, challenge, now + 1), now + 300_000)
  const others = [
    { what: 'register', person },
    { what: 'sign-in' },
    { what: 'prove', person: { ...person, userId: randomUUID() } },
  ] as const
  for (const purpose of others) assert.equal(endOfChallenge(sealer, purpose, challenge, now), null)
  for (const at of [now + 300_000, now - 1])
    assert.equal(endOfChallenge(sealer, { what: 'prove', person }, challenge, at), null)
  for (const text of ['', 'AAAA', `${challenge}A`, challenge.slice(2), `B${challenge.slice(1)}`])
    assert.equal(endOfChallenge(sealer, { what: 'prove', person }, text, now), null)
})

test('names of consoles: devices know no IP addresses', () => {
  const of = (env: 'sandbox' | 'production', console: string) =>
    findRelyingParty({ env, urls: { console } } as Parameters<typeof findRelyingParty>[0])
  assert.deepEqual(of('production', 'https://pay.example.com'), {
    id: 'pay.example.com',
    origins: ['https://pay.example.com'],
  })
  assert.deepEqual(of('sandbox', 'http://127.0.0.1:4000'), { id: 'localhost', origins: ['http://localhost:4000'] })
  assert.equal(of('production', 'https://10.0.0.7'), null)
  assert.equal(of('production', 'https://[::1]:4000'), null)
})

test('a user handle stands for one person of one tenant', () => {
  const [tenantId, userId] = [randomUUID(), randomUUID()]
  assert.deepEqual(readUserHandle(toUserHandle(tenantId, userId).toString('base64url')), { tenantId, userId })
  for (const text of [undefined, '', 'AAAA', Buffer.alloc(33).toString('base64url')])
    assert.equal(readUserHandle(text), null)
})
