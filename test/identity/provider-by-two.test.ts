/** Whose tokens an identity provider’s are is changed by two people: whoever names its keys alone would sign as anybody of it. Its administrators are people who confirm. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import { rs256, write } from '../support/forge.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { json, jwk, keys, startStubIssuer } from '../support/stub-issuer.ts'
import { type MadeTenant, makeKey, makeTenant } from '../support/tenants.ts'
import { use } from '../support/use.ts'
import { useVezne } from '../support/vezne.ts'

const PATH = '/api/v1/tenants/me/identity-providers'
const KEYS = '/api/v1/tenants/me/api-keys'
const DAY_MS = 86_400_000
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
const vezne = useVezne()
const issuer = use(startStubIssuer)
before(async () => {
  issuer.answers['/theirs'] = json({ keys: [jwk(theirs.publicKey, 'good')] })
})

const call = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token: as, ...(body ? { body } : {}) })
const done = async (...sent: Parameters<typeof call>): Promise<Answer['body']> => {
  const { status, body, text } = await call(...sent)
  assert.ok(status < 300, text)
  return body
}
let from = 10
/** An administrator by a key, of its own. */
const administrator = async (tenant: MadeTenant) => {
  const key = await makeKey(vezne, tenant, ['tenant-admin'])
  const token: string = (await key.signIn(from++)).body.access_token
  const { items } = await done(token, 'GET', `${KEYS}?page_size=100`)
  return { token, path: `${KEYS}/${items.find((each: Answer['body']) => each.client_id === key.clientId).id}` }
}
const provider = (changes: object = {}) => ({
  name: 'Own people',
  role_mappings: [
    { external_role: 'till', role: 'pos-operator' },
    { external_role: 'boss', role: 'tenant-admin' },
  ],
  ...changes,
})
/** A tenant of two administrators by keys, and of those of a provider, on which both agreed. */
const openRig = async () => {
  const tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  const [first, second] = [await administrator(tenant), await administrator(tenant)]
  const made = await done(first.token, 'POST', PATH, { ...provider(), issuer: issuer.origin })
  const at = `${PATH}/${made.id}`
  await done(second.token, 'POST', `${at}/confirm`)
  const tokenOf = (sub: string, roles: unknown, key = keys.privateKey, more: object = {}): string => {
    const now = Math.floor(Date.now() / 1000)
    const aud = `${vezne.urls.identity}/api/v1/auth/${tenant.slug}`
    const claims = { iss: issuer.origin, sub, aud, iat: now, exp: now + 300, roles, ...more }
    return write({ alg: 'RS256', kid: 'good', typ: 'JWT' }, claims, rs256(key))
  }
  return { tenant, first, second, at, tokenOf }
}
const rolesOf = async (token: string) => (await done(token, 'GET', '/api/v1/me')).roles
const refused = async (token: string) => assertProblem(await call(token, 'GET', '/api/v1/me'), 'invalid_token')
/** Leaves a second person nothing that waits. */
const agree = (as: string, at: string) => done(as, 'POST', `${at}/confirm`)

test('other keys of a provider wait: whoever named them signs as nobody until another person has confirmed it', async () => {
  const { first, second, at, tokenOf } = await openRig()
  const jwks_url = `${issuer.origin}/theirs`
  const asked = await done(first.token, 'PUT', at, provider({ jwks_url }))
  assert.deepEqual([asked.jwks_url, asked.awaited, asked.needs_confirmation], [null, { jwks_url }, true])
  const forged = tokenOf('alice', ['till'], theirs.privateKey)
  await refused(forged)
  assert.deepEqual(await rolesOf(tokenOf('alice', ['till'])), ['pos-operator'])
  assertProblem(await call(first.token, 'POST', `${at}/confirm`), 'four_eyes_violation')
  const agreed = await agree(second.token, at)
  assert.deepEqual([agreed.jwks_url, agreed.awaited, agreed.needs_confirmation], [jwks_url, null, false])
  assert.deepEqual(await rolesOf(forged), ['pos-operator'])
})

