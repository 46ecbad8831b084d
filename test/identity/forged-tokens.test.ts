/** Forged tokens: everything but an exact token of the realm is 401 invalid_token, without a request to the issuer. */
import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Authenticate, createAuthenticator } from '../../src/access/callers/authenticate.ts'
import { createRealms, type Realms } from '../../src/access/callers/realms.ts'
import { Problem } from '../../src/core/problem.ts'
import {
  base64url,
  claimsOf,
  es256,
  headerOf,
  hs256,
  type Mint,
  nothing,
  ps256,
  rs256,
  write,
} from '../support/forge.ts'
import { openMint } from '../support/mint.ts'
import { ok, type Receiver, startReceiver } from '../support/receiver.ts'
import type { Claims } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

let realms: Realms
let authenticate: Authenticate
let demo: Mint
let other: Mint
let receiver: Receiver
const strangers = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')

const vezne = useVezne()
before(async () => {
  realms = createRealms(vezne.runtime)
  authenticate = createAuthenticator(vezne.runtime, realms)
  demo = await openMint(vezne, realms, 'tenant-demo', 'cid_test_demo_admin')
  other = await openMint(vezne, realms, 'tenant-other', 'cid_test_other_admin')
  receiver = await startReceiver(ok)
})
after(async () => {
  realms.close()
  await receiver.close()
})

const now = Date.now()
const good = (changes: Claims = {}): Claims => claimsOf(demo, now, changes)
const header = (changes: Claims = {}): Claims => headerOf(demo, changes)
const without = (name: string, claims: Claims): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
/** Signed as ours are: only the claims or the header are wrong. */
const signed = (claims: Claims | string, headerChanges: Claims = {}): string =>
  write(header(headerChanges), claims, rs256(demo.key))
const secondOf = (ms: number): number => Math.floor(ms / 1000)
const publicPem = () => createPublicKey(demo.key).export({ type: 'spki', format: 'pem' }).toString()
const publicJwk = () => createPublicKey(demo.key).export({ format: 'jwk' })
const theirs = rs256(strangers.privateKey)
const url = (path: string): string => `${receiver.origin}/${path}`

