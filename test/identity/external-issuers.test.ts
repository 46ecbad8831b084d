/** Tokens of a real OpenID provider, trusted by a tenant's configuration: roles, merchants, two tenants, and what is taken back. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type OidcRig, startOidcRig } from '../support/oidc-rig.ts'
import { openPeople } from '../support/people.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/tenants/me/identity-providers'
const DEMO = '00000000-0000-4000-8000-000000000010'
const ROLES: Record<string, string[]> = { alice: ['cashier', 'uma_authorization'], bob: ['boss'], carol: ['cashier'] }
const vezne = useVezne()
let keycloak: OidcRig
before(async () => {
  keycloak = await startOidcRig({
    clients: ['alice', 'bob', 'carol', 'prover'],
    claimsOf: (client) => ({
      realm_access: { roles: ROLES[client] },
      ...(client === 'carol' ? { shop: 'M-1002' } : {}),
      ...(client === 'prover' ? { vezne_realm: realmUrl() } : {}),
    }),
  })
})
after(async () => {
  await keycloak.stop()
})

const ask = async (method: string, path: string, body?: object, realm = 'tenant-demo') =>
  vezne.request('identity', method, path, { token: await vezne.token('admin', realm), ...(body ? { body } : {}) })
const realmUrl = (slug = 'tenant-demo') => `${vezne.urls.identity}/api/v1/auth/${slug}`
const wanted = (changes: object = {}) => ({
  name: 'Keycloak',
  issuer: keycloak.issuer,
  roles_claim: 'realm_access.roles',
  role_mappings: [{ external_role: 'cashier', role: 'pos-operator' }],
  merchant_claim: 'shop',
  ...changes,
})
/** What widens it counts once another administrator has agreed. */
const agree = async () => {
  const ADMIN = 'admin@demo.example'
  const people = openPeople(vezne)
  const token = await people.token(ADMIN, people.demoPassword(ADMIN))
  const { status, text } = await vezne.request('identity', 'POST', `${PATH}/${id}/confirm`, { token })
  assert.equal(status, 200, text)
}
const me = (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token })
const codeOf = async (token: string): Promise<string> => (await me(token)).body.code ?? 'accepted'

let id = ''
test('an issuer without a provider: refused, without a request', async () => {
  const token = await keycloak.token('alice', realmUrl())
  const before = [...keycloak.asked.values()].reduce((sum, count) => sum + count)
  assert.equal(await codeOf(token), 'invalid_token')
  assert.equal(
    [...keycloak.asked.values()].reduce((sum, count) => sum + count),
    before,
  )
})

test('trusted, its token works at once, with the roles its own are mapped to', async () => {
  const made = await ask('POST', PATH, wanted())
  assert.equal(made.status, 201, made.text)
  id = made.body.id
  assert.equal(made.body.audience, realmUrl())
  assert.equal(made.body.algorithm, 'RS256')
  assert.deepEqual((await ask('GET', `${PATH}/${id}`)).body, made.body)
  assert.deepEqual((await ask('GET', `${PATH}?search_term=keyCLOAK`)).body.items, [made.body])

  const alice = await keycloak.token('alice', realmUrl())
  const owner = await me(alice)
  assert.equal(owner.status, 200, owner.text)
  assert.equal(owner.body.sub, `${id}:alice`)
  assert.deepEqual(owner.body.roles, ['pos-operator'])
  assert.equal(owner.body.tenant_id, DEMO)
  assert.equal((await vezne.request('cards', 'GET', '/api/v1/transactions', { token: alice })).status, 200)
  const users = await vezne.request('identity', 'GET', '/api/v1/users', { token: alice })
  assert.equal(users.status, 403, 'no more than it is mapped to')
  assert.equal(keycloak.asked.get('/jwks'), 1, 'read once')
})

test('a role without a mapping is worth nothing; a merchant claim binds', async () => {
  const bob = await keycloak.token('bob', realmUrl())
  assert.deepEqual((await me(bob)).body.roles, [])
  assert.equal((await vezne.request('cards', 'GET', '/api/v1/transactions', { token: bob })).status, 403)
  const carol = await keycloak.token('carol', realmUrl())
  assert.equal((await me(carol)).body.merchant_id, '00000000-0000-4000-8000-000000000021')
  const elsewhere = await vezne.request('cards', 'GET', '/api/v1/transactions', {
    token: carol,
    headers: { 'x-external-merchant-id': 'M-1001' },
  })
  assert.equal(elsewhere.body.code, 'merchant_not_found')
})

