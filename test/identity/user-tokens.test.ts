/** Tokens of users: their subject, and rights revoked before their expiry. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRealms, type Person, type Realm, type Realms } from '../../src/access/callers/realms.ts'
import { createTokenIssuer, type TokenIssuer } from '../../src/identity/tokens/token-issuer.ts'
import { toUserOwner } from '../../src/identity/tokens/token-owner.ts'
import { change, claimsIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const ADMIN = 'admin@demo.example'
const vezne = useVezne()
let realms: Realms
let realm: Realm
let issuer: TokenIssuer
before(async () => {
  realms = createRealms(vezne.runtime)
  realm = (await realms.realmBySlug('tenant-demo')) as Realm
  issuer = createTokenIssuer(vezne.runtime, realms)
})
after(async () => {
  realms.close()
})

const personCalled = async (username: string): Promise<Person> => {
  const [row] = await vezne.runtime.db.transaction({ of: realm.tenantId }, (tx) =>
    tx.query<{ id: string }>('select id from users where username = $1', [username]),
  )
  return (await realms.personOf(realm.tenantId, row!.id)) as Person
}
const tokenOf = async (username: string, nowMs = Date.now()): Promise<string> =>
  (await issuer.signIn(realm, toUserOwner(await personCalled(username)), nowMs)).access_token
const me = (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token })
const set = (username: string, what: string, values: unknown[] = []) =>
  change(vezne, `update users set ${what} where username = '${username}'`, values)

test('a person’s token names the person, and the owner of the token is the person', async () => {
  const token = await tokenOf(ADMIN)
  const claims = claimsIn(token)
  assert.equal(claims.azp, 'console')
  assert.match(claims.sub, /^[0-9a-f-]{36}$/)
  assert.deepEqual(claims.roles, ['tenant-admin'])
  const { body } = await me(token)
  assert.deepEqual(body, {
    sub: claims.sub,
    preferred_username: ADMIN,
    email: ADMIN,
    given_name: 'Deniz',
    family_name: 'Yönetici',
    name: 'Deniz Yönetici',
    roles: ['tenant-admin'],
    tenant_id: realm.tenantId,
    merchant_id: null,
    company_name: 'Demo Ticaret',
  })
})

const OFF: [string, string][] = [
  ['disabled', 'enabled = false'],
  ['deleted', 'is_deleted = true'],
  ['waiting for approval', 'pending_approval = true'],
]
for (const [name, what] of OFF)
  test(`a user who is ${name} makes the token invalid`, async () => {
    const token = await tokenOf(ADMIN)
    assert.equal((await me(token)).status, 200)
    await set(ADMIN, what)
    const refused = await me(token)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.code, 'invalid_token')
    await set(ADMIN, 'enabled = true, is_deleted = false, pending_approval = false')
    assert.equal((await me(token)).status, 200)
  })

test('an ended session: tokens issued before are invalid, the next one is good within the same second', async () => {
  const nowMs = Date.now()
  const token = await tokenOf(ADMIN, nowMs)
  await set(ADMIN, 'sessions_valid_from = $1', [new Date((Math.floor(nowMs / 1000) + 1) * 1000)])
  assert.equal((await me(token)).body.code, 'invalid_token')
  assert.equal((await me(await tokenOf(ADMIN, nowMs))).status, 200)
  await set(ADMIN, 'sessions_valid_from = null')
})

test('a tenant’s own role means what it includes at this moment', async () => {
  const put = (includes: string) =>
    change(
      vezne,
      `insert into tenant_roles (tenant_id, name, includes, created, last_modified)
       values ($1, 'till', $2, now(), now()) on conflict (tenant_id, name) do update set includes = excluded.includes`,
      [realm.tenantId, includes],
    )
  const roles = async (token: string) => (await me(token)).body.roles
  await put('{pos-viewer}')
  await set('cashier@demo.example', `roles = '{till,fraud-analyst}'`)
  const token = await tokenOf('cashier@demo.example')
  assert.deepEqual(claimsIn(token).roles, ['till', 'pos-viewer', 'fraud-analyst'])
  assert.deepEqual(await roles(token), ['till', 'pos-viewer', 'fraud-analyst'])
  await put('{pos-operator}')
  assert.deepEqual(await roles(token), ['till', 'pos-operator', 'fraud-analyst'])
  await set('cashier@demo.example', `roles = '{fraud-analyst,tenant-admin}'`)
  assert.deepEqual(await roles(token), ['fraud-analyst'], 'one taken away counts no more, one given waits')
})

test('an unknown id, or a key’s id, behind the console is no caller', async () => {
  const person = await personCalled(ADMIN)
  for (const id of ['00000000-0000-4000-8000-0000000000ff', 'cid_test_demo_admin', "' or 1=1"]) {
    const { access_token } = await issuer.signIn(realm, toUserOwner({ ...person, id }), Date.now())
    assert.equal((await me(access_token)).status, 401, id)
  }
})
