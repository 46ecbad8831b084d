/** Forged tokens of a trusted issuer, its hostile responses, its keys rotated, its server unavailable. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Authenticate, createAuthenticator } from '../../src/access/callers/authenticate.ts'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { Problem } from '../../src/core/problem.ts'
import {
  composeExternalIssuers,
  type ExternalIssuerServices,
} from '../../src/identity/identity-providers/external-issuers-module.ts'
import { es256, hs256, nothing, ps256, rs256, write } from '../support/forge.ts'
import { type OidcRig, startOidcRig } from '../support/oidc-rig.ts'
import type { Answerer } from '../support/receiver.ts'
import { curve, json, jwk, KEY_SET, keys, type StubIssuer, small, startStubIssuer } from '../support/stub-issuer.ts'
import type { Claims } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/tenants/me/identity-providers'
const MINUTE = 60_000
const WANTED = { name: 'Stub', merchant_claim: 'merchant', role_mappings: [{ external_role: 'a', role: 'pos-viewer' }] }
const vezne = useVezne()
let realms: Realms
let issuers: ExternalIssuerServices
let authenticate: Authenticate
let server: StubIssuer
let provider = ''

before(async () => {
  realms = createRealms(vezne.runtime)
  reopen()
  server = await startStubIssuer()
  provider = await trust({ ...WANTED, issuer: server.origin })
})
after(async () => {
  issuers.close()
  realms.close()
  await server.close()
})

/** As another process, which has read no keys yet. */
const reopen = (): void => {
  issuers?.close()
  issuers = composeExternalIssuers(vezne.runtime, realms)
  authenticate = createAuthenticator(vezne.runtime, realms, issuers.externalIssuers)
}
const trust = async (body: object): Promise<string> => {
  const made = await vezne.request('identity', 'POST', PATH, { token: await vezne.token('admin'), body })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}
const audience = (): string => `${vezne.urls.identity}/api/v1/auth/tenant-demo`
const codeAt = (token: string, nowMs: number): Promise<string> =>
  authenticate(`Bearer ${token}`, nowMs).then(
    () => 'accepted',
    (error) => (error instanceof Problem ? error.code : Promise.reject(error)),
  )