test('a PATCH leaves alone what waits in members it does not name, asks for more beside it, and takes back what it names', async () => {
  const { first, second, at, tokenOf } = await openRig()
  const patch = (body: object, as = first) => done(as.token, 'PATCH', at, body)
  const jwks_url = `${issuer.origin}/theirs`
  assert.deepEqual((await patch({ jwks_url })).awaited, { jwks_url })
  assert.deepEqual((await patch({ name: 'Own people, renamed' })).awaited, { jwks_url })
  assert.deepEqual((await patch({ roles_claim: 'groups' })).awaited, { jwks_url, roles_claim: 'groups' })
  assert.deepEqual((await patch({ unset: ['jwks_url'] })).awaited, { roles_claim: 'groups' })
  await refused(tokenOf('alice', ['till'], theirs.privateKey))
  assertProblem(await call(first.token, 'POST', `${at}/confirm`), 'four_eyes_violation')
  const agreed = await agree(second.token, at)
  assert.deepEqual([agreed.jwks_url, agreed.roles_claim, agreed.awaited], [null, 'groups', null])
})

test('more roles, another claim for roles, a longer life and switching it on wait; less counts at once', async () => {
  const { first, second, at, tokenOf } = await openRig()
  const put = (changes: object) => done(first.token, 'PUT', at, provider(changes))
  const till = tokenOf('alice', ['till'], keys.privateKey, { groups: ['boss'] })
  const wider = [{ external_role: 'till', role: 'pos-admin' }]
  const mapped = await put({ role_mappings: wider })
  assert.deepEqual([mapped.role_mappings, mapped.awaited], [[], { role_mappings: wider }])
  assert.deepEqual(await rolesOf(till), [])
  await agree(second.token, at)
  assert.deepEqual(await rolesOf(till), ['pos-admin'])
  const less = await put({ role_mappings: [] })
  assert.deepEqual([less.role_mappings, less.awaited, less.needs_confirmation], [[], null, false])
  await put({})
  await agree(second.token, at)
  assert.deepEqual((await put({ roles_claim: 'groups' })).awaited, { roles_claim: 'groups' })
  assert.deepEqual(await rolesOf(till), ['pos-operator'])
  assert.deepEqual((await put({ max_token_life_seconds: 7_200 })).awaited, { max_token_life_seconds: 7_200 })
  assert.equal((await put({ max_token_life_seconds: 60, is_active: false })).awaited, null)
  await agree(second.token, at)
  assert.deepEqual((await put({ max_token_life_seconds: 60, is_active: true })).awaited, { is_active: true })
  await refused(till)
  await agree(second.token, at)
  assert.match((await call(till, 'GET', '/api/v1/me')).body.detail, /trusted with 60/)
})

test('another audience: its people decide nothing until another person has confirmed it, and none come in until it is proven', async () => {
  const { first, second, at, tokenOf } = await openRig()
  const asked = await done(first.token, 'PUT', at, provider({ audience: 'shop-api' }))
  assert.deepEqual([asked.audience, asked.awaited, asked.needs_confirmation], ['shop-api', null, true])
  await refused(tokenOf('alice', ['till']))
  await agree(second.token, at)
  const back = await done(first.token, 'PUT', at, provider())
  assert.equal(back.needs_confirmation, false)
  assert.deepEqual(await rolesOf(tokenOf('alice', ['till'])), ['pos-operator'])
})

test('a name is nobody’s to confirm; deleted and made again by one person, what counted before counts', async () => {
  const { first, second, at, tokenOf } = await openRig()
  const renamed = await done(first.token, 'PUT', at, provider({ name: 'Renamed' }))
  assert.deepEqual([renamed.name, renamed.needs_confirmation], ['Renamed', false])
  const jwks_url = `${issuer.origin}/theirs`
  await done(first.token, 'DELETE', at)
  const again = await done(first.token, 'POST', PATH, { ...provider({ jwks_url }), issuer: issuer.origin })
  assert.deepEqual([again.jwks_url, again.awaited], [null, { jwks_url }])
  await refused(tokenOf('alice', ['till'], theirs.privateKey))
  assert.deepEqual(await rolesOf(tokenOf('alice', ['till'])), ['pos-operator'])
  await agree(second.token, at)
  assert.deepEqual(await rolesOf(tokenOf('alice', ['till'], theirs.privateKey)), ['pos-operator'])
})

