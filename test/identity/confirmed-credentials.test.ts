/** New or changed keys, users and identity providers decide nothing until a second person confirms them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, makeTenant } from '../support/tenants.ts'
import { authPath } from '../support/tokens.ts'
import { item, TENANT } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any
let people: People
/** The administrator's key, and the demo tenant's other administrator, a person. */
let admin: string
let deniz: string
const vezne = useVezne()
before(async () => {
  people = openPeople(vezne)
  admin = await vezne.token('admin')
  deniz = (await people.logIn('admin@demo.example', people.demoPassword('admin@demo.example'))).body.access_token
})

const OWN = '/api/v1/tenants/me/api-keys'
const call = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token, ...(body === undefined ? {} : { body }) })
let address = 2
const signIn = async (client_id: string, client_secret: string, realm = 'tenant-demo'): Promise<string> => {
  const body = { client_id, client_secret }
  const answer = await vezne.request('identity', 'POST', authPath(realm, 'token'), { body, from: address++ })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}
const makeKey = async (by: string, roles: string[], path = OWN): Promise<{ key: Json; token: string }> => {
  const { status, text, body } = await call(by, 'POST', path, { display_name: 'Made in a test', roles })
  assert.equal(status, 201, text)
  return { key: body.api_key, token: await signIn(body.api_key.client_id, body.secret) }
}
const bulk = (token: string, verb: string, body: object, tenant = TENANT): Promise<Answer> =>
  vezne.request('transfers', 'POST', `/api/v1/transfers/bulk/${verb}`, {
    token,
    body,
    headers: { 'x-tenant-id': tenant },
  })
