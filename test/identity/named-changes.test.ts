/** What a second person confirms: what was read, not what was changed since; and of a key also a later end and more addresses. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { OTHER_PASSWORD, openPeople, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { useVezne } from '../support/vezne.ts'

let people: People
/** The administrator's key, and the other administrator, a person. */
let admin: string
let deniz: string
const vezne = useVezne()
before(async () => {
  people = openPeople(vezne)
  admin = await vezne.token('admin')
  deniz = (await people.logIn('admin@demo.example', people.demoPassword('admin@demo.example'))).body.access_token
})

const ME = '/api/v1/tenants/me'
const call = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token, ...(body === undefined ? {} : { body }) })
const done = async (token: string, method: string, path: string, body?: object) => {
  const answer = await call(token, method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body?.api_key ?? answer.body?.data ?? answer.body
}
const confirm = (path: string, body?: object) => call(deniz, 'POST', `${path}/confirm`, body)

test('a key: roles, merchant, addresses, secret, name: each renames the pending change, and the refusal names it', async () => {
  const [merchant] = (await done(admin, 'GET', '/api/v1/merchants')).items
  const written = { display_name: 'Till', roles: ['merchant-user'], merchant_id: merchant.id, allowed_ips: '10.0.0.1' }
  const { id, change_id: first } = await done(admin, 'POST', `${ME}/api-keys`, written)
  const path = `${ME}/api-keys/${id}`
  assert.equal((await done(deniz, 'GET', path)).change_id, first)
  const steps: [change: object | null, members: RegExp][] = [
    [{ ...written, roles: ['merchant-user', 'transfer-merchant-admin'] }, /: roles\./],
    [{ ...written, roles: ['transfer-admin'], merchant_id: undefined }, /merchant_id, roles\./],
    [{ ...written, roles: ['transfer-admin'], merchant_id: undefined, allowed_ips: undefined }, /: allowed_ips\./],
    [null, /: secret\./],
  ]
  let seen = first
  for (const [change, members] of steps) {
    if (change === null) await done(admin, 'POST', `${path}/rotate-secret`)
    else await done(admin, 'PUT', path, change)
    assertProblem(await confirm(path, { change_id: seen }), 'conflict', members)
    seen = (await done(deniz, 'GET', path)).change_id
  }
  // All of it, for a person who read only the first one.
  assertProblem(await confirm(path, { change_id: first }), 'conflict', /: roles, merchant_id, allowed_ips, secret\./)
  assertProblem(await confirm(path, { change_id: id }), 'conflict', /No change of this id/)
  const { change_id, needs_confirmation } = await done(deniz, 'POST', `${path}/confirm`, { change_id: seen })
  assert.deepEqual([change_id, needs_confirmation], [null, false])
  assert.equal((await confirm(path, { change_id: seen })).status, 200, 'nothing left to confirm')
})

test('a user: a grant, a new password and what a role of the tenant’s own includes are seen before they are confirmed', async () => {
  await done(admin, 'POST', `${ME}/roles`, { name: 'night', includes: ['transfer-viewer'] })
  const id = await people.make('lale', { roles: ['night'] })
  const path = `/api/v1/users/${id}`
  const look = async () => (await done(deniz, 'GET', path)).changeId as string
  const steps: [method: string, where: string, body: object, members: RegExp][] = [
    ['PUT', path, { roles: ['night', 'fraud-admin'] }, /: roles\./],
    ['POST', `${path}/reset-password`, { password: OTHER_PASSWORD }, /password/],
    ['PUT', `${ME}/roles/night`, { includes: ['transfer-admin'] }, /what its roles include/],
    ['PUT', path, { roles: ['night'], enabled: false }, /: enabled, roles\./],
  ]
  for (const [method, where, body, members] of steps) {
    const seen = await look()
    await done(admin, method, where, body)
    assertProblem(await confirm(path, { changeId: seen }), 'conflict', members)
  }
  assert.equal((await done(deniz, 'POST', `${path}/confirm`, { change_id: await look() })).needsConfirmation, false)
})

test('an identity provider: where its keys are and what its roles are worth', async () => {
  const body = {
    name: 'Own people',
    jwks_url: 'https://1.1.1.1/keys',
    role_mappings: [{ external_role: 'all', role: 'transfer-viewer' }],
  }
  const made = await done(admin, 'POST', `${ME}/identity-providers`, { issuer: 'https://1.1.1.1', ...body })
  const path = `${ME}/identity-providers/${made.id}`
  const role_mappings = [{ external_role: 'all', role: 'tenant-admin' }]
  const changed = await done(admin, 'PUT', path, { ...body, jwks_url: 'https://1.1.1.1/other', role_mappings })
  assertProblem(await confirm(path, { change_id: made.change_id }), 'conflict', /jwks_url, role_mappings/)
  assert.equal((await done(deniz, 'POST', `${path}/confirm`, { change_id: changed.change_id })).change_id, null)
  await done(admin, 'DELETE', path)
})

test('a grant that commits while it is being confirmed is not confirmed with it', async () => {
  const { id, change_id } = await done(admin, 'POST', `${ME}/api-keys`, {
    display_name: 'Raced',
    roles: ['pos-viewer'],
  })
  const path = `${ME}/api-keys/${id}`
  const wider = { display_name: 'Raced', roles: ['pos-viewer', 'transfer-admin'] }
  const [granted, word] = await Promise.all([call(admin, 'PUT', path, wider), confirm(path, { change_id })])
  assert.equal(granted.status, 200, granted.text)
  assert.ok(word.status === 200 || word.status === 409, word.text)
  assert.equal((await done(deniz, 'GET', path)).needs_confirmation, true)
})

test('a key that decides: a later end, or more addresses, is a grant; a nearer end and fewer addresses are none', async () => {
  const at = (days: number) => new Date(vezne.runtime.clock.ms() + days * 86_400_000).toISOString()
  await done(admin, 'POST', `${ME}/roles`, { name: 'approver', includes: ['transfer-admin'] })
  const bounds = { allowed_ips: '127.0.0.0/8, 10.1.0.0/16', expires_at: at(10) }
  const own = { display_name: 'Bounded', roles: ['approver'], ...bounds }
  const path = `${ME}/api-keys/${(await done(admin, 'POST', `${ME}/api-keys`, own)).id}`
  const steps: [change: object, waits: boolean][] = [
    [{ expires_at: at(9), allowed_ips: '10.1.2.0/24, 127.0.0.1' }, false],
    [{ expires_at: at(11) }, true],
    [{ expires_at: undefined }, true],
    [{ allowed_ips: '127.0.0.0/8, 10.0.0.0/8' }, true],
    [{ allowed_ips: '127.0.0.0/8, 10.1.0.0/16, 2001:db8::1' }, true],
    [{ allowed_ips: undefined }, true],
  ]
  for (const [change, isWaiting] of steps) {
    await done(admin, 'PUT', path, own)
    await done(deniz, 'POST', `${path}/confirm`)
    const changed = await done(admin, 'PUT', path, { ...own, ...change })
    assert.equal(changed.needs_confirmation, isWaiting, JSON.stringify(change))
  }
  const plain = { display_name: 'Teller', roles: ['pos-operator'], expires_at: at(1) }
  const teller = `${ME}/api-keys/${(await done(admin, 'POST', `${ME}/api-keys`, plain)).id}`
  await done(deniz, 'POST', `${teller}/confirm`)
  const later = await done(admin, 'PUT', teller, { ...plain, expires_at: at(2), allowed_ips: undefined })
  assert.equal(later.needs_confirmation, false, 'it decides nothing')
})