const FORGED: Record<string, () => string> = {
  'alg none, none signed': () => write(header({ alg: 'none' }), good(), nothing),
  'alg None': () => write(header({ alg: 'None' }), good(), nothing),
  'alg NONE': () => write(header({ alg: 'NONE' }), good(), nothing),
  'alg nOnE with the signature of another token': () => write(header({ alg: 'nOnE' }), good(), rs256(demo.key)),
  'HS256 with the public key as PEM': () => write(header({ alg: 'HS256' }), good(), hs256(publicPem())),
  'HS256 with the public key as DER': () =>
    write(header({ alg: 'HS256' }), good(), hs256(createPublicKey(demo.key).export({ type: 'spki', format: 'der' }))),
  'HS256 with the public key as JWK': () => write(header({ alg: 'HS256' }), good(), hs256(JSON.stringify(publicJwk()))),
  'HS256 with a blank before the PEM': () => write(header({ alg: 'HS256' }), good(), hs256(` ${publicPem()}`)),
  'HS256 with an empty key': () => write(header({ alg: 'HS256' }), good(), hs256('')),
  'PS256 by the right key': () => write(header({ alg: 'PS256' }), good(), ps256(demo.key)),
  'RS256 that is a PSS signature': () => write(header(), good(), ps256(demo.key)),
  'RS384 by the right key': () => write(header({ alg: 'RS384' }), good(), rs256(demo.key, 'sha384')),
  'RS256 over SHA-512': () => write(header(), good(), rs256(demo.key, 'sha512')),
  'ES256 by a key of its own': () => write(header({ alg: 'ES256' }), good(), es256(curve.privateKey)),
  'ES256 with r and s zero': () => write(header({ alg: 'ES256' }), good(), () => Buffer.alloc(64)),
  'EdDSA by a key of its own': () => write(header({ alg: 'EdDSA' }), good(), rs256(edwards.privateKey, null)),
  'an alg that is a list': () => write(header({ alg: ['RS256'] }), good(), rs256(demo.key)),
  'another key under the same kid': () => write(header(), good(), theirs),
  'a kid that is a path': () => write(header({ kid: '../../../../dev/null' }), good(), theirs),
  'a kid that is SQL': () => write(header({ kid: "' or '1'='1" }), good(), rs256(demo.key)),
  'a kid that is a list': () => write(header({ kid: [demo.kid] }), good(), rs256(demo.key)),
  'a kid of 10 KB': () => write(header({ kid: 'k'.repeat(10_240) }), good(), rs256(demo.key)),
  'an unknown kid': () => write(header({ kid: 'unknown' }), good(), rs256(demo.key)),
  'no kid': () => write(without('kid', header()), good(), rs256(demo.key)),
  'the kid of another realm': () => write(header({ kid: other.kid }), good(), rs256(other.key)),
  'a kid named like a member of every object': () => write(header({ kid: '__proto__' }), good(), rs256(demo.key)),
  jku: () => write(header({ jku: url('jku') }), good(), theirs),
  x5u: () => write(header({ x5u: url('x5u') }), good(), theirs),
  x5c: () => write(header({ x5c: ['MIIB'] }), good(), theirs),
  'jwk in the header': () => write(header({ jwk: strangers.publicKey.export({ format: 'jwk' }) }), good(), theirs),
  'jku beside the right key': () => signed(good(), { jku: url('jku') }),
  crit: () => signed(good(), { crit: ['exp'] }),
  'b64 false': () => signed(good(), { b64: false, crit: ['b64'] }),
  'typ JWT': () => signed(good(), { typ: 'JWT' }),
  'no typ': () => write(without('typ', header()), good(), rs256(demo.key)),
  'no exp': () => signed(without('exp', good())),
  'exp as text': () => signed(good({ exp: String(secondOf(now) + 200) })),
  'exp 1e20': () => signed(good({ exp: 1e20 })),
  'exp as a list': () => signed(good({ exp: [secondOf(now) + 200] })),
  'a life of an hour': () => signed(good({ exp: secondOf(now) + 3_600 })),
  'no iat': () => signed(without('iat', good())),
  'iat ahead': () => signed(good({ iat: secondOf(now) + 60, exp: secondOf(now) + 300 })),
  'nbf ahead': () => signed(good({ nbf: secondOf(now) + 60 })),
  'iss with something before it': () => signed(good({ iss: `x${demo.issuer}` })),
  'iss with something after it': () => signed(good({ iss: `${demo.issuer}/` })),
  'iss with the realm in capitals': () => signed(good({ iss: demo.issuer.replace('tenant-demo', 'TENANT-DEMO') })),
  'iss as a list': () => signed(good({ iss: [demo.issuer] })),
  'iss elsewhere': () => signed(good({ iss: url('api/v1/auth/tenant-demo') })),
  'another realm’s iss, signed with the own key': () => signed(good({ iss: other.issuer })),
  'another realm’s iss and kid, signed with the own key': () => signed(good({ iss: other.issuer }), { kid: other.kid }),
  'the platform’s iss': () => signed(good({ iss: demo.issuer.replace('tenant-demo', 'master') })),
  'no aud': () => signed(without('aud', good())),
  'aud of production': () => signed(good({ aud: 'live' })),
  'aud as a list': () => signed(good({ aud: ['test', 'live'] })),
  'env of production': () => signed(good({ env: 'live' })),
  'the tenant of another realm': () => signed(good({ tenant_id: other.tenantId })),
  'no tenant': () => signed(without('tenant_id', good())),
  'no sub': () => signed(without('sub', good())),
  'a client of another realm': () => signed(good({ azp: other.clientId })),
  'roles as text': () => signed(good({ roles: 'platform-admin' })),
  'a claim twice': () => signed(JSON.stringify(good()).replace('{', `{"tenant_id":"${other.tenantId}",`)),
  'blanks between the claims': () => signed(JSON.stringify(good(), null, 1)),
  'a list for claims': () => signed(JSON.stringify([good()])),
  'padded base64': () => `${signed(good())}==`,
  'base64 with stray bits at its end': () => {
    const [head, claims, signature] = signed(good()).split('.') as [string, string, string]
    const last = signature.at(-1) as string
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return `${head}.${claims}.${signature.slice(0, -1)}${alphabet[alphabet.indexOf(last) ^ 1]}`
  },
  'plain base64': () => {
    const [head, claims, signature] = signed(good()).split('.') as [string, string, string]
    return `${head}.${claims}.${Buffer.from(signature, 'base64url').toString('base64')}`
  },
  truncated: () => signed(good()).slice(0, -20),
  'without a signature': () => signed(good()).split('.').slice(0, 2).join('.'),
  'four parts': () => `${signed(good())}.${base64url('more')}`,
  'a changed claim': () => {
    const [head, , signature] = signed(good()).split('.') as [string, string, string]
    return `${head}.${base64url(good({ roles: ['platform-admin'] }))}.${signature}`
  },
  '1 MB': () => signed(good({ jti: 'x'.repeat(1_048_576) })),
  'nothing but dots': () => '..',
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'accepted'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

test('the forger’s good token is accepted, so that each row below fails for its own reason', async () => {
  const token = signed(good())
  assert.equal((await authenticate(`Bearer ${token}`, now)).subject, 'cid_test_demo_admin')
  const me = await vezne.request('identity', 'GET', '/api/v1/me', { token })
  assert.equal(me.status, 200, me.text)
})

for (const [name, forge] of Object.entries(FORGED))
  test(`${name}: invalid_token`, async () => {
    const token = forge()
    assert.equal(await codeOf(authenticate(`Bearer ${token}`, now)), 'invalid_token')
    if (token.length > 8_000) return
    const answer = await vezne.request('identity', 'GET', '/api/v1/me', { token })
    assert.equal(answer.status, 401)
    assert.equal(answer.body.code, 'invalid_token')
    assert.equal(answer.headers['www-authenticate'], 'Bearer error="invalid_token"')
    assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|at async/)
    assert.deepEqual(receiver.received, [], 'no outbound request')
  })

