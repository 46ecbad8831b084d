/** PATCH of merchants, keys and sign-in providers changes what is sent, and nothing else: what waits for a second person goes on waiting. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { type StubIssuer, startStubIssuer } from '../support/stub-issuer.ts'
import { asPlatform, type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

let issuer: StubIssuer
let tenant: MadeTenant
/** Administrators, two people. */
let first: string
let second: string
const vezne = useVezne()
before(async () => {
  issuer = await startStubIssuer()
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  first = await tokenOf(vezne, tenant, ['tenant-admin'])
  second = await tokenOf(vezne, tenant, ['tenant-admin'])
})
after(async () => {
  await issuer.close()
})

const call = (as: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, `/api/v1${path}`, { token: as, ...(body ? { body } : {}) })
const done = async (...sent: Parameters<typeof call>): Promise<Answer['body']> => {
  const { status, body, text } = await call(...sent)
  assert.ok(status < 300, text)
  return body
}

test('a merchant keeps what is not sent, and the external_id that waits is neither agreed to nor taken back', async () => {
  const made = { name: 'Shop', external_id: 'P-1', city: 'İzmir', legal_name: 'Shop A.Ş.' }
  const { id } = await done(first, 'POST', '/merchants', made)
  const headers = { 'x-external-merchant-id': 'P-1' }
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token: first, headers, body: paymentBody() })
  assert.equal(paid.status, 200, paid.text)
  const path = `/merchants/${id}`
  const waits = async () => {
    const { external_id, awaited_external_id, contact_phone, city } = await done(first, 'GET', path)
    return [external_id, awaited_external_id, contact_phone ?? null, city]
  }
  await done(first, 'PATCH', path, { external_id: 'P-2' })
  assert.deepEqual(await waits(), ['P-1', 'P-2', null, 'İzmir'])
  await done(first, 'PATCH', path, { contact_phone: '+902121112233' })
  await done(second, 'PATCH', path, { contact_phone: '+902121112244', unset: ['city'] })
  assert.deepEqual(await waits(), ['P-1', 'P-2', '+902121112244', null])
  await done(first, 'PATCH', path, { external_id: 'P-1' })
  assert.deepEqual((await waits()).slice(0, 2), ['P-1', null])
  await done(first, 'PATCH', path, { unset: ['external_id'] })
  const { awaits, legal_name } = await done(second, 'GET', path)
  assert.deepEqual([awaits, legal_name], ['external_id', 'Shop A.Ş.'])
  assert.equal((await done(second, 'PATCH', path, { unset: ['external_id'] })).external_id, null)
  assertProblem(
    await call(first, 'PATCH', path, { city: 'Ankara', unset: ['city'] }),
    'bad_request',
    /./,
    'city mismatch',
  )
  assertProblem(await call(first, 'PATCH', path, { unset: ['name'] }), 'bad_request')
})

test('an administrator of one merchant does not take away what is the tenant’s', async () => {
  const { id } = await done(first, 'POST', '/merchants', { name: 'Bound', external_id: 'B-1' })
  const bound = await tokenOf(vezne, tenant, ['tenant-admin'], id)
  assertProblem(await call(bound, 'PATCH', `/merchants/${id}`, { unset: ['external_id'] }), 'forbidden')
  assertProblem(await call(bound, 'PATCH', `/merchants/${id}`, { is_active: false }), 'forbidden')
  assert.equal((await done(bound, 'PATCH', `/merchants/${id}`, { city: 'Bursa' })).city, 'Bursa')
})