test('a provider that the release before deleted accepts nothing, made again, until another person has confirmed it', async () => {
  const { tenant, first, second, at, tokenOf } = await openRig()
  await done(first.token, 'DELETE', at)
  await vezne.runtime.db.transaction({ of: tenant.id }, (tx) =>
    tx.execute('update former_merchant_claims set counted = null where tenant_id = $1', [tenant.id]),
  )
  const again = await done(first.token, 'POST', PATH, { ...provider(), issuer: issuer.origin })
  assert.deepEqual([again.is_active, again.awaited], [false, { is_active: true }])
  await refused(tokenOf('alice', ['till']))
  await agree(second.token, at)
  assert.deepEqual(await rolesOf(tokenOf('alice', ['till'])), ['pos-operator'])
})

/** A key in use that sells for the first of two merchants. */
const openTill = async ({ tenant, first, second }: Awaited<ReturnType<typeof openRig>>) => {
  const merchant = async (): Promise<string> =>
    (await done(first.token, 'POST', '/api/v1/merchants', { name: 'Shop' })).id
  const [one, two] = [await merchant(), await merchant()]
  const { api_key, secret } = await done(first.token, 'POST', KEYS, { display_name: 'Till', merchant_id: one })
  await done(second.token, 'POST', `${KEYS}/${api_key.id}/confirm`)
  const body = { client_id: api_key.client_id, client_secret: secret }
  const used = await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, { body, from: from++ })
  assert.equal(used.status, 200, used.text)
  const path = `${KEYS}/${api_key.id}`
  const move = (as: string, to = two) => done(as, 'PUT', path, { display_name: 'Till', merchant_id: to })
  return { path, one, two, move }
}

test('where all administrators come by a provider, one of them moves no takings alone, and another one confirms', async () => {
  const rig = await openRig()
  const { path, one, two, move } = await openTill(rig)
  await done(rig.first.token, 'DELETE', rig.second.path)
  await done(rig.tokenOf('alice', ['boss']), 'DELETE', rig.first.path)
  await vezne.moveClock(31 * DAY_MS)
  const alice = rig.tokenOf('alice', ['boss'])
  const moved = await move(alice)
  assert.deepEqual([moved.merchant_id, moved.awaited], [one, { merchant_id: two }])
  assertProblem(await call(alice, 'POST', `${path}/confirm`), 'four_eyes_violation')
  assert.equal((await done(rig.tokenOf('bob', ['boss']), 'POST', `${path}/confirm`)).merchant_id, two)
})

const LOCKED_OUT: Readonly<Record<string, (rig: Awaited<ReturnType<typeof openRig>>) => Promise<unknown>>> = {
  'switched off': ({ first, at }) => done(first.token, 'PUT', at, provider({ is_active: false })),
  'left without administrators': ({ first, at }) => done(first.token, 'PUT', at, provider({ role_mappings: [] })),
  deleted: ({ first, at }) => done(first.token, 'DELETE', at),
}
for (const [way, lockOut] of Object.entries(LOCKED_OUT))
  test(`a provider is ${way} first: the administrator who is left still moves no takings for thirty days`, async () => {
    const rig = await openRig()
    const { one, two, move } = await openTill(rig)
    await done(rig.first.token, 'DELETE', rig.second.path)
    await vezne.moveClock(31 * DAY_MS)
    await lockOut(rig)
    const moved = await move(rig.first.token)
    assert.deepEqual([moved.merchant_id, moved.awaited], [one, { merchant_id: two }])
    await vezne.moveClock(31 * DAY_MS)
    const alone = await move(rig.first.token)
    assert.deepEqual([alone.merchant_id, alone.awaited], [two, null])
  })
