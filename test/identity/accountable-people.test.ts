/** Four eyes means people: a person who may know a secret or a password is accountable for its use. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { LOAD_MERCHANT, LOAD_TENANT, RECEIVERS, startLoadTeam } from '../support/load-team.ts'
import { paymentBody } from '../support/payments.ts'
import { OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { authPath } from '../support/tokens.ts'
import { use } from '../support/use.ts'

const REALM = 'tenant-load'
const team = use(startLoadTeam)
let people: People
let admin: string
before(async () => {
  people = openPeople(team.vezne, REALM)
  admin = await team.vezne.token('admin', REALM)
})

interface Key {
  id: string
  token: string
}
let address = 2
const signIn = async (client_id: string, client_secret: string): Promise<string> => {
  const body = { client_id, client_secret }
  const answer = await team.vezne.request('identity', 'POST', authPath(REALM, 'token'), { body, from: address++ })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}
const keysOf = (token: string, path: string, body?: object): Promise<Answer> =>
  team.vezne.request('identity', 'POST', path, { token, ...(body === undefined ? {} : { body }) })
const OWN = '/api/v1/tenants/me/api-keys'
const makeKey = async (by: string, path = OWN, roles = ['tenant-admin']): Promise<Key> => {
  const made = await keysOf(by, path, { display_name: 'Made in a test', roles })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.api_key.id, token: await signIn(made.body.api_key.client_id, made.body.secret) }
}
/** Issues a new secret and signs in with it. */
const rotate = async (by: string, clientId: string): Promise<string> => {
  const [{ id }] = await team.rows('select id from clients where client_id = $1', [clientId])
  const rotated = await keysOf(by, `${OWN}/${id}/rotate-secret`)
  assert.equal(rotated.status, 200, rotated.text)
  return signIn(clientId, rotated.body.secret)
}
const steps = (token: string, verb: string, body: object): Promise<Answer> =>
  team.vezne.request('transfers', 'POST', `/api/v1/transfers/bulk/${verb}`, {
    token,
    body,
    headers: { 'x-tenant-id': LOAD_TENANT, 'x-merchant-id': LOAD_MERCHANT },
  })
const step = (token: string, verb: string, ...ids: string[]) => steps(token, verb, { transfer_ids: ids })
const create = async (token: string): Promise<string> => {
  const made = await steps(token, 'create', { items: [team.item(RECEIVERS.completes)] })
  assert.equal(made.status, 201, made.text)
  return made.body.transfers[0].id
}
/** Neither approves nor, once another person has approved it, sends the transfer. */
const assertSamePerson = async (token: string, id: string): Promise<void> => {
  for (const verb of ['approve', 'reject']) assertProblem(await step(token, verb, id), 'four_eyes_violation')
  const approved = await team.bulk('checker', 'approve', { transfer_ids: [id] })
  assert.equal(approved.status, 200, approved.text)
  assertProblem(await step(token, 'send', id), 'four_eyes_violation')
}

test('keys one administrator made, and keys those made, are that administrator', async () => {
  const [first, second] = [await makeKey(admin), await makeKey(admin, OWN, ['transfer-admin'])]
  const grandchild = await makeKey(first.token)
  await assertSamePerson(first.token, await create(admin))
  await assertSamePerson(second.token, await create(first.token))
  await assertSamePerson(admin, await create(grandchild.token))
  await assertSamePerson(grandchild.token, await create(second.token))
})

test('issuing a secret for another person’s key makes one accountable for it, also for earlier tokens', async () => {
  const maker = await team.vezne.token('maker', REALM)
  const id = await create(admin)
  const taken = await rotate(admin, 'cid_test_load_checker')
  for (const token of [taken, await team.vezne.token('checker', REALM)])
    assertProblem(await step(token, 'approve', id), 'four_eyes_violation')
  // Two keys of two people, both with a new secret from the same administrator: who is accountable for both.
  await rotate(admin, 'cid_test_load_maker')
  assertProblem(await step(taken, 'approve', await create(maker)), 'four_eyes_violation')
  await team.rows(
    `update clients set accountable = null, changed_people = null, needs_confirmation = null where client_id in ('cid_test_load_checker', 'cid_test_load_maker')`,
  )
})