test('a refresh token is no access token', async () => {
  const refresh = `rt_${'a'.repeat(43)}`
  assert.equal(await codeOf(authenticate(`Bearer ${refresh}`, now)), 'invalid_token')
})

const HEADERS: [string | undefined, string][] = [
  [undefined, 'invalid_token'],
  ['', 'invalid_token'],
  ['Bearer', 'invalid_token'],
  ['Bearer ', 'invalid_token'],
  ['Basic abc', 'invalid_token'],
  ['Token abc', 'invalid_token'],
  ['<token>', 'invalid_token'],
  ['Bearer <token> more', 'invalid_token'],
  ['Bearer <token>,<token>', 'invalid_token'],
  ['Bearer <token>', 'accepted'],
  ['bearer <token>', 'accepted'],
  ['BEARER  <token>', 'accepted'],
]
for (const [text, expected] of HEADERS)
  test(`Authorization: ${text}: ${expected}`, async () => {
    const token = signed(good())
    assert.equal(await codeOf(authenticate(text?.replaceAll('<token>', token), now)), expected)
  })

/** Seconds from now; 30 s of tolerance. A cached token follows the same rule. */
const TIMES: [string, Claims, number, string][] = [
  ['fresh', {}, 0, 'accepted'],
  ['at its end', {}, 300, 'accepted'],
  ['29 s after it', {}, 329, 'accepted'],
  ['30 s after it', {}, 330, 'token_expired'],
  ['31 s after it', {}, 331, 'token_expired'],
  ['a day after it', {}, 86_400, 'token_expired'],
  ['29 s before its iat', {}, -29, 'accepted'],
  ['31 s before its iat', {}, -31, 'invalid_token'],
  ['29 s before nbf', { nbf: 29 }, 0, 'accepted'],
  ['30 s before nbf', { nbf: 30 }, 0, 'accepted'],
  ['31 s before nbf', { nbf: 31 }, 0, 'invalid_token'],
]
for (const [name, { nbf }, atS, expected] of TIMES)
  test(`a token ${name}: ${expected}`, async () => {
    const start = Math.ceil(now / 1000) * 1000
    const claims = claimsOf(demo, start, nbf === undefined ? {} : { nbf: start / 1000 + nbf })
    const token = `Bearer ${signed(claims)}`
    assert.equal(await codeOf(authenticate(token, start + atS * 1000)), expected)
    if (nbf !== undefined) return
    const remembered = `Bearer ${signed(claimsOf(demo, start))}`
    await authenticate(remembered, start)
    if (atS >= 0) assert.equal(await codeOf(authenticate(remembered, start + atS * 1000)), expected, 'remembered')
  })

test('over HTTP an expired token is token_expired', async () => {
  const token = write(header(), claimsOf(demo, now - 400_000), rs256(demo.key))
  const answer = await vezne.request('identity', 'GET', '/api/v1/me', { token })
  assert.equal(answer.status, 401)
  assert.equal(answer.body.code, 'token_expired')
})