const approve = (token: string, id: string) => bulk(token, 'approve', { transfer_ids: [id] })
const create = async (): Promise<string> => {
  const made = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: await vezne.token('maker'),
    body: { items: [item()] },
    headers: { 'x-tenant-id': TENANT, 'x-external-merchant-id': 'M-1001' },
  })
  assert.equal(made.status, 201, made.text)
  return made.body.transfers[0].id
}
/** Made by the platform, with the key it gives out first. */
const newTenant = async () => {
  const { id: tenant, slug } = await makeTenant(vezne)
  const made = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant}/api-keys`, {
    display_name: 'First key',
    roles: ['tenant-admin'],
  })
  const first = await signIn(made.body.api_key.client_id, made.body.secret, slug)
  return { tenant, slug, first }
}
const waits = async (token: string): Promise<void> => assertProblem(await approve(token, await create()), 'forbidden')
const counts = async (token: string): Promise<void> => {
  const { status, text } = await approve(token, await create())
  assert.equal(status, 200, text)
}
const confirm = (by: string, path: string): Promise<Answer> => call(by, 'POST', `${path}/confirm`)
const confirmed = async (by: string, path: string): Promise<Json> => {
  const { status, text, body } = await confirm(by, path)
  assert.equal(status, 200, text)
  return body.data ?? body
}

test('a key: made, given a new secret, granted a role: each time another person confirms it', async () => {
  const { key, token } = await makeKey(admin, ['transfer-admin'])
  const path = `${OWN}/${key.id}`
  assert.equal(key.needs_confirmation, true)
  await waits(token)
  // Neither its maker, nor a key of that maker, nor itself.
  const other = await makeKey(admin, ['tenant-admin'])
  assertProblem(await confirm(admin, path), 'four_eyes_violation')
  assertProblem(await confirm(other.token, path), 'forbidden')
  assertProblem(await confirm(token, path), 'forbidden')
  assert.equal((await confirmed(deniz, path)).needs_confirmation, false)
  assert.equal((await confirmed(admin, path)).needs_confirmation, false, 'nothing left to confirm')
  await counts(token)
  const rotated = await call(admin, 'POST', `${path}/rotate-secret`)
  assert.equal(rotated.body.api_key.needs_confirmation, true)
  await waits(token)
  await confirmed(deniz, path)
  const write = { display_name: 'Made in a test', roles: ['transfer-admin'] }
  assert.equal((await call(admin, 'PUT', path, write)).body.needs_confirmation, false, 'nothing widened')
  const wider = await call(admin, 'PUT', path, { ...write, roles: ['transfer-admin', 'pos-admin'] })
  assert.equal(wider.body.needs_confirmation, true)
  await waits(token)
  // Confirmed, the other key is still the administrator.
  await confirmed(deniz, `${OWN}/${other.key.id}`)
  assertProblem(await confirm(other.token, path), 'four_eyes_violation')
})

test('a user: created, reset, granted a role, enabled again; taken over, the new password is useless', async () => {
  const id = await people.make('cem', { roles: ['transfer-admin'] })
  const path = `/api/v1/users/${id}`
  await waits(await people.token('cem'))
  const change = { username: 'cem', password: PASSWORD, new_password: OTHER_PASSWORD }
  const own = (await people.step('change-password', change)).body.access_token
  await waits(own)
  assertProblem(await confirm(admin, path), 'four_eyes_violation')
  assert.equal((await confirmed(deniz, path)).needsConfirmation, false)
  await counts(own)
  const steps: [method: string, where: string, body: object][] = [
    ['POST', '/reset-password', { password: `${PASSWORD} 3`, temporary: true }],
    ['PUT', '', { roles: ['transfer-admin', 'fraud-admin'] }],
  ]
  for (const [method, where, body] of steps) {
    const { status, text } = await call(admin, method, `${path}${where}`, body)
    assert.ok(status < 300, text)
    const { data } = (await call(admin, 'GET', path)).body
    assert.equal(data.needsConfirmation, true, where)
    if (where !== '') {
      const taken = { username: 'cem', password: `${PASSWORD} 3`, new_password: `${OTHER_PASSWORD} 4` }
      await waits((await people.step('change-password', taken)).body.access_token)
    }
    assertProblem(await confirm(admin, path), 'four_eyes_violation')
    await confirmed(deniz, path)
  }
})

test('a role of the tenant’s own that comes to include another one is a grant to its holders', async () => {
  const roles = '/api/v1/tenants/me/roles'
  assert.equal((await call(admin, 'POST', roles, { name: 'clerk', includes: ['transfer-viewer'] })).status, 201)
  const { key, token } = await makeKey(deniz, ['clerk'])
  await confirmed(admin, `${OWN}/${key.id}`)
  assert.equal((await call(admin, 'PUT', `${roles}/clerk`, { includes: ['transfer-admin'] })).status, 200)
  await waits(token)
  assertProblem(await confirm(admin, `${OWN}/${key.id}`), 'four_eyes_violation')
})

test('an identity provider creates people: a second person confirms it first', async () => {
  const providers = '/api/v1/tenants/me/identity-providers'
  const body = {
    issuer: 'https://1.1.1.1',
    name: 'Own people',
    jwks_url: 'https://1.1.1.1/keys',
    role_mappings: [{ external_role: 'all', role: 'transfer-admin' }],
  }
  const made = await call(admin, 'POST', providers, body)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.needs_confirmation, true)
  const path = `${providers}/${made.body.id}`
  assertProblem(await confirm(admin, path), 'four_eyes_violation')
  assert.equal((await confirmed(deniz, path)).needs_confirmation, false)
  const { issuer: _, ...rest } = body
  assert.equal((await call(admin, 'PUT', path, rest)).body.needs_confirmation, false, 'nothing widened')
  const wider = await call(admin, 'PUT', path, { ...rest, roles_claim: 'groups' })
  assert.equal(wider.body.needs_confirmation, true)
  assert.equal((await call(admin, 'DELETE', path)).status, 204)
})

test('a new tenant: its first key alone never moves money; the platform vouches for two people at most', async () => {
  const { tenant, slug, first } = await newTenant()
  const merchant = await call(first, 'POST', '/api/v1/merchants', { name: 'Acme', external_id: 'M-1' })
  assert.equal(merchant.status, 201, merchant.text)
  const users = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => {
      const body = { username: name, email: `${name}@acme.example`, password: PASSWORD, roles: ['tenant-admin'] }
      const user = await call(first, 'POST', '/api/v1/users', body)
      assert.equal(user.status, 201, user.text)
      const step = { username: name, password: PASSWORD, new_password: OTHER_PASSWORD }
      const sent = { body: step, from: address++ }
      const changed = await vezne.request('identity', 'POST', authPath(slug, 'change-password'), sent)
      assert.equal(changed.status, 200, changed.text)
      return { id: user.body.data.id, token: changed.body.access_token }
    }),
  )
  const [one, two, three] = users as [Json, Json, Json]
  const [account] = (
    await vezne.request('transfers', 'GET', '/api/v1/connectoraccounts', {
      token: first,
      headers: { 'x-tenant-id': tenant },
    })
  ).body.data.items
  const make = async (token: string): Promise<string> => {
    const headers = { 'x-tenant-id': tenant, 'x-merchant-id': merchant.body.id }
    const body = { items: [item({ source_account_id: account.id })] }
    const answer = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', { token, body, headers })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.transfers[0].id
  }
  // A holder of the key can set every one of these passwords.
  const own = await make(first)
  for (const token of [first, one.token, two.token])
    assertProblem(await bulk(token, 'approve', { transfer_ids: [own] }, tenant), 'forbidden')
  assertProblem(await confirm(one.token, `/api/v1/users/${two.id}`), 'forbidden')
  const vouch = (id: string) => asPlatform(vezne, 'POST', `/platform/tenants/${tenant}/users/${id}/confirm`)
  for (const { id } of [one, two]) assert.equal((await vouch(id)).status, 200)
  assertProblem(await vouch(three.id), 'conflict')
  const theirs = await make(one.token)
  const by = (token: string, verb: string) => bulk(token, verb, { transfer_ids: [theirs] }, tenant)
  assertProblem(await by(one.token, 'approve'), 'four_eyes_violation')
  assert.equal((await by(two.token, 'approve')).status, 200)
  assert.equal((await by(two.token, 'send')).status, 202)
  // What the platform's key created has an unknown creator: two of the people confirm it, one after the other.
  const path = `/api/v1/users/${three.id}`
  assert.equal((await confirmed(one.token, path)).needsConfirmation, true)
  assertProblem(await confirm(one.token, path), 'four_eyes_violation')
  assert.equal((await confirmed(two.token, path)).needsConfirmation, false)
})

test('the platform vouches for two people of a tenant, whatever happens to them: no third one, and no takeover', async () => {
  const { tenant, slug, first } = await newTenant()
  const make = async (name: string, role: string): Promise<string> => {
    const body = { username: name, email: `${name}@acme.example`, password: PASSWORD, roles: [role] }
    const { id } = (await call(first, 'POST', '/api/v1/users', body)).body.data
    const step = { username: name, password: PASSWORD, new_password: OTHER_PASSWORD }
    const own = await vezne.request('identity', 'POST', authPath(slug, 'change-password'), {
      body: step,
      from: address++,
    })
    assert.equal(own.status, 200, own.text)
    return id
  }
  const [honest, third] = [await make('honest', 'tenant-admin'), await make('third', 'tenant-admin')]
  const [mule, second] = [await make('mule', 'transfer-admin'), await make('second', 'transfer-admin')]
  const vouch = (id: string) => asPlatform(vezne, 'POST', `/platform/tenants/${tenant}/users/${id}/confirm`)
  assert.equal((await vouch(honest)).status, 200)
  // At once: one of the two is the second person, the other one would be the third.
  const both = await Promise.all([mule, second].map(vouch))
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assertProblem(await vouch(third), 'conflict')
  const path = (id: string) => `/api/v1/users/${id}`
  // With the platform's key every user can be reset, demoted, disabled or deleted: that frees no place for another one.
  const vouched = both[0]?.status === 200 ? mule : second
  for (const id of [honest, vouched])
    assert.equal(
      (await call(first, 'POST', `${path(id)}/reset-password`, { password: `${OTHER_PASSWORD} 2` })).status,
      204,
    )
  for (const id of [honest, vouched, third]) assertProblem(await vouch(id), 'conflict')
  assert.equal((await call(first, 'PUT', path(honest), { roles: ['transfer-viewer'], enabled: false })).status, 200)
  assertProblem(await vouch(third), 'conflict')
  assert.equal((await call(first, 'DELETE', path(vouched))).status, 204)
  assertProblem(await vouch(third), 'conflict')
})
