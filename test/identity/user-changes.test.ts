/** Users as administrators make and change them: each operation with each of its rules. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ProblemCode } from '../../src/core/error-codes.ts'
import { openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const DEMO = '00000000-0000-4000-8000-000000000010'
const MERCHANT_1 = '00000000-0000-4000-8000-000000000020'
const MERCHANT_OF_OTHER = '00000000-0000-4000-8000-000000000023'
const NOBODY = '00000000-0000-4000-8000-0000000000ff'
const ADMIN = 'admin@demo.example'
const vezne = useVezne()
let people: People
let other: People
before(async () => {
  people = openPeople(vezne)
  other = openPeople(vezne, 'tenant-other')
})

const create = (body: object, token?: string) =>
  people.call('POST', '', { username: 'someone', email: 'someone@x.example', roles: ['pos-viewer'], ...body }, token)
const put = (id: string, body: object, token?: string) => people.call('PUT', `/${id}`, body, token)
const shown = async (id: string) => (await people.call('GET', `/${id}`)).body.data

test('a user with everything, read back, in the envelope', async () => {
  const made = await create({
    username: 'Ayşe.Y',
    email: 'Ayse@Shop.example',
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    companyName: 'Kitap A.Ş.',
    password: PASSWORD,
    roles: ['pos-operator', 'fraud-analyst', 'pos-operator'],
    merchantId: MERCHANT_1,
  })
  assert.equal(made.status, 201, made.text)
  const { data, ...envelope } = made.body
  assert.deepEqual(envelope, { message: null, isSuccess: true, code: null })
  const { id, createdTimestamp, ...rest } = data
  assert.deepEqual(rest, {
    username: 'Ayşe.Y',
    email: 'Ayse@Shop.example',
    firstName: 'Ayşe',
    lastName: 'Yılmaz',
    enabled: true,
    emailVerified: false,
    roles: ['pos-operator', 'fraud-analyst'],
    tenantId: DEMO,
    merchantId: MERCHANT_1,
    companyName: 'Kitap A.Ş.',
    pendingApproval: false,
    needsConfirmation: true,
    changeId: rest.changeId,
    awaited: null,
    waitingMembers: [],
    invitedUntil: null,
  })
  assert.ok(Math.abs(createdTimestamp - vezne.runtime.clock.ms()) < 60_000)
  assert.deepEqual(await shown(id), data)
  assert.equal((await people.logIn('ayşe.y')).status, 200)
})

test('members in snake_case count, the camelCase spelling first', async () => {
  const made = await create({
    username: 'snake',
    email: 'snake@x.example',
    first_name: 'Ali',
    last_name: 'x',
    lastName: 'Can',
    merchant_id: MERCHANT_1,
    company_name: 'Co',
  })
  const { firstName, lastName, merchantId, companyName, id } = made.body.data
  assert.deepEqual([firstName, lastName, merchantId, companyName], ['Ali', 'Can', MERCHANT_1, 'Co'])
  const changed = await put(id, { first_name: 'Veli', pending_approval: true, merchant_id: '' })
  assert.deepEqual(
    [changed.body.data.firstName, changed.body.data.pendingApproval, changed.body.data.merchantId],
    ['Veli', true, null],
  )
})

const REFUSED: [what: string, body: object, code: ProblemCode, detail?: RegExp][] = [
  ['a user name of two letters', { username: 'ab' }, 'bad_request', /username/],
  ['a user name of 101 letters', { username: 'a'.repeat(101) }, 'bad_request', /username/],
  ['no e-mail address', { email: 'nobody' }, 'bad_request', /email/],
  ['no roles', { roles: null }, 'bad_request', /roles/],
  ['an unknown role', { roles: ['pos-viewer', 'boss'] }, 'bad_request', /roles\[1\]/],
  ['the role of the platform', { roles: ['platform-admin'] }, 'forbidden', /master/],
  ['a password of 11', { password: 'elevenchars' }, 'bad_request', /password/],
  ['a password of 129', { password: 'ab c'.repeat(33) }, 'bad_request', /password/],
  ['the user name as password', { username: 'long-user-name', password: 'Long-User-Name' }, 'bad_request', /password/],
  [
    'the address as password',
    { email: 'long@address.example', password: 'long@address.example!' },
    'bad_request',
    /password/,
  ],
  ['one sign as password', { password: '************' }, 'bad_request', /password/],
  ['a run as password', { password: '0123456789012' }, 'bad_request', /password/],
  ['an unknown merchant', { merchantId: NOBODY }, 'invalid_merchant_id'],
  ['a merchant of another tenant', { merchantId: MERCHANT_OF_OTHER }, 'invalid_merchant_id'],
  ['a taken user name', { username: ADMIN.toUpperCase() }, 'conflict', /user name/],
  ['a taken e-mail address', { email: ADMIN.toUpperCase() }, 'conflict', /e-mail/],
]
for (const [what, body, code, detail] of REFUSED)
  test(`create: ${what} is ${code}`, async () => {
    const { totalCount } = (await people.call('GET', '')).body.data
    assertProblem(await create(body), code, detail)
    assert.equal((await people.call('GET', '')).body.data.totalCount, totalCount)
  })

test('the same names in another tenant are free, and its users are not there', async () => {
  const made = await other.call('POST', '', { username: ADMIN, email: ADMIN, roles: ['tenant-admin'] })
  assert.equal(made.status, 201)
  const { id } = made.body.data
  for (const [method, path, body] of [
    ['GET', `/${id}`, undefined],
    ['PUT', `/${id}`, { enabled: false }],
    ['DELETE', `/${id}`, undefined],
    ['POST', `/${id}/reset-password`, { password: PASSWORD }],
  ] as const)
    assertProblem(await people.call(method, path, body), 'resource_not_found')
  assertProblem(await people.call('GET', `/${NOBODY}`), 'resource_not_found')
  assertProblem(await people.call('GET', '/no-uuid'), 'resource_not_found')
  assert.equal((await other.call('GET', `/${id}`)).body.data.enabled, true)
})

test('twenty creates of one user name at once: one wins, with and without one key', async () => {
  const token = await vezne.token('admin')
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => create({ username: 'crowd', email: `crowd-${nth}@x.example` }, token)),
  )
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
  const send = () =>
    vezne.request('identity', 'POST', '/api/v1/users', {
      token,
      headers: { 'idempotency-key': 'make-once' },
      body: { username: 'once', email: 'once@x.example', roles: [], password: PASSWORD },
    })
  const keyed = await Promise.all(Array.from({ length: 5 }, send))
  assert.deepEqual(new Set(keyed.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(keyed[0]!.status, 201)
})

test('what is not sent stays; what is sent is changed; names can be emptied', async () => {
  const id = await people.make('changes', { firstName: 'Can', merchantId: MERCHANT_1 })
  await change(vezne, 'update users set email_verified = true where id = $1', [id])
  const before = await shown(id)
  assert.deepEqual((await put(id, {})).body.data, before)
  const changed = await put(id, { firstName: '', lastName: 'Öz', roles: ['pos-operator'], companyName: 'Co' })
  assert.deepEqual(changed.body.data, {
    ...before,
    firstName: null,
    lastName: 'Öz',
    roles: ['pos-operator'],
    companyName: 'Co',
    changeId: changed.body.data.changeId,
    waitingMembers: ['company_name', 'first_name', 'last_name', 'roles'],
  })
  assert.notEqual(changed.body.data.changeId, before.changeId)
  const moved = await put(id, { email: 'moved@x.example' })
  assert.equal(moved.body.data.emailVerified, false, 'the new address was never verified')
  assert.deepEqual(moved.body.data, await shown(id))
})

const REFUSED_CHANGES: [what: string, body: object, code: ProblemCode][] = [
  ['an unknown role', { roles: ['boss'] }, 'bad_request'],
  ['the role of the platform', { roles: ['platform-admin'] }, 'forbidden'],
  ['a merchant of another tenant', { merchantId: MERCHANT_OF_OTHER }, 'invalid_merchant_id'],
  ['a merchant that is no uuid', { merchantId: 'x' }, 'bad_request'],
  ['the address of another user', { email: ADMIN }, 'conflict'],
]
test('changes that break a rule change nothing', async () => {
  const id = await people.make('unchanged')
  const before = await shown(id)
  for (const [what, body, code] of REFUSED_CHANGES) {
    assertProblem(await put(id, { firstName: 'X', ...body }), code)
    assert.deepEqual(await shown(id), before, what)
  }
})

test('a caller bound to a merchant reaches only the users of that merchant', async () => {
  await change(vezne, `update clients set roles = '{tenant-admin}' where client_id = 'cid_test_demo_m1user'`)
  const token = await vezne.token('m1user')
  const own = await people.make('bound', { merchantId: MERCHANT_1 })
  const free = await people.make('unbound')
  const names = (await people.call('GET', '?page_size=100', undefined, token)).body.data.items
  assert.ok(names.length > 0 && names.every((user: { merchantId: string }) => user.merchantId === MERCHANT_1))
  assertProblem(await people.call('GET', `/${free}`, undefined, token), 'resource_not_found')
  assertProblem(await put(free, { enabled: false }, token), 'resource_not_found')
  assertProblem(await put(own, { merchantId: '' }, token), 'forbidden', /bound/)
  assertProblem(await create({ username: 'wider', email: 'wider@x.example', roles: [] }, token), 'forbidden', /bound/)
  assert.equal((await put(own, { firstName: 'Own' }, token)).status, 200)
})

test('the realm master: its people are platform administrators and nothing else', async () => {
  const token = await vezne.token('admin', 'master')
  const sent = { username: 'operator', email: 'operator@platform.example', password: PASSWORD }
  assertProblem(await create({ ...sent, roles: ['tenant-admin'] }, token), 'bad_request', /roles\[0\]/)
  assertProblem(
    await create({ ...sent, roles: ['platform-admin'], merchantId: MERCHANT_1 }, token),
    'invalid_merchant_id',
  )
  const made = await create({ ...sent, roles: ['platform-admin'] }, token)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.data.tenantId, null)
  const master = openPeople(vezne, 'master')
  const person = await master.token('operator')
  assert.deepEqual((await master.me(person)).body.roles, ['platform-admin'])
  const [, demo] = (await master.call('GET', '', undefined, person)).body.data.items
  assert.equal((await master.call('DELETE', `/${demo.id}`, undefined, person)).status, 204)
  assert.equal((await master.call('GET', '', undefined, person)).body.data.totalCount, 1)
  assertProblem(
    await master.call('PUT', `/${made.body.data.id}`, { enabled: false }, person),
    'conflict',
    /platform-admin/,
  )
  const roles = await master.call('GET', '/roles', undefined, person)
  assert.deepEqual(
    roles.body.data.map(({ name }: { name: string }) => name),
    ['platform-admin'],
  )
})

test('an unknown API version', async () => {
  for (const path of ['/api/v2/users', '/api/v2/users/roles', `/api/v2/users/${NOBODY}`])
    assertProblem(
      await vezne.request('identity', 'GET', path, { token: await vezne.token('admin') }),
      'resource_not_found',
      /version 1/,
    )
})

test('callers without an administrator role: 403', async () => {
  const token = await vezne.token('pos')
  assertProblem(await create({}, token), 'forbidden')
  assertProblem(await people.call('GET', '/roles', undefined, token), 'forbidden')
})