test('a second tenant trusts the same issuer: the audience decides, and no token opens both', async () => {
  const made = await ask('POST', PATH, wanted({ role_mappings: [] }), 'tenant-other')
  assert.equal(made.status, 201, made.text)
  assert.notEqual(made.body.id, id)
  const [here, there] = [
    await keycloak.token('alice', realmUrl()),
    await keycloak.token('alice', realmUrl('tenant-other')),
  ]
  assert.equal((await me(here)).body.tenant_id, DEMO)
  assert.equal((await me(there)).body.tenant_id, '00000000-0000-4000-8000-000000000011')
  assert.equal((await me(there)).body.sub, `${made.body.id}:alice`)
  const path = (slug: string) => `/api/v1/auth/${slug}/me`
  assert.equal((await vezne.request('identity', 'GET', path('tenant-other'), { token: here })).status, 403)
  assert.equal((await ask('GET', `${PATH}/${id}`, undefined, 'tenant-other')).status, 404)
  assert.equal((await ask('DELETE', `${PATH}/${id}`, undefined, 'tenant-other')).status, 404)
  assert.equal(await codeOf(await keycloak.token('alice', 'somebody-else')), 'invalid_token')
})

test('an audience belongs to the tenant that proves it; another realm’s is refused', async () => {
  const custom = wanted({ audience: 'shop-api' })
  assert.equal((await ask('PUT', `${PATH}/${id}`, custom)).status, 200)
  const proof = { token: await keycloak.token('prover', 'shop-api') }
  const proven = await ask('POST', `${PATH}/${id}/prove`, proof)
  assert.equal(proven.status, 200, proven.text)
  const [theirs] = (await ask('GET', PATH, undefined, 'tenant-other')).body.items
  const claimed = await ask('PUT', `${PATH}/${theirs.id}`, custom, 'tenant-other')
  assert.equal(claimed.body.proof, realmUrl('tenant-other'), claimed.text)
  assert.equal((await ask('POST', `${PATH}/${theirs.id}/prove`, proof, 'tenant-other')).status, 400)
  assert.equal((await ask('DELETE', `${PATH}/${theirs.id}`, undefined, 'tenant-other')).status, 204)
  const foreign = await ask('POST', PATH, wanted({ audience: realmUrl() }), 'tenant-other')
  assert.equal(foreign.body.errors[0].field, 'audience', foreign.text)
  assert.equal((await me(await keycloak.token('alice', 'shop-api'))).body.tenant_id, DEMO)
  assert.equal((await ask('PUT', `${PATH}/${id}`, wanted())).status, 200)
})

test('what is taken back holds at the next call; made again, a person is the same actor', async () => {
  const token = await keycloak.token('alice', realmUrl())
  assert.deepEqual((await me(token)).body.roles, ['pos-operator'])
  await ask('PUT', `${PATH}/${id}`, wanted({ role_mappings: [{ external_role: 'cashier', role: 'pos-viewer' }] }))
  assert.deepEqual((await me(token)).body.roles, [])
  await agree()
  assert.deepEqual((await me(token)).body.roles, ['pos-viewer'])
  await ask('PUT', `${PATH}/${id}`, wanted({ is_active: false }))
  assert.equal(await codeOf(token), 'invalid_token')
  assert.deepEqual((await ask('GET', PATH)).body.items, [])
  assert.equal((await ask('GET', `${PATH}?include_inactive=true`)).body.items.length, 1)
  await ask('PUT', `${PATH}/${id}`, wanted({ is_active: true }))
  await agree()
  assert.equal(await codeOf(token), 'accepted')
  await ask('PUT', `${PATH}/${id}`, wanted({ max_token_life_seconds: 60 }))
  assert.match((await me(token)).body.detail, /lives 300 seconds/)
  assert.equal((await ask('DELETE', `${PATH}/${id}`)).status, 204)
  assert.equal(await codeOf(token), 'invalid_token')
  assert.equal((await ask('GET', `${PATH}/${id}`)).status, 404)
  const again = await ask('POST', PATH, wanted())
  assert.equal(again.body.id, id)
  await agree()
  assert.equal((await me(token)).body.sub, `${id}:alice`)
})

