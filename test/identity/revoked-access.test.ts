/** Access revoked while a token is valid: suspension, disabled keys, roles and merchants, without waiting for its expiry. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

const me = (token: string) => vezne.request('identity', 'GET', '/api/v1/me', { token })
const users = (token: string) => vezne.request('identity', 'GET', '/api/v1/users', { token })
const setClient = (clientId: string, what: string, values: unknown[] = []) =>
  change(vezne, `update clients set ${what} where client_id = '${clientId}'`, values)

test('a suspended realm: running tokens are refused on every surface until it is active again', async () => {
  const token = await vezne.token('admin', 'tenant-other')
  assert.equal((await me(token)).status, 200)
  await change(vezne, `update realms set status = 'suspended' where slug = 'tenant-other'`)
  const refused = await me(token)
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'realm_suspended')
  const cards = await vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  assert.equal(cards.body.code, 'realm_suspended')
  assert.equal((await me(await vezne.token('admin'))).status, 200, 'the other realms go on')
  await change(vezne, `update realms set status = 'active' where slug = 'tenant-other'`)
  assert.equal((await me(token)).status, 200)
})

const OFF: [string, string][] = [
  ['switched off', 'is_active = false'],
  ['deleted', 'is_deleted = true'],
  ['past its end', `expires_at = '2020-01-01'`],
]
for (const [name, what] of OFF)
  test(`a key that is ${name} makes its tokens invalid`, async () => {
    const token = await vezne.token('view')
    assert.equal((await me(token)).status, 200)
    await setClient('cid_test_demo_view', what)
    const refused = await me(token)
    assert.equal(refused.status, 401)
    assert.equal(refused.body.code, 'invalid_token')
    await setClient('cid_test_demo_view', 'is_active = true, is_deleted = false, expires_at = null')
    assert.equal((await me(token)).status, 200)
  })

test('a removed role is void at once; a granted one waits for the next token', async () => {
  const token = await vezne.token('checker')
  await setClient('cid_test_demo_checker', `roles = '{tenant-admin,transfer-admin}'`)
  assert.equal((await users(token)).status, 403, 'not in the token')
  const admin = await vezne.token('admin')
  assert.equal((await users(admin)).status, 200)
  await setClient('cid_test_demo_admin', `roles = '{pos-viewer}'`)
  assert.equal((await users(admin)).status, 403)
  assert.deepEqual((await me(admin)).body.roles, [])
  await setClient('cid_test_demo_admin', `roles = '{tenant-admin}'`)
  assert.equal((await users(admin)).status, 200)
})

test('a key bound to another merchant acts for that one at once', async () => {
  const token = await vezne.token('m1')
  assert.equal((await me(token)).body.merchant_id, '00000000-0000-4000-8000-000000000020')
  await setClient('cid_test_demo_m1', `merchant_id = '00000000-0000-4000-8000-000000000021'`)
  assert.equal((await me(token)).body.merchant_id, '00000000-0000-4000-8000-000000000021')
  await setClient('cid_test_demo_m1', `merchant_id = '00000000-0000-4000-8000-000000000020'`)
})

test('a merchant that is no longer active stops its payments, its key stays', async () => {
  const token = await vezne.token('m1')
  const read = () => vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  assert.equal((await read()).status, 200)
  await change(vezne, `update merchants set is_active = false where external_id = 'M-1001'`)
  assert.equal((await read()).body.code, 'merchant_inactive')
  assert.equal((await me(token)).status, 200)
  await change(vezne, `update merchants set is_active = true, status = 'pending' where external_id = 'M-1001'`)
  assert.equal((await read()).body.code, 'merchant_inactive')
  await change(vezne, `update merchants set status = 'approved' where external_id = 'M-1001'`)
  assert.equal((await read()).status, 200)
})

test('a product the plan loses is closed', async () => {
  const token = await vezne.token('pos')
  const read = () => vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  await change(vezne, `update plans set features = '{transfers}' where code = 'sandbox'`)
  const refused = await read()
  assert.equal(refused.status, 403)
  assert.equal(refused.body.code, 'product_not_licensed')
  await change(vezne, `update plans set features = '{card_payments}' where code = 'sandbox'`)
  assert.equal((await read()).status, 200)
})