test('a key keeps its roles, limits and addresses; its merchant and limits go on waiting until one of them is sent', async () => {
  const one = await done(first, 'POST', '/merchants', { name: 'One' })
  const body = { display_name: 'Till', merchant_id: one.id, daily_limit_override: 5, allowed_ips: '203.0.113.7' }
  const { api_key: key } = await done(first, 'POST', '/tenants/me/api-keys', body)
  const path = `/tenants/me/api-keys/${key.id}`
  await done(second, 'POST', `${path}/confirm`, { change_id: key.change_id })
  await done(first, 'PATCH', path, { daily_limit_override: 50 })
  const named = await done(second, 'PATCH', path, { display_name: 'Till 2' })
  assert.deepEqual(
    [named.awaited, named.daily_limit_override, named.roles, named.allowed_ips, named.display_name],
    [{ daily_limit_override: 50 }, 5, ['merchant-user'], '203.0.113.7', 'Till 2'],
  )
  await done(first, 'PATCH', path, { daily_limit_override: 5 })
  assert.equal((await done(first, 'GET', path)).awaited, null)
  const off = await done(first, 'PATCH', path, { is_active: false, unset: ['daily_limit_override'] })
  assert.deepEqual([off.is_active, off.awaited], [false, { daily_limit_override: null }])
})

test('a provider is switched off without a word about the claim that waits', async () => {
  const provider = {
    name: 'Own people',
    issuer: issuer.origin,
    merchant_claim: 'shop',
    role_mappings: [{ external_role: 'till', role: 'pos-operator' }],
  }
  const { id } = await done(first, 'POST', '/tenants/me/identity-providers', provider)
  const path = `/tenants/me/identity-providers/${id}`
  const { change_id } = await done(second, 'GET', path)
  await done(second, 'POST', `${path}/confirm`, { change_id })
  const asked = await done(first, 'PATCH', path, { merchant_claim: 'office' })
  assert.deepEqual([asked.merchant_claim, asked.awaited], ['shop', { merchant_claim: 'office' }])
  const off = await done(first, 'PATCH', path, { is_active: false })
  assert.deepEqual(
    [off.is_active, off.awaited, off.role_mappings],
    [false, { merchant_claim: 'office' }, provider.role_mappings],
  )
  assert.equal((await done(first, 'PATCH', path, { merchant_claim: 'shop' })).awaited, null)
})

test('a key is switched off whatever became of its plan: what is not sent is not judged again', async () => {
  const figures = { daily_transaction_limit: 10, monthly_transaction_limit: 10, rate_limit_per_second: 5 }
  const sent = { code: 'going', name: 'Going', features: ['card_payments'], ...figures }
  const { body: plan } = await asPlatform(vezne, 'POST', '/platform/plans', sent)
  const made = { display_name: 'Till', plan_id: plan.id, daily_limit_override: 9 }
  const { api_key: key } = await done(first, 'POST', '/tenants/me/api-keys', made)
  const less = { ...sent, daily_transaction_limit: 5, is_active: false }
  assert.equal((await asPlatform(vezne, 'PUT', `/platform/plans/${plan.id}`, less)).status, 200)
  const path = `/tenants/me/api-keys/${key.id}`
  const off = await done(first, 'PATCH', path, { is_active: false, display_name: 'Lost till' })
  assert.deepEqual([off.is_active, off.display_name, off.plan_id], [false, 'Lost till', plan.id])
  assertProblem(await call(first, 'PATCH', path, { plan_id: plan.id }), 'plan_not_found')
  assertProblem(await call(first, 'PATCH', path, { daily_limit_override: 8 }), 'plan_not_found')
})

test('a provider is switched off although the name of its issuer leads nowhere any more', async () => {
  const gone = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  const admin = await tokenOf(vezne, gone, ['tenant-admin'])
  const mapped = {
    name: 'Lost',
    issuer: issuer.origin,
    role_mappings: [{ external_role: 'till', role: 'pos-operator' }],
  }
  const { id } = await done(admin, 'POST', '/tenants/me/identity-providers', mapped)
  await vezne.runtime.db.transaction({ of: gone.id }, (tx) =>
    tx.execute('update identity_providers set issuer = $2, jwks_url = $2 where tenant_id = $1', [
      gone.id,
      'https://gone.invalid',
    ]),
  )
  const path = `/tenants/me/identity-providers/${id}`
  const off = await done(admin, 'PATCH', path, { is_active: false, role_mappings: [] })
  assert.deepEqual([off.is_active, off.role_mappings], [false, []])
  assert.ok((await call(admin, 'PATCH', path, { jwks_url: 'https://gone.invalid/keys' })).status >= 400)
})
