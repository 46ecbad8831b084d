/** An audience other than one's own counts once it is proven: a stranger who names it first takes nothing from its owner. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rs256, write } from '../support/forge.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { curve, json, jwk, KEY_SET, keys, small, startStubIssuer } from '../support/stub-issuer.ts'
import type { Claims } from '../support/tokens.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/tenants/me/identity-providers'
const DEMO = '00000000-0000-4000-8000-000000000010'
const vezne = useVezne()
const server = use(startStubIssuer)

type Slug = 'tenant-demo' | 'tenant-other'
const realmUrl = (slug: Slug) => `${vezne.urls.identity}/api/v1/auth/${slug}`
const ask = async (slug: Slug, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token: await vezne.token('admin', slug), ...(body ? { body } : {}) })
const wanted = (changes: object = {}) => ({
  name: 'Own people',
  issuer: server.origin,
  audience: 'shop-api',
  role_mappings: [{ external_role: 'cashier', role: 'pos-viewer' }],
  ...changes,
})
const made = async (slug: Slug, changes: object = {}): Promise<string> => {
  const { status, text, body } = await ask(slug, 'POST', PATH, wanted(changes))
  assert.equal(status, 201, text)
  return body.id
}
const remove = async (slug: Slug, id: string) => assert.equal((await ask(slug, 'DELETE', `${PATH}/${id}`)).status, 204)
const prove = (slug: Slug, id: string, token: string) => ask(slug, 'POST', `${PATH}/${id}/prove`, { token })
const signed = (changes: Claims = {}, key = keys.privateKey): string => {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    iss: server.origin,
    sub: 'alice',
    aud: 'shop-api',
    iat,
    exp: iat + 300,
    roles: ['cashier'],
    ...changes,
  }
  return write({ alg: 'RS256', kid: 'good', typ: 'JWT' }, claims, rs256(key))
}
const me = (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token })

test('a stranger names the pair first: its claim takes no token, and the owner proves and uses it', async () => {
  const strange = await made('tenant-other')
  assertProblem(await me(signed()), 'invalid_token')
  const id = await made('tenant-demo')
  const { body: waiting } = await ask('tenant-demo', 'GET', `${PATH}/${id}`)
  assert.deepEqual([waiting.audience, waiting.proof], ['shop-api', realmUrl('tenant-demo')])
  assertProblem(await me(signed()), 'invalid_token')
  assertProblem(await me(signed({ aud: realmUrl('tenant-demo') })), 'invalid_token')

  const proof = signed({ vezne_realm: realmUrl('tenant-demo') })
  const proven = await prove('tenant-demo', id, proof)
  assert.equal(proven.status, 200, proven.text)
  assert.deepEqual([proven.body.audience, proven.body.proof], ['shop-api', null])
  assert.equal((await prove('tenant-demo', id, proof)).status, 200, 'a repeat changes nothing')
  assert.equal((await me(signed())).body.tenant_id, DEMO)

  // A token of the owner's people, and one that was made for the owner's proof, prove nothing for the stranger.
  assertProblem(await prove('tenant-other', strange, signed()), 'bad_request', /vezne_realm/)
  assertProblem(await prove('tenant-other', strange, proof), 'bad_request', /vezne_realm/)
  // A provider that two tenants share makes both proofs; the first one keeps the pair.
  const late = signed({ aud: ['shop-api', realmUrl('tenant-other')] })
  assertProblem(await prove('tenant-other', strange, late), 'conflict', /proven/)
  assert.equal((await me(signed())).body.tenant_id, DEMO)
  await remove('tenant-demo', id)
  assert.equal((await prove('tenant-other', strange, late)).status, 200, 'deleted, it is free')
  await remove('tenant-other', strange)
})

test('two tenants prove at once: one has it', async () => {
  const slugs: Slug[] = ['tenant-demo', 'tenant-other']
  const ids = await Promise.all(slugs.map((slug) => made(slug)))
  const proof = signed({ aud: ['shop-api', ...slugs.map(realmUrl)] })
  const answers = await Promise.all(slugs.map((slug, at) => prove(slug, ids[at] as string, proof)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  await Promise.all(slugs.map((slug, at) => remove(slug, ids[at] as string)))
})

test('another audience is proven again; one’s own and the one that counts already need no proof', async () => {
  const id = await made('tenant-demo', { audience: undefined })
  const put = async (changes: object) => {
    const { status, text, body } = await ask('tenant-demo', 'PUT', `${PATH}/${id}`, wanted(changes))
    assert.equal(status, 200, text)
    return body
  }
  const own = signed({ aud: realmUrl('tenant-demo') })
  assert.equal((await me(own)).status, 200)
  const asked = await put({})
  assert.equal(asked.proof, realmUrl('tenant-demo'))
  assertProblem(await me(own), 'invalid_token')
  const { body: proven } = await prove('tenant-demo', id, signed({ aud: ['shop-api', realmUrl('tenant-demo')] }))
  assert.equal(proven.proof, null)
  assert.equal((await put({ name: 'Renamed' })).proof, null)
  assert.equal((await me(signed())).status, 200)
  assert.equal((await put({ audience: 'till-api' })).proof, realmUrl('tenant-demo'))
  assertProblem(await me(signed()), 'invalid_token')
  assert.equal((await put({ audience: undefined })).proof, null)
  assert.equal((await me(own)).status, 200)
  await remove('tenant-demo', id)
})

const NO_PROOF: [string, (own: string) => string, RegExp][] = [
  ['another key', (own) => signed({ vezne_realm: own }, small.privateKey), /no valid access token/],
  ['another audience', (own) => signed({ aud: ['till-api', own] }), /no valid access token/],
  ['another issuer', (own) => signed({ vezne_realm: own, iss: `${server.origin}/x` }), /no valid access token/],
  ['an ID token', (own) => signed({ vezne_realm: own, nonce: 'x' }), /no valid access token/],
  ['an expired one', (own) => signed({ vezne_realm: own, exp: 1_700_000_300, iat: 1_700_000_000 }), /expired/],
  ['a realm’s name as part of another', (own) => signed({ vezne_realm: `${own}x` }), /vezne_realm/],
  ['no token', () => 'x', /no valid access token/],
]
for (const [name, tokenOf, said] of NO_PROOF)
  test(`${name} proves nothing`, async () => {
    const id = await made('tenant-demo')
    const refused = await prove('tenant-demo', id, tokenOf(realmUrl('tenant-demo')))
    assertProblem(refused, 'bad_request', said)
    assert.equal(refused.body.errors[0].field, 'token')
    await remove('tenant-demo', id)
  })

test('keys at an address the tenant chose prove nothing: those of the issuer’s own discovery document do', async () => {
  const issuer = await startStubIssuer()
  try {
    issuer.answers['/stranger'] = json(KEY_SET())
    issuer.answers['/jwks'] = json({ keys: [jwk(curve.publicKey, 'curve')] })
    const id = await made('tenant-other', { issuer: issuer.origin, jwks_url: `${issuer.origin}/stranger` })
    const proof = signed({ iss: issuer.origin, vezne_realm: realmUrl('tenant-other') })
    assertProblem(await prove('tenant-other', id, proof), 'bad_request', /no valid access token/)
    assert.ok(issuer.received.every(({ path }) => path !== '/stranger'))
    await remove('tenant-other', id)
  } finally {
    await issuer.close()
  }
})

test('the token that proves is in no row', async () => {
  const id = await made('tenant-demo')
  const proof = signed({ vezne_realm: realmUrl('tenant-demo'), sub: 'somebody-in-particular' })
  await prove('tenant-demo', id, proof)
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
    tx.query<{ text: string }>(
      `select to_jsonb(a)::text as text from audit_log a union all select to_jsonb(r)::text from api_request_logs r
       union all select to_jsonb(i)::text from idempotency_keys i`,
    ),
  )
  assert.ok(rows.length > 0)
  const [, payload] = proof.split('.') as [string, string, string]
  assert.ok(rows.every(({ text }) => !text.includes(payload) && !text.includes('somebody-in-particular')))
  await remove('tenant-demo', id)
})
