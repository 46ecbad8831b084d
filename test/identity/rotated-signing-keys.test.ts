/** A change of signing keys: both are in the key set, no valid token is refused, the old key leaves after a day. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { isPublished, isVerifying, signingKey } from '../../src/access/callers/access-token.ts'
import { createAuthenticator } from '../../src/access/callers/authenticate.ts'
import { createRealms, type Realm, type Realms } from '../../src/access/callers/realms.ts'
import { rotateSigningKey, rotateSigningKeys } from '../../src/identity/tokens/signing-keys.ts'
import { createTokenIssuer } from '../../src/identity/tokens/token-issuer.ts'
import { toClientOwner } from '../../src/identity/tokens/token-owner.ts'
import { authPath, headerIn, signIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const LOAD = 'tenant-load'
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const vezne = useVezne()
let realms: Realms
before(async () => {
  realms = createRealms(vezne.runtime)
})
after(async () => {
  realms.close()
})

const loadRealm = async () => (await realms.realmBySlug(LOAD)) as Realm
const keySet = async () =>
  (await vezne.request('identity', 'GET', authPath(LOAD, '.well-known/jwks.json'))).body as { keys: { kid: string }[] }
const meStatus = async (token: string) => (await vezne.request('identity', 'GET', '/api/v1/me', { token })).status
const fresh = async (): Promise<string> => (await signIn(vezne, 'admin', LOAD, 0)).body.access_token

test('during a change both keys are published, and tokens of the old one stay good', async () => {
  const before = await fresh()
  const [old] = (await keySet()).keys
  const kid = await rotateSigningKey(vezne.runtime, (await loadRealm()).tenantId, Date.now())
  const set = await keySet()
  assert.deepEqual(
    set.keys.map((key) => key.kid),
    [kid, old?.kid],
  )
  const during = await fresh()
  assert.equal(headerIn(during).kid, old?.kid, 'the new key signs only when every cached key set has it')
  for (const token of [before, during]) {
    assert.equal(await meStatus(token), 200)
    await jwtVerify(token, createLocalJWKSet(set as never))
  }
})

test('five minutes later the new key signs; a day after that the old one is gone', async () => {
  const realm = await loadRealm()
  const [next, old] = realm.keys as [Realm['keys'][0], Realm['keys'][0]]
  const takesOver = next.signsFrom
  assert.equal(signingKey(realm, takesOver - 1)?.kid, old.kid)
  assert.equal(signingKey(realm, takesOver)?.kid, next.kid)
  assert.equal(old.signsUntil, takesOver)
  assert.equal(isVerifying(old, takesOver + 6 * MINUTE_MS - 1), true)
  assert.equal(isVerifying(old, takesOver + 6 * MINUTE_MS), false, 'the life of a token and a minute')
  assert.equal(isPublished(old, takesOver + DAY_MS - 1), true)
  assert.equal(isPublished(old, takesOver + DAY_MS), false)
  assert.equal(isVerifying(next, takesOver + 1_000 * DAY_MS), true)
  const client = (await realms.clientOf(realm.tenantId, 'cid_test_load_admin'))!
  const later = takesOver + MINUTE_MS
  const answer = await createTokenIssuer(vezne.runtime, realms).signIn(realm, toClientOwner(client), later)
  assert.equal(headerIn(answer.access_token).kid, next.kid)
  const principal = await createAuthenticator(vezne.runtime, realms)(`Bearer ${answer.access_token}`, later)
  assert.equal(principal.subject, 'cid_test_load_admin')
})

test('three changes under load refuse no valid token', async () => {
  const { tenantId } = await loadRealm()
  let isDone = false
  const refused: number[] = []
  let calls = 0
  const caller = async (): Promise<void> => {
    while (!isDone) {
      const token = await fresh()
      for (let nth = 0; nth < 5; nth++) {
        const status = await meStatus(token)
        calls++
        if (status !== 200) refused.push(status)
      }
    }
  }
  const callers = Promise.all([caller(), caller(), caller()])
  for (let round = 0; round < 3; round++) await rotateSigningKey(vezne.runtime, tenantId, Date.now() - 6 * MINUTE_MS)
  isDone = true
  await callers
  assert.deepEqual(refused, [])
  assert(calls > 10)
})

test('spent keys are removed by the next change, living ones are not', async () => {
  const { tenantId } = await loadRealm()
  await rotateSigningKey(vezne.runtime, tenantId, Date.now() + 3 * DAY_MS)
  const left = (await loadRealm()).keys
  assert.equal(left.length, 2, 'the one that signs by then, and the newest')
})

test('the job rotates keys older than 90 days, and no younger ones', async () => {
  const kids = async () =>
    (
      await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
        tx.query<{ tenant_id: string }>('select tenant_id from signing_keys'),
      )
    ).map((row) => row.tenant_id)
  const before = (await kids()).length
  await rotateSigningKeys(vezne.runtime).run()
  assert.equal((await kids()).length, before)
  const other = '00000000-0000-4000-8000-000000000011'
  await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(`update signing_keys set created = created - interval '91 days' where tenant_id = $1`, [other]),
  )
  await rotateSigningKeys(vezne.runtime).run()
  assert.equal((await kids()).filter((tenantId) => tenantId === other).length, 2)
  assert.equal((await kids()).length, before + 1)
})

test('private keys are sealed', async () => {
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ private_sealed: Buffer; public_jwk: object }>('select private_sealed, public_jwk from signing_keys'),
  )
  for (const row of rows) {
    assert.doesNotMatch(row.private_sealed.toString('latin1'), /PRIVATE KEY/)
    assert.deepEqual(Object.keys(row.public_jwk).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  }
})