test('a user counts as the person who set the password, until the user sets another one', async () => {
  const id = await people.make('ayse', { roles: ['tenant-admin'] })
  const known = await people.token('ayse')
  await assertSamePerson(known, await create(admin))
  const key = await makeKey(known)
  const own = await people.step('change-password', {
    username: 'ayse',
    password: PASSWORD,
    new_password: OTHER_PASSWORD,
  })
  // The administrator may have set that one, too: until another person confirms the user, both count as one.
  await assertSamePerson(own.body.access_token, await create(admin))
  const vouched = `/api/v1/platform/tenants/${LOAD_TENANT}/users/${id}/confirm`
  assert.equal((await keysOf(await team.vezne.token('admin', 'master'), vouched)).status, 200)
  const transfer = await create(admin)
  assert.equal((await step(own.body.access_token, 'approve', transfer)).status, 200)
  // What was made while both knew the password stays with both.
  await assertSamePerson(key.token, await create(admin))
  const password = `${PASSWORD} 3`
  const reset = await people.call('POST', `/${id}/reset-password`, { password })
  assert.equal(reset.status, 204, reset.text)
  await assertSamePerson(await people.token('ayse', password), await create(admin))
  await team.rows('update users set is_deleted = true where id = $1', [id])
})

test('keys the platform gives a tenant are none of its people, and what they make waits for one of them', async () => {
  const path = `/api/v1/platform/tenants/${LOAD_TENANT}/api-keys`
  const platform = await team.vezne.token('admin', 'master')
  const [first, second] = [await makeKey(platform, path), await makeKey(platform, path)]
  const grandchild = await makeKey(first.token)
  const id = await create(first.token)
  for (const { token } of [first, second, grandchild])
    for (const verb of ['approve', 'reject', 'send']) assertProblem(await step(token, verb, id), 'forbidden')
  // No person of the tenant created it: approver and sender are two people.
  assert.equal((await team.bulk('checker', 'approve', { transfer_ids: [id] })).status, 200)
  assert.equal((await team.bulk('checker', 'send', { transfer_ids: [id] })).body.code, 'four_eyes_violation')
  assert.equal((await team.bulk('sender', 'send', { transfer_ids: [id] })).status, 202)
})

test('a request to void is reviewed by another person than the one who asked through another key', async () => {
  const key = await makeKey(admin)
  const call = (token: string, path: string, body?: unknown): Promise<Answer> =>
    team.vezne.request('cards', 'POST', path, { token, ...(body === undefined ? {} : { body }) })
  const paid = await call(admin, '/api/v1/payments', paymentBody())
  assert.equal(paid.status, 200, paid.text)
  const { body: id } = await call(admin, '/api/v1/cancellation-requests', { transaction_id: paid.body.transaction_id })
  for (const verb of ['approve', 'reject'])
    assertProblem(await call(key.token, `/api/v1/cancellation-requests/${id}/${verb}`), 'four_eyes_violation')
  // Past the program.
  const [{ client_id }] = await team.rows('select client_id from clients where id = $1', [key.id])
  await assert.rejects(team.rows('update cancellation_requests set reviewed_by = $2 where id = $1', [id, client_id]), {
    code: '23514',
  })
  const transfer = await create(admin)
  await assert.rejects(
    team.rows(
      `update transfers set status = 'approved', approved_by = $2, history = history || '[{"to": "approved"}]' where id = $1`,
      [transfer, client_id],
    ),
    { code: '23514', message: /whoever made it does not decide/ },
  )
})

test('a person with several keys in a bulk: own items are skipped, the rest continues', async () => {
  const key = await makeKey(admin)
  const [own, other] = [await create(admin), (await team.create([team.item(RECEIVERS.completes)]))[0] as string]
  const { status, body } = await step(key.token, 'approve', own, other)
  assert.equal(status, 200)
  assert.deepEqual(
    [
      body.approved.map(({ id }: Key) => id),
      body.skipped.map(({ id, reason }: Key & { reason: string }) => [id, reason]),
    ],
    [[other], [[own, 'four_eyes_violation']]],
  )
})
