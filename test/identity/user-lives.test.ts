/** Life cycle of a user: approved, given passwords, deleted; and an administrator of the tenant always remains. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const ADMIN = 'admin@demo.example'
const vezne = useVezne()
let people: People
before(async () => {
  people = openPeople(vezne)
})

const put = (id: string, body: object, token?: string) => people.call('PUT', `/${id}`, body, token)

test('delete: gone from lists, names free again; not twice, not oneself', async () => {
  const id = await people.make('leaver')
  assert.equal((await people.call('DELETE', `/${id}`)).status, 204)
  assertProblem(await people.call('GET', `/${id}`), 'resource_not_found')
  assertProblem(await people.call('DELETE', `/${id}`), 'resource_not_found')
  assert.equal((await people.logIn('leaver')).status, 401)
  await people.make('leaver')
  const token = await people.token(ADMIN, people.demoPassword(ADMIN))
  const { sub } = (await people.me(token)).body
  assertProblem(await people.call('DELETE', `/${sub}`, undefined, token), 'conflict', /delete itself/)
})

test('a person cannot leave the tenant without an administrator; a key can', async () => {
  const token = await people.token(ADMIN, people.demoPassword(ADMIN))
  const { sub } = (await people.me(token)).body
  for (const body of [{ enabled: false }, { roles: ['pos-viewer'] }, { pendingApproval: true }])
    assertProblem(await put(sub, body, token), 'conflict', /tenant-admin/)
  const second = await people.make('second-admin', { roles: ['tenant-admin'] })
  const secondToken = await people.token('second-admin')
  const both = await Promise.all([put(second, { enabled: false }, token), put(sub, { enabled: false }, secondToken)])
  // The second one was no administrator any more, or would have left none.
  assert.deepEqual(both.map(({ status }) => status === 200).sort(), [false, true])
  for (const id of [sub, second]) assert.equal((await put(id, { enabled: false })).status, 200)
  for (const id of [sub, second]) assert.equal((await put(id, { enabled: true })).status, 200)
})

test('without a password the account waits; an administrator sets one; a temporary one only lets change it', async () => {
  const id = await people.make('newcomer', { password: null })
  assertProblem(await people.logIn('newcomer'), 'invalid_credentials', /username/)
  const reset = (body: object) => people.call('POST', `/${id}/reset-password`, body)
  assertProblem(await reset({ password: 'short' }), 'bad_request', /password/)
  assertProblem(await reset({ password: 'newcomer@people.example' }), 'bad_request', /e-mail/)
  assert.equal((await reset({ password: PASSWORD, temporary: true })).status, 204)
  assert.equal((await people.logIn('newcomer')).body.detail, 'password_change_required')
  assertProblem(await people.logIn('newcomer', 'wrong'), 'invalid_credentials', /username/)
  const body = { username: 'newcomer', password: PASSWORD, new_password: OTHER_PASSWORD }
  assert.equal((await people.step('change-password', body)).status, 200)
  assert.equal((await people.logIn('newcomer', OTHER_PASSWORD)).status, 200)
  assert.equal((await reset({ password: 'a third one of 3', temporary: true })).status, 204)
  assert.equal((await reset({ password: 'a fourth one of 4' })).status, 204)
  assert.equal((await people.logIn('newcomer', 'a fourth one of 4')).status, 200)
})

test('approval: a user who waits is in the pending list, and logs in once approved', async () => {
  const id = await people.make('waiter')
  await change(vezne, 'update users set pending_approval = true where id = $1', [id])
  const pending = await people.call('GET', '?Pending=true&SearchTerm=waiter')
  assert.deepEqual(
    pending.body.data.items.map((user: { id: string }) => user.id),
    [id],
  )
  assertProblem(await people.logIn('waiter'), 'invalid_credentials')
  assert.equal((await put(id, { pendingApproval: false })).body.data.pendingApproval, false)
  assert.equal((await people.logIn('waiter')).status, 200)
})
