/** What an administrator who is bound to one merchant leaves to the tenant: whether the merchant sells, what it is called, what it is part of. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

let tenant: MadeTenant
/** Two administrators of the tenant, and one of the merchant alone. */
let admin: string
let other: string
let bound: string
let own: Answer['body']
let hidden: Answer['body']
const vezne = useVezne()
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  admin = await tokenOf(vezne, tenant, ['tenant-admin'])
  other = await tokenOf(vezne, tenant, ['tenant-admin'])
  hidden = await create({ name: 'A secret of the tenant', external_id: 'HIDDEN' })
  own = await create({ external_id: 'OWN', parent_id: hidden.id })
  bound = await tokenOf(vezne, tenant, ['tenant-admin'], own.id)
})

const call = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, `/api/v1/merchants${path}`, { token: as, ...(body ? { body } : {}) })
const create = async (body: object): Promise<Answer['body']> => {
  const made = await call(admin, 'POST', '', { name: 'Shop', ...body })
  assert.equal(made.status, 201, made.text)
  return made.body
}
const put = (as: string, body: object) => call(as, 'PUT', `/${own.id}`, { name: 'Shop', ...body })
const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body, text } = await answer
  assert.equal(status, 200, text)
  return body
}
const pay = () => vezne.request('cards', 'POST', '/api/v1/payments', { token: bound, body: paymentBody() })
const PLACE = () => ({ external_id: 'OWN', parent_id: hidden.id })

test('a merchant that the tenant has switched off stays off, whatever its own administrator writes', async () => {
  assert.equal((await pay()).status, 200)
  await done(put(admin, { ...PLACE(), is_active: false }))
  assertProblem(await pay(), 'merchant_inactive')
  assertProblem(await put(bound, { is_active: true }), 'forbidden', /is_active/)
  assertProblem(await pay(), 'merchant_inactive')
  assert.equal((await done(put(bound, { is_active: false, city: 'İzmir' }))).city, 'İzmir')
  await done(put(admin, { ...PLACE(), is_active: true }))
  assertProblem(await put(bound, { is_active: false }), 'forbidden', /is_active/)
})

test('nor does it approve itself: the tenant can still reject it', async () => {
  const waiting = await create({ status: 'pending' })
  const itself = await tokenOf(vezne, tenant, ['tenant-admin'], waiting.id)
  const write = (as: string, status: string) => call(as, 'PUT', `/${waiting.id}`, { name: 'Shop', status })
  assertProblem(await write(itself, 'approved'), 'forbidden', /status/)
  assert.equal((await done(write(itself, 'pending'))).status, 'pending')
  assert.equal((await done(write(admin, 'rejected'))).status, 'rejected')
  assertProblem(await write(itself, 'pending'), 'forbidden', /status/)
})

test('what it is called and part of stays when it is left out or sent as it is, and is refused otherwise', async () => {
  const kept = async (body: object) => {
    const { external_id, parent_id } = await done(put(bound, body))
    assert.deepEqual({ external_id, parent_id }, PLACE())
  }
  await kept({})
  await kept(PLACE())
  await kept({ ...PLACE(), parent_id: hidden.id.toUpperCase() })
  assertProblem(await put(bound, { external_id: 'OTHER' }), 'forbidden', /external_id/)
  const { id } = await create({ name: 'Another secret' })
  const refused = await put(bound, { parent_id: id })
  assertProblem(refused, 'forbidden', /parent_id/)
  assert.doesNotMatch(refused.text, /Another secret/)
})

test('a name that waits for the tenant’s second person is not taken back by the merchant’s administrator', async () => {
  assert.equal((await done(put(admin, { ...PLACE(), external_id: 'NEXT' }))).awaited_external_id, 'NEXT')
  assert.equal((await done(put(bound, PLACE()))).awaited_external_id, 'NEXT')
  assert.equal((await done(put(other, { ...PLACE(), external_id: 'NEXT' }))).external_id, 'NEXT')
})

test('nor does it confirm that a person of the merchant becomes one of the whole tenant, or of another merchant', async () => {
  const users = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
    vezne.request('identity', method, `/api/v1/users${path}`, { token: as, ...(body ? { body } : {}) })
  const password = 'correct horse battery 9'
  const made = {
    username: 'mole',
    email: 'mole@merchant.example',
    password,
    roles: ['tenant-admin'],
    merchantId: own.id,
  }
  const { id, changeId } = (await users(admin, 'POST', '', made)).body.data
  assert.equal((await users(other, 'POST', `/${id}/confirm`, { changeId })).status, 200)
  const path = `/api/v1/auth/${tenant.slug}/login`
  const signedIn = await vezne.request('identity', 'POST', path, { body: { username: 'mole', password } })
  assert.equal(signedIn.status, 200, signedIn.text)
  for (const merchantId of ['', hidden.id]) {
    const asked = (await users(admin, 'PUT', `/${id}`, { merchantId })).body.data
    assert.deepEqual([asked.merchantId, asked.awaited], [own.id, { merchantId: merchantId || null }])
    assertProblem(await users(bound, 'POST', `/${id}/confirm`, { changeId: asked.changeId }), 'resource_not_found')
    const still = (await users(admin, 'GET', `/${id}`)).body.data
    assert.deepEqual([still.merchantId, still.needsConfirmation], [own.id, true])
  }
})