test('a suspended realm is closed to them, too', async () => {
  const token = await keycloak.token('alice', realmUrl())
  const set = async (status: string) => {
    await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.execute(`update realms set status = $1 where slug = 'tenant-demo'`, [status]),
    )
    vezne.runtime.notifications.publish('realms', DEMO)
  }
  await set('suspended')
  const refused = await me(token)
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'realm_suspended')
  await set('active')
  assert.equal(await codeOf(token), 'accepted')
})

for (const algorithm of ['PS256', 'ES256'] as const)
  test(`${algorithm}, and no other algorithm than the one that was configured`, async () => {
    const other = await startOidcRig({ algorithm })
    try {
      const provider = { name: algorithm, issuer: other.issuer, role_mappings: [] }
      const made = await ask('POST', PATH, { ...provider, algorithm })
      assert.equal(made.status, 201, made.text)
      const token = await other.token('alice', realmUrl())
      assert.equal(await codeOf(token), 'accepted')
      await ask('PUT', `${PATH}/${made.body.id}`, provider)
      assert.equal(await codeOf(token), 'invalid_token')
      await ask('DELETE', `${PATH}/${made.body.id}`)
    } finally {
      await other.stop()
    }
  })

const REFUSED: [string, object, string][] = [
  ['http to another machine', { issuer: 'http://login.example.com' }, 'issuer'],
  ['a private address', { issuer: 'https://10.0.0.1/realms/x' }, 'issuer'],
  ['the address of a cloud’s metadata', { issuer: 'https://169.254.169.254/' }, 'issuer'],
  ['a user in the URL', { issuer: 'https://me:pw@login.example.com/' }, 'issuer'],
  ['no URL', { issuer: 'keycloak' }, 'issuer'],
  ['a key set at a private address', { jwks_url: 'https://192.168.1.1/jwks' }, 'jwks_url'],
  [
    'a role of the platform',
    { role_mappings: [{ external_role: 'x', role: 'platform-admin' }] },
    'role_mappings[0].role',
  ],
  ['an unknown algorithm', { algorithm: 'HS256' }, 'algorithm'],
  ['tokens without expiry', { max_token_life_seconds: 86_401 }, 'max_token_life_seconds'],
  ['an audience with a blank', { audience: 'a b' }, 'audience'],
]
for (const [name, changes, field] of REFUSED)
  test(`${name} is refused at once`, async () => {
    const refused = await ask('POST', PATH, { ...wanted(), ...changes }, 'tenant-other')
    assert.equal(refused.status, 400, refused.text)
    assert.equal(refused.body.errors[0].field, field)
  })

test('an own realm is no external issuer, each issuer is configured once, and their number is limited', async () => {
  const own = await ask('POST', PATH, wanted({ issuer: realmUrl('tenant-other') }))
  assert.equal(own.body.errors[0].field, 'issuer')
  assert.equal((await ask('POST', PATH, wanted())).status, 409)
  const moved = await ask('PUT', `${PATH}/${id}`, wanted({ issuer: `${keycloak.issuer}/other` }))
  assert.equal(moved.body.errors[0].field, 'issuer')
  for (let nth = 0; nth < 10; nth++)
    await ask('POST', PATH, wanted({ issuer: `${keycloak.issuer}/${nth}` }), 'tenant-other')
  const eleventh = await ask('POST', PATH, wanted({ issuer: `${keycloak.issuer}/11` }), 'tenant-other')
  assert.equal(eleventh.status, 409)
  assert.equal((await ask('GET', PATH, undefined, 'tenant-other')).body.total_count, 10)
})

test('callers without tenant-admin, or bound to one merchant, are refused', async () => {
  const pos = await vezne.token('pos')
  for (const method of ['GET', 'POST'])
    assert.equal((await vezne.request('identity', method, PATH, { token: pos, body: wanted() })).status, 403)
  await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.execute(`update clients set merchant_id = '00000000-0000-4000-8000-000000000020', roles = '{tenant-admin}'
      where client_id = 'cid_test_demo_view'`),
  )
  vezne.runtime.notifications.publish('realms', DEMO)
  const bound = await vezne.token('view')
  const refused = await vezne.request('identity', 'DELETE', `${PATH}/${id}`, { token: bound })
  assert.equal(refused.status, 403, refused.text)
})
