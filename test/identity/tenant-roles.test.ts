/** A tenant's own roles: named bundles of built-in ones, for users and keys. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { BUILT_IN_ROLES } from '../../src/access/permissions.ts'
import type { ProblemCode } from '../../src/core/error-codes.ts'
import { PLATFORM_ROLE, roleMeaning, TENANT_ROLES } from '../../src/identity/roles/built-in-roles.ts'
import { openPeople, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change, claimsIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const OTHER = '00000000-0000-4000-8000-000000000011'
const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

const call = async (method: string, path = '', body?: unknown, tenant = 'me', key = 'admin') =>
  vezne.request('identity', method, `/api/v1/tenants/${tenant}/roles${path}`, {
    token: await vezne.token(key),
    ...(body === undefined ? {} : { body }),
  })
const make = async (name: string, includes: string[]) => {
  const made = await call('POST', '', { name, includes })
  assert.equal(made.status, 201, made.text)
}

test('every built-in role has a meaning, and is listed as one', async () => {
  assert.deepEqual(new Set([...TENANT_ROLES, PLATFORM_ROLE]), BUILT_IN_ROLES)
  const { status, body } = await call('GET')
  assert.equal(status, 200)
  assert.deepEqual(
    body.map(({ name, is_builtin }: { name: string; is_builtin: boolean }) => [name, is_builtin]),
    TENANT_ROLES.map((name) => [name, true]),
  )
  for (const role of body) {
    assert.deepEqual(role.includes, [role.name])
    assert.equal(role.description, String(roleMeaning(role.name)))
    assert.match(role.created, /\+00:00$/)
  }
})

test('a custom role: created, listed, offered to users, changed, deleted', async () => {
  const made = await call('POST', '', {
    name: 'night-shift',
    description: 'After ten',
    includes: ['pos-viewer', 'fraud-analyst', 'pos-viewer'],
  })
  assert.equal(made.status, 201, made.text)
  const { created, ...role } = made.body
  assert.deepEqual(role, {
    name: 'night-shift',
    description: 'After ten',
    includes: ['pos-viewer', 'fraud-analyst'],
    is_builtin: false,
  })
  assert.deepEqual((await call('GET')).body.at(-1), made.body)
  const offered = (await people.call('GET', '/roles')).body.data
  assert.deepEqual(offered.at(-1), { name: 'night-shift', description: 'After ten' })
  const changed = await call('PUT', '/night-shift', { includes: ['pos-operator'] })
  assert.deepEqual(changed.body, { ...made.body, includes: ['pos-operator'] })
  assert.equal((await call('DELETE', '/night-shift')).status, 204)
  assertProblem(await call('DELETE', '/night-shift'), 'resource_not_found')
  assertProblem(await call('PUT', '/night-shift', { includes: ['pos-viewer'] }), 'resource_not_found')
})

const REFUSED: [what: string, body: object, code: ProblemCode][] = [
  ['no name', { includes: ['pos-viewer'] }, 'bad_request'],
  ['a short name', { name: 'ab', includes: ['pos-viewer'] }, 'bad_request'],
  ['capitals', { name: 'Night', includes: ['pos-viewer'] }, 'bad_request'],
  ['a built-in name', { name: 'pos-viewer', includes: ['pos-viewer'] }, 'conflict'],
  ['the name of the platform’s role', { name: 'platform-admin', includes: ['pos-viewer'] }, 'bad_request'],
  ['nothing in it', { name: 'empty', includes: [] }, 'bad_request'],
  ['no list', { name: 'empty' }, 'bad_request'],
  ['the platform’s role in it', { name: 'sly', includes: ['platform-admin'] }, 'bad_request'],
  ['another own role in it', { name: 'nested', includes: ['taken'] }, 'bad_request'],
  ['a taken name', { name: 'taken', includes: ['pos-viewer'] }, 'conflict'],
]
test('what is no role is refused', async () => {
  await make('taken', ['pos-viewer'])
  for (const [what, body, code] of REFUSED) {
    const answer = await call('POST', '', body)
    assert.equal(answer.body.code, code, what)
    assertProblem(answer, code)
  }
  assertProblem(await call('PUT', '/taken', { name: 'other', includes: ['pos-viewer'] }), 'bad_request', /name/)
  assertProblem(await call('PUT', '/taken', { includes: ['taken'] }), 'bad_request', /includes\[0\]/)
  for (const method of ['PUT', 'DELETE'])
    assertProblem(
      await call(method, '/pos-viewer', method === 'PUT' ? { includes: ['pos-admin'] } : undefined),
      'conflict',
    )
})

test('ten creates of one name at once: one wins', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', '', { name: 'crowded', includes: ['pos-viewer'] })),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, ...Array(9).fill(409)])
})

test('`me` and the own id are one; another tenant is not there; others may not', async () => {
  const own = vezne.demo.tenants[0]!.tenant_id
  assert.deepEqual((await call('GET', '', undefined, own)).body, (await call('GET')).body)
  assertProblem(await call('GET', '', undefined, OTHER), 'resource_not_found')
  assertProblem(await call('POST', '', { name: 'foreign', includes: ['pos-viewer'] }, OTHER), 'resource_not_found')
  assertProblem(await call('GET', '', undefined, 'me', 'pos'), 'forbidden')
})

test('a caller bound to a merchant reads the roles and changes none', async () => {
  await change(vezne, `update clients set roles = '{tenant-admin}' where client_id = 'cid_test_demo_m1user'`)
  assert.equal((await call('GET', '', undefined, 'me', 'm1user')).status, 200)
  const role = { name: 'bound-role', includes: ['pos-viewer'] }
  assertProblem(await call('POST', '', role, 'me', 'm1user'), 'forbidden', /bound/)
  assertProblem(await call('PUT', '/taken', role, 'me', 'm1user'), 'forbidden', /bound/)
  assertProblem(await call('DELETE', '/taken', undefined, 'me', 'm1user'), 'forbidden', /bound/)
})

test('what a role includes counts with the next request of tokens that run, and with none that lost the role', async () => {
  await make('till', ['pos-viewer'])
  const id = await people.make('clerk', { roles: ['till'] })
  const token = await people.token('clerk')
  assert.deepEqual(claimsIn(token).roles, ['till', 'pos-viewer'])
  const roles = async () => (await people.me(token)).body.roles
  assert.equal((await people.call('GET', '', undefined, token)).status, 403)
  await call('PUT', '/till', { includes: ['pos-operator', 'tenant-admin'] })
  assert.deepEqual(await roles(), ['till', 'pos-operator', 'tenant-admin'])
  assert.equal((await people.call('GET', '', undefined, token)).status, 200)
  await call('PUT', '/till', { includes: ['pos-operator'] })
  assert.equal((await people.call('GET', '', undefined, token)).status, 403)
  assertProblem(await call('DELETE', '/till'), 'conflict', /users and API keys/)
  await people.call('PUT', `/${id}`, { roles: ['fraud-analyst'] })
  assert.deepEqual(await roles(), [])
  assert.equal((await call('DELETE', '/till')).status, 204)
})

test('a role granted while it is deleted: either it is in use, or it is not granted', async () => {
  for (let round = 0; round < 5; round++) {
    await make('fleeting', ['pos-viewer'])
    const id = await people.make(`taker-${round}`)
    const [given, gone] = await Promise.all([
      people.call('PUT', `/${id}`, { roles: ['fleeting'] }),
      call('DELETE', '/fleeting'),
    ])
    assert.deepEqual([given.status, gone.status].sort(), given.status === 200 ? [200, 409] : [204, 400])
    if (gone.status === 409) {
      await people.call('DELETE', `/${id}`)
      assert.equal((await call('DELETE', '/fleeting')).status, 204)
    }
  }
})

test('the last administrator may hang on a role: a person cannot empty it', async () => {
  await make('bosses', ['tenant-admin'])
  const all = (await people.call('GET', '?page_size=100')).body.data.items
  const admin = all.find((user: { username: string }) => user.username === 'admin@demo.example')
  await people.call('PUT', `/${admin.id}`, { roles: ['bosses'] })
  const token = await people.token(admin.username, people.demoPassword(admin.username))
  const put = (includes: string[]) =>
    vezne.request('identity', 'PUT', '/api/v1/tenants/me/roles/bosses', { token, body: { includes } })
  assertProblem(await put(['pos-viewer']), 'conflict', /tenant-admin/)
  assert.equal((await put(['pos-viewer', 'tenant-admin'])).status, 200)
})
