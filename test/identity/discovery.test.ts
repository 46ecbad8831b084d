/** Discovery and key set for OAuth clients, and the subject of a token. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { authPath } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const get = (path: string, token?: string) =>
  vezne.request('identity', 'GET', path, token === undefined ? {} : { token })

test('the discovery document of a realm', async () => {
  const answer = await get(authPath('tenant-demo', '.well-known/openid-configuration'))
  const issuer = `${vezne.urls.identity}/api/v1/auth/tenant-demo`
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['cache-control'], 'public, max-age=300')
  assert.deepEqual(answer.body, {
    issuer,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/logout`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['token'],
    subject_types_supported: ['public'],
    scopes_supported: ['openid', 'profile', 'email'],
  })
})

test('the key set verifies the realm’s tokens, and contains no private key', async () => {
  const answer = await get(authPath('tenant-demo', '.well-known/jwks.json'))
  assert.equal(answer.status, 200)
  assert.deepEqual(
    answer.body.keys.map((key: object) => Object.keys(key).sort()),
    [['alg', 'e', 'kid', 'kty', 'n', 'use']],
  )
  const { payload } = await jwtVerify(await vezne.token('pos'), createLocalJWKSet(answer.body), {
    issuer: `${vezne.urls.identity}/api/v1/auth/tenant-demo`,
    audience: 'test',
    algorithms: ['RS256'],
  })
  assert.equal(payload.sub, 'cid_test_demo_pos')
})

for (const page of ['.well-known/openid-configuration', '.well-known/jwks.json'])
  test(`${page} of a realm that is not there`, async () => {
    const answer = await get(authPath('tenant-nobody', page))
    assert.equal(answer.status, 404)
    assert.equal(answer.body.code, 'realm_not_found')
    assert.equal(answer.body.error, undefined)
  })

test('/me and /auth/{slug}/me answer the same', async () => {
  const token = await vezne.token('m1')
  const me = await get('/api/v1/me', token)
  assert.deepEqual(me.body, {
    sub: 'cid_test_demo_m1',
    preferred_username: 'cid_test_demo_m1',
    email: null,
    given_name: null,
    family_name: null,
    name: 'Merchant 1',
    roles: ['merchant-admin'],
    tenant_id: '00000000-0000-4000-8000-000000000010',
    merchant_id: '00000000-0000-4000-8000-000000000020',
    company_name: 'Demo Ticaret',
  })
  assert.deepEqual((await get(authPath('tenant-demo', 'me'), token)).body, me.body)
})

test('the owner of a platform token has no tenant', async () => {
  const me = await get('/api/v1/me', await vezne.token('admin', 'master'))
  assert.equal(me.body.tenant_id, null)
  assert.equal(me.body.merchant_id, null)
  assert.deepEqual(me.body.roles, ['platform-admin'])
})

test('another slug than the token’s', async () => {
  const token = await vezne.token('m1')
  const foreign = await get(authPath('tenant-other', 'me'), token)
  assert.equal(foreign.status, 403)
  assert.equal(foreign.body.code, 'forbidden')
  assert.match(foreign.body.detail, /tenant-demo/)
  assert.equal((await get(authPath('tenant-nobody', 'me'), token)).body.code, 'realm_not_found')
  assert.equal((await get('/api/v1/me')).body.code, 'invalid_token')
})