const now = Date.now()
const second = Math.floor(now / 1000)
const header = (changes: Claims = {}): Claims => ({ alg: 'RS256', kid: 'good', typ: 'JWT', ...changes })
const good = (changes: Claims = {}): Claims => ({
  iss: server.origin,
  sub: 'alice',
  aud: audience(),
  azp: 'till',
  iat: second,
  exp: second + 300,
  roles: ['a', 'platform-admin'],
  ...changes,
})
const without = (name: string, claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
const signed = (claims: Claims, headerChanges: Claims = {}): string =>
  write(header(headerChanges), claims, rs256(keys.privateKey))
const pem = () => keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()

const FORGED: Record<string, () => string> = {
  'alg none': () => write(header({ alg: 'none' }), good(), nothing),
  'HS256 with the public key': () => write(header({ alg: 'HS256' }), good(), hs256(pem())),
  'HS256 with a symmetric key of the set': () => write(header({ alg: 'HS256', kid: 'oct' }), good(), hs256('secret')),
  'PS256 where RS256 is configured': () => write(header({ alg: 'PS256' }), good(), ps256(keys.privateKey)),
  'PS256 with its own key of the set': () =>
    write(header({ alg: 'PS256', kid: 'for-ps256' }), good(), ps256(keys.privateKey)),
  'ES256 where RS256 is configured': () =>
    write(header({ alg: 'ES256', kid: 'curve' }), good(), es256(curve.privateKey)),
  'RS256 with a key for PS256': () => signed(good(), { kid: 'for-ps256' }),
  'a key for encryption': () => signed(good(), { kid: 'for-encryption' }),
  'a key of 1024 bits': () => write(header({ kid: 'small' }), good(), rs256(small.privateKey)),
  'a stranger’s key': () =>
    write(header(), good(), rs256(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)),
  'no kid': () => write(without('kid', header()), good(), rs256(keys.privateKey)),
  'an unknown kid': () => signed(good(), { kid: 'unknown' }),
  'a kid named like a member of every object': () => signed(good(), { kid: '__proto__' }),
  jku: () => signed(good(), { jku: `${server.origin}/jku` }),
  x5u: () => signed(good(), { x5u: `${server.origin}/x5u` }),
  'jwk in the header': () => signed(good(), { jwk: jwk(keys.publicKey, 'good') }),
  crit: () => signed(good(), { crit: ['exp'] }),
  'typ of another kind of token': () => signed(good(), { typ: 'logout+jwt' }),
  'no aud': () => signed(without('aud', good())),
  'another aud': () => signed(good({ aud: 'account' })),
  'aud of another realm': () => signed(good({ aud: audience().replace('tenant-demo', 'tenant-other') })),
  'aud that begins right': () => signed(good({ aud: `${audience()}/` })),
  'iss with a slash after it': () => signed(good({ iss: `${server.origin}/` })),
  'iss as a list': () => signed(good({ iss: [server.origin] })),
  'iss of a realm of ours': () => signed(good({ iss: audience() })),
  'no iss': () => signed(without('iss', good())),
  'no exp': () => signed(without('exp', good())),
  'exp as text': () => signed(good({ exp: String(second + 200) })),
  'no iat': () => signed(without('iat', good())),
  'iat ahead': () => signed(good({ iat: second + 60 })),
  'nbf ahead': () => signed(good({ nbf: second + 60 })),
  'a life of more than an hour': () => signed(good({ exp: second + 3_601 })),
  'no sub': () => signed(without('sub', good())),
  'a sub that is a number': () => signed(good({ sub: 7 })),
  'a sub with a line break': () => signed(good({ sub: 'alice\nbob' })),
  'an unknown merchant': () => signed(good({ merchant: 'M-9999' })),
  truncated: () => signed(good()).slice(0, -10),
}
for (const name of ['nonce', 'at_hash', 'c_hash', 's_hash', 'typ']) // Keycloak writes typ: ID
  FORGED[`an ID token with ${name}`] = () => signed(good({ [name]: 'ID' }))

test('the good token is accepted, as this person of this issuer', async () => {
  const principal = await authenticate(`Bearer ${signed(good())}`, now)
  assert.equal(principal.subject, `${provider}:alice`)
  assert.equal(principal.clientId, `${provider}:till`)
  assert.deepEqual([...principal.roles], ['pos-viewer'], 'roles of ours by name are worth nothing')
  const several = signed(good({ aud: ['account', audience()], roles: 'a b' }), { typ: 'at+jwt' })
  assert.equal((await authenticate(`Bearer ${several}`, now)).roles.has('pos-viewer'), true)
})

for (const [name, forge] of Object.entries(FORGED))
  test(`${name}: invalid_token`, async () => {
    const before = server.received.length
    assert.equal(await codeAt(forge(), now), 'invalid_token')
    assert.equal(server.received.length, before, 'no request is sent')
  })

test('a token for two tenants is for neither', async () => {
  const body = { name: 'Stub', issuer: server.origin, role_mappings: [] }
  const token = await vezne.token('admin', 'tenant-other')
  const made = await vezne.request('identity', 'POST', PATH, { token, body })
  assert.equal(made.status, 201, made.text)
  const theirs = made.body.audience
  assert.equal(await codeAt(signed(good({ aud: theirs })), now), 'accepted')
  assert.equal(await codeAt(signed(good({ aud: [audience(), theirs] })), now), 'invalid_token')
})

const TIMES: [string, Claims, number, string][] = [
  ['29 s after its end', {}, 329, 'accepted'],
  ['30 s after it', {}, 330, 'token_expired'],
  ['29 s before its iat', {}, -29, 'accepted'],
  ['31 s before its iat', {}, -31, 'invalid_token'],
  ['30 s before nbf', { nbf: second + 30 }, 0, 'accepted'],
  ['31 s before nbf', { nbf: second + 31 }, 0, 'invalid_token'],
]
for (const [name, claims, atS, expected] of TIMES)
  test(`a token ${name}: ${expected}`, async () => {
    assert.equal(await codeAt(signed(good({ ...claims, jti: name })), (second + atS) * 1000), expected)
  })

const HOSTILE: [string, () => Record<string, Answerer>][] = [
  [
    'another issuer in the discovery document',
    () => ({
      '/.well-known/openid-configuration': json({ issuer: 'https://evil.example', jwks_uri: `${server.origin}/jwks` }),
    }),
  ],
  [
    'a key set at a private address',
    () => ({ '/.well-known/openid-configuration': json({ issuer: server.origin, jwks_uri: 'https://10.0.0.1/jwks' }) }),
  ],
  [
    'a key set that is a file',
    () => ({ '/.well-known/openid-configuration': json({ issuer: server.origin, jwks_uri: 'file:///etc/passwd' }) }),
  ],
  [
    'a redirect',
    () => ({
      '/jwks': (_, response) => void response.writeHead(302, { location: `${server.origin}/elsewhere` }).end(),
    }),
  ],
  ['a page', () => ({ '/jwks': (_, response) => void response.writeHead(200).end('<html>') })],
  ['a list', () => ({ '/jwks': json([]) })],
  ['no keys', () => ({ '/jwks': json({ keys: [] }) })],
  [
    'keys that sign nothing',
    () => ({ '/jwks': json({ keys: [KEY_SET().keys[2], KEY_SET().keys[4], KEY_SET().keys[5], null, 7] }) }),
  ],
  [
    'an answer without end',
    () => ({ '/jwks': (_, response) => void response.writeHead(200).end('x'.repeat(1_000_000)) }),
  ],
  ['an error', () => ({ '/jwks': json({}, 500) })],
]
for (const [name, hostile] of HOSTILE)
  test(`${name}: the token cannot be verified, and after the pause it can`, async () => {
    reopen()
    server.answers = { ...server.goodAnswers(), ...hostile() }
    assert.equal(await codeAt(signed(good()), now), 'service_unavailable')
    server.answers = server.goodAnswers()
    assert.equal(await codeAt(signed(good()), now + 29_000), 'service_unavailable')
    assert.equal(await codeAt(signed(good()), now + 30_000), 'accepted')
    assert(server.received.every(({ path }) => path !== '/elsewhere'))
  })

test('over HTTP a token that cannot be verified is 401, not a server error', async () => {
  const issuer = 'http://127.0.0.1:49999'
  await trust({ name: 'Away', issuer, role_mappings: [] })
  const token = signed(good({ iss: issuer }))
  const answer = await vezne.request('identity', 'GET', '/api/v1/me', { token })
  assert.equal(answer.status, 503)
  assert.equal(answer.body.code, 'service_unavailable')
})

test('a provider that rotates its keys, and an unavailable one', async () => {
  const rig: OidcRig = await startOidcRig({ lifeS: 7_200 })
  try {
    await trust({ name: 'Rig', issuer: rig.issuer, role_mappings: [], max_token_life_seconds: 7_200 })
    const first = await rig.token('alice', audience())
    const start = Date.now()
    assert.equal(await codeAt(first, start), 'accepted')
    rig.rotate(true)
    const second = await rig.token('alice', audience())
    assert.equal(await codeAt(second, start + 1_000), 'invalid_token', 'read less than 30 seconds ago')
    assert.equal(await codeAt(second, start + 31_000), 'accepted')
    assert.equal(await codeAt(first, start + 31_000), 'accepted', 'both keys are published')
    rig.rotate()
    const third = await rig.token('alice', audience())
    assert.equal(await codeAt(third, start + 62_000), 'accepted')
    assert.equal(await codeAt(second, start + 62_000), 'invalid_token', 'its key is gone, remembered or not')
    assert.equal(rig.asked.get('/jwks'), 3)
    await rig.stop()
    assert.equal(await codeAt(third, start + 30 * MINUTE), 'accepted', 'away for half an hour')
    assert.equal(await codeAt(third, start + 62 * MINUTE), 'service_unavailable', 'away for too long')
    await rig.start()
    assert.equal(await codeAt(third, start + 70 * MINUTE), 'accepted')
  } finally {
    await rig.stop().catch(() => undefined)
  }
})
