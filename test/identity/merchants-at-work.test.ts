/** Merchants in use: payments of a disabled one, what prevents deletion, what a bound caller sees. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newId } from '../../src/core/id.ts'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()
let tenant: MadeTenant
let token: string
before(async () => {
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  token = await tokenOf(vezne, tenant, ['tenant-admin'])
})

const call = (method: string, path: string, body?: unknown, as = token, headers: Record<string, string> = {}) =>
  vezne.request('identity', method, `/api/v1/merchants${path}`, {
    token: as,
    headers,
    ...(body === undefined ? {} : { body }),
  })
const create = async (change: object = {}): Promise<Answer['body']> => {
  const { status, body, text } = await call('POST', '', { name: 'Shop', ...change })
  assert.equal(status, 201, text)
  return body
}
const put = (id: string, change: object = {}) => call('PUT', `/${id}`, { name: 'Shop', ...change })

test('inactive, pending, rejected: payments are refused at the next request', async () => {
  const shop = await create({ external_id: 'PAYS' })
  const pay = () =>
    vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: paymentBody(),
      headers: { 'x-external-merchant-id': 'PAYS' },
    })
  assert.equal((await pay()).status, 200)
  const change = (more: object) => put(shop.id, { external_id: 'PAYS', ...more })
  await change({ is_active: false })
  assertProblem(await pay(), 'merchant_inactive')
  await change({ is_active: true })
  assert.equal((await pay()).status, 200)
  for (const status of ['pending', 'rejected']) {
    const { id } = await create({ external_id: `S-${status}`, status })
    const answer = await vezne.request('cards', 'POST', '/api/v1/payments', {
      token,
      body: paymentBody(),
      headers: { 'x-merchant-id': id },
    })
    assertProblem(answer, 'merchant_inactive')
  }
  assertProblem(await call('DELETE', `/${shop.id}`), 'conflict', /payments/)
})

test('to be deleted it has no payments, keys, people or merchants below it', async () => {
  const { id } = await create()
  const key = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'Bound',
    merchant_id: id,
  })
  assertProblem(await call('DELETE', `/${id}`), 'conflict', /1 API keys/)
  await asPlatform(vezne, 'DELETE', `/platform/tenants/${tenant.id}/api-keys/${key.body.api_key.id}`)
  const below = await create({ parent_id: id })
  assertProblem(await call('DELETE', `/${id}`), 'conflict', /1 merchants/)
  assert.equal((await call('DELETE', `/${below.id}`)).status, 204)
  await vezne.runtime.db.transaction({ of: tenant.id }, (tx) =>
    tx.execute(
      `insert into users (tenant_id, id, username, email, roles, merchant_id, created, last_modified)
       values ($1, $2, 'bound', 'b@b.example', '{merchant-user}', $3, now(), now())`,
      [tenant.id, newId(Date.now()), id],
    ),
  )
  assertProblem(await call('DELETE', `/${id}`), 'conflict', /1 users/)
  await vezne.runtime.db.transaction({ of: tenant.id }, (tx) =>
    tx.execute(`update users set is_deleted = true where tenant_id = $1 and username = 'bound'`, [tenant.id]),
  )
  assert.equal((await call('DELETE', `/${id}`)).status, 204)
  for (const method of ['GET', 'DELETE']) assertProblem(await call(method, `/${id}`), 'resource_not_found')
  assertProblem(await put(id), 'resource_not_found')
  const read = await vezne.request('cards', 'GET', '/api/v1/transactions', { token, headers: { 'x-merchant-id': id } })
  assertProblem(read, 'merchant_not_found')
})

test('a caller bound to one merchant sees that one, whatever its roles', async () => {
  const own = await create({ name: 'Own' })
  const other = await create({ name: 'Other' })
  const bound = await tokenOf(vezne, tenant, ['pos-operator'], own.id)
  assert.deepEqual(
    (await call('GET', '?page_size=100', undefined, bound)).body.items.map(({ id }: { id: string }) => id),
    [own.id],
  )
  assert.equal((await call('GET', `/${own.id}`, undefined, bound)).status, 200)
  assertProblem(await call('GET', `/${other.id}`, undefined, bound), 'resource_not_found')
  const admin = await tokenOf(vezne, tenant, ['tenant-admin'], own.id)
  assertProblem(await call('POST', '', { name: 'New' }, admin), 'forbidden')
  assertProblem(await call('PUT', `/${other.id}`, { name: 'Taken' }, admin), 'resource_not_found')
  assertProblem(await call('DELETE', `/${other.id}`, undefined, admin), 'resource_not_found')
  assert.equal((await call('PUT', `/${own.id}`, { name: 'Mine' }, admin)).status, 200)
})

test('/me: the bound one, the only active one, else none; another tenant’s are not there', async () => {
  const bound = await tokenOf(vezne, tenant, ['merchant-user'], (await create({ name: 'Mine alone' })).id)
  assert.equal((await call('GET', '/me', undefined, bound)).body.name, 'Mine alone')
  assertProblem(await call('GET', '', undefined, bound), 'forbidden')
  const many = await tokenOf(vezne, tenant, ['pos-viewer'])
  assertProblem(await call('GET', '/me', undefined, many), 'resource_not_found', /names no merchant/)
  assert.equal(
    (await call('GET', '/me', undefined, await vezne.token('admin', 'tenant-other'))).body.external_id,
    'M-2001',
  )
  assertProblem(await call('GET', '/me', undefined, await vezne.token('admin', 'master')), 'resource_not_found')
  for (const id of ['00000000-0000-4000-8000-000000000020', 'x', 'ME'])
    assertProblem(await call('GET', `/${id}`), 'resource_not_found')
})
