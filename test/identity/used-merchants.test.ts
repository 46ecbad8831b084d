/** Whose the next payments are is not changed by one person: a used external_id stays with its merchant, and callers that name none are not moved to another one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

let owner: pg.Client
let tenant: MadeTenant
/** Administrators: two people of the tenant, and a key that the platform issued. */
let first: string
let second: string
let ofPlatform: string
const vezne = useVezne()
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  first = await tokenOf(vezne, tenant, ['tenant-admin'])
  second = await tokenOf(vezne, tenant, ['tenant-admin'])
  const made = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'Of the platform',
    roles: ['tenant-admin'],
  })
  const body = { client_id: made.body.api_key.client_id, client_secret: made.body.secret }
  const signedIn = await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, { body, from: 149 })
  ofPlatform = signedIn.body.access_token
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
})
after(async () => {
  await owner.end()
})

const call = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, `/api/v1/merchants${path}`, { token: as, ...(body ? { body } : {}) })
const create = async (external_id?: string, as = first): Promise<string> => {
  const { status, body, text } = await call(as, 'POST', '', { name: 'Shop', ...(external_id ? { external_id } : {}) })
  assert.equal(status, 201, text)
  return body.id
}
const name = (as: string, id: string, external_id: string | null) =>
  call(as, 'PUT', `/${id}`, { name: 'Shop', ...(external_id === null ? {} : { external_id }) })
/** What is called so after a write that answers as every other. */
const named = async (...write: Parameters<typeof name>): Promise<string | null> => {
  const { status, body, text } = await name(...write)
  assert.equal(status, 200, text)
  return body.external_id
}
const pay = (headers: Record<string, string>, token = first): Promise<Answer> =>
  vezne.request('cards', 'POST', '/api/v1/payments', { token, headers, body: paymentBody() })
/** Whose the next payment is that names its merchant so. */
const paidTo = async (externalId: string): Promise<string> => {
  const { status, body, text } = await pay({ 'x-external-merchant-id': externalId })
  assert.equal(status, 200, text)
  const read = await vezne.request('cards', 'GET', `/api/v1/transactions/${body.transaction_id}`, { token: first })
  return read.body.merchant_id
}

test('one person cannot swap the names of two merchants: the next payments stay theirs', async () => {
  const [one, other] = [await create('A-1'), await create('A-2')]
  assert.deepEqual([await paidTo('A-1'), await paidTo('A-2')], [one, other])
  assert.equal(await named(first, one, 'A-3'), 'A-1')
  assert.equal(await named(first, one, null), 'A-1')
  assertProblem(await name(first, other, 'A-1'), 'conflict', /./, 'external_id conflict')
  assert.equal(await named(first, one, 'A-1'), 'A-1')
  assert.deepEqual([await paidTo('A-1'), await paidTo('A-2')], [one, other])
})

test('a second person who sends the same carries it out; the name it had is never another merchant’s', async () => {
  const [one, other] = [await create('B-1'), await create()]
  await paidTo('B-1')
  const asked = await name(first, one, 'B-2')
  assert.deepEqual(
    [asked.body.external_id, asked.body.awaits, asked.body.awaited_external_id],
    ['B-1', 'external_id', 'B-2'],
  )
  assert.ok(asked.body.asked_by)
  assert.equal(await named(first, one, 'B-2'), 'B-1', 'the same person again')
  assert.equal(await named(ofPlatform, one, 'B-2'), 'B-1', 'nobody of the tenant')
  assert.equal(await named(second, one, 'B-9'), 'B-1', 'another word')
  assert.equal(await named(first, one, 'B-2'), 'B-1')
  const done = await name(second, one, 'B-2')
  assert.deepEqual([done.body.external_id, done.body.awaits, done.body.asked_by], ['B-2', null, null])
  assertProblem(await pay({ 'x-external-merchant-id': 'B-1' }), 'merchant_not_found')
  for (const as of [first, second]) assertProblem(await name(as, other, 'B-1'), 'conflict', /./, 'external_id conflict')
  assertProblem(await call(first, 'POST', '', { name: 'New', external_id: 'B-1' }), 'conflict')
  assert.equal(await named(first, one, 'B-1'), 'B-2')
  assert.equal(await named(second, one, 'B-1'), 'B-1')
  assert.equal(await named(first, one, null), 'B-1')
  assert.equal(await named(second, one, null), null)
  assertProblem(await name(first, other, 'B-1'), 'conflict')
})

test('what a key of the platform asked is nobody’s word: two people of the tenant name it', async () => {
  const one = await create('P-1')
  await paidTo('P-1')
  assert.equal(await named(ofPlatform, one, 'P-2'), 'P-1')
  assert.equal(await named(first, one, 'P-2'), 'P-1')
  assert.equal(await named(second, one, 'P-2'), 'P-2')
})

test('while nothing names the merchant its external_id is corrected by one, and free for others', async () => {
  const [one, other] = [await create('C-1'), await create('C-2')]
  assert.equal(await named(first, one, 'C-3'), 'C-3')
  assert.equal(await named(first, other, 'C-1'), 'C-1')
  assert.equal((await call(first, 'DELETE', `/${other}`)).status, 204)
  await create('C-1')
})

test('a link is enough to make it used; the merchant is then not deleted and made again', async () => {
  const one = await create('D-1')
  const link = await vezne.request('cards', 'POST', '/api/v1/checkout/sessions', {
    token: first,
    headers: { 'x-merchant-id': one },
    body: { amount: { amount: 1_000, currency: 'TRY' }, external_id: 'o-1' },
  })
  assert.ok(link.status < 300, link.text)
  assert.equal(await named(first, one, 'D-2'), 'D-1')
  assertProblem(await call(first, 'DELETE', `/${one}`), 'conflict')
})

test('a used merchant that is switched off leaves nobody else its callers without a merchant', async () => {
  const alone = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  const admin = await tokenOf(vezne, alone, ['tenant-admin'])
  const one = await create('E-1', admin)
  const fresh = () => tokenOf(vezne, alone, ['pos-operator'])
  assert.equal((await pay({}, await fresh())).status, 200)
  const other = await create('E-2', admin)
  assertProblem(await pay({}, await fresh()), 'merchant_id_required')
  assert.equal(
    (await call(admin, 'PUT', `/${one}`, { name: 'Shop', external_id: 'E-1', is_active: false })).status,
    200,
  )
  assertProblem(await pay({}, await fresh()), 'merchant_id_required')
  assert.equal((await pay({ 'x-merchant-id': other }, await fresh())).status, 200)
})

test('the database keeps names and people apart as well, whoever sends the statement', async () => {
  const [one, other] = [await create('F-1'), await create()]
  await paidTo('F-1')
  assert.equal(await named(first, one, 'F-2'), 'F-1') // its use is noted with it
  const change = (id: string, sql: string) => owner.query(`update merchants set ${sql} where id = $1`, [id])
  await assert.rejects(change(one, `external_id = 'F-2'`), /two people/)
  await assert.rejects(change(one, `external_id = 'F-2', external_id_agreed_by = external_id_asked_by`), /two people/)
  await assert.rejects(change(one, `external_id = 'F-3', external_id_agreed_by = 'other'`), /two people/)
  await assert.rejects(change(one, `has_been_used = false`), /stays used/)
  await change(one, `external_id = 'F-2', external_id_agreed_by = 'other'`)
  await assert.rejects(change(other, `external_id = 'F-1'`), /was used by another merchant/)
})
