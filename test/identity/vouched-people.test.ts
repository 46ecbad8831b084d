/** The platform vouches for a person, not for a password that somebody else has chosen: it waits until the person has an own one, and a later reset takes its word back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { codeAt, OTHER_PASSWORD, openPeople, PASSWORD, type People } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { authPath } from '../support/tokens.ts'
import { item } from '../support/transfers.ts'
import { useVezne } from '../support/vezne.ts'

const NEXT = `${OTHER_PASSWORD} 2`
const vezne = useVezne()

/** A tenant of one administrator, and a user that this one has made, with a password. */
interface Rig {
  readonly tenant: MadeTenant
  readonly people: People
  readonly admin: string
  readonly id: string
}
let from = 10
const openRig = async (): Promise<Rig> => {
  const tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  const admin = await tokenOf(vezne, tenant, ['tenant-admin'])
  const merchant = await vezne.request('identity', 'POST', '/api/v1/merchants', {
    token: admin,
    body: { name: 'Acme', external_id: 'M-1' },
  })
  assert.equal(merchant.status, 201, merchant.text)
  const people = openPeople(vezne, tenant.slug)
  const body = { username: 'mate', email: 'mate@people.example', password: PASSWORD, roles: ['tenant-admin'] }
  const made = await people.call('POST', '', body, admin)
  assert.equal(made.status, 201, made.text)
  return { tenant, people, admin, id: made.body.data.id }
}
const vouch = ({ tenant, id }: Rig, changeId?: string): Promise<Answer> =>
  asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/users/${id}/confirm`, changeId ? { changeId } : undefined)
const vouched = async (rig: Rig): Promise<void> => {
  const answer = await vouch(rig)
  assert.deepEqual([answer.status, answer.body.data?.needsConfirmation], [200, false], answer.text)
}
/** With a token of the user afterwards. */
const changeOwn = async ({ people }: Rig, password: string, new_password: string, otp?: string): Promise<string> => {
  const step = { username: 'mate', password, new_password, ...(otp === undefined ? {} : { otp }) }
  const answer = await people.step('change-password', step, from++)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.access_token
}
const reset = async ({ people, id, admin }: Rig, password: string, by = admin): Promise<void> => {
  const answer = await people.call('POST', `/${id}/reset-password`, { password }, by)
  assert.equal(answer.status, 204, answer.text)
}
/** What the administrator made, approved with this token. */
const approved = async ({ tenant, admin }: Rig, token: string): Promise<Answer> => {
  const headers = { 'x-tenant-id': tenant.id, 'x-external-merchant-id': 'M-1' }
  const listed = await vezne.request('transfers', 'GET', '/api/v1/connectoraccounts', { token: admin, headers })
  const body = { items: [item({ source_account_id: listed.body.data.items[0].id })] }
  const made = await vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/create', {
    token: admin,
    headers,
    body,
  })
  assert.equal(made.status, 201, made.text)
  const ids = { transfer_ids: [made.body.transfers[0].id] }
  return vezne.request('transfers', 'POST', '/api/v1/transfers/bulk/approve', { token, headers, body: ids })
}
const counts = async (rig: Rig, token: string): Promise<void> => {
  const answer = await approved(rig, token)
  assert.equal(answer.status, 200, answer.text)
}
const isTheAdmin = async (rig: Rig, token: string): Promise<void> =>
  assertProblem(await approved(rig, token), 'four_eyes_violation')

test('a password that the administrator chose: the platform waits until the person has an own one', async () => {
  const rig = await openRig()
  assertProblem(await vouch(rig), 'conflict', /own password.*change-password/)
  await isTheAdmin(rig, (await rig.people.logIn('mate', PASSWORD, from++)).body.access_token)
  const own = await changeOwn(rig, PASSWORD, OTHER_PASSWORD)
  await vouched(rig)
  await counts(rig, own)
  assert.equal((await vouch(rig)).status, 200, 'nothing changed since')
})

test('what the administrator sets afterwards takes the word back; the platform gives it again', async () => {
  const rig = await openRig()
  await changeOwn(rig, PASSWORD, OTHER_PASSWORD)
  await vouched(rig)
  await reset(rig, NEXT)
  assertProblem(await vouch(rig), 'conflict', /own password/)
  const theirs = await changeOwn(rig, NEXT, `${NEXT} 3`)
  await isTheAdmin(rig, theirs)
  await vouched(rig)
  await counts(rig, theirs)
  // The second factor as well: whoever takes it away from the person may be who sets up the next one.
  await rig.people.enrol(theirs, `${NEXT} 3`)
  const answer = await rig.people.call('POST', `/${rig.id}/reset-second-factor`, {}, rig.admin)
  assert.equal(answer.status, 204, answer.text)
  const without = (await rig.people.logIn('mate', `${NEXT} 3`, from++)).body.access_token
  assertProblem(await approved(rig, without), 'forbidden')
  await vouched(rig)
  await counts(rig, without)
})

test('a second factor that was set up while the administrator knew the password proves nothing afterwards', async () => {
  const rig = await openRig()
  const token = (await rig.people.logIn('mate', PASSWORD, from++)).body.access_token
  const { secret } = await rig.people.enrol(token, PASSWORD)
  await changeOwn(rig, PASSWORD, OTHER_PASSWORD, codeAt(secret, 1))
  await vouched(rig)
  await reset(rig, NEXT)
  const [row] = await vezne.runtime.db.transaction({ of: rig.tenant.id }, (tx) =>
    tx.query<{ second_factor_known_by: string[] | null }>('select second_factor_known_by from users where id = $1', [
      rig.id,
    ]),
  )
  assert.ok(row?.second_factor_known_by?.length)
})

test('what else was changed of a person who counts, and what the platform’s own keys reset, is not for the platform to confirm', async () => {
  const rig = await openRig()
  await changeOwn(rig, PASSWORD, OTHER_PASSWORD)
  await vouched(rig)
  const first = await asPlatform(vezne, 'POST', `/platform/tenants/${rig.tenant.id}/api-keys`, {
    display_name: 'First key',
    roles: ['tenant-admin'],
  })
  const { client_id } = first.body.api_key
  const body = { client_id, client_secret: first.body.secret }
  const signedIn = await vezne.request('identity', 'POST', authPath(rig.tenant.slug, 'token'), { body, from: from++ })
  await reset(rig, NEXT, signedIn.body.access_token)
  await changeOwn(rig, NEXT, `${NEXT} 3`)
  assertProblem(await vouch(rig), 'conflict', /each once/)
  const other = await openRig()
  await changeOwn(other, PASSWORD, OTHER_PASSWORD)
  await vouched(other)
  await reset(other, NEXT)
  const email = 'mine@people.example'
  assert.equal((await other.people.call('PUT', `/${other.id}`, { email }, other.admin)).status, 200)
  await changeOwn(other, NEXT, `${NEXT} 3`)
  assertProblem(await vouch(other), 'conflict', /each once/)
})
