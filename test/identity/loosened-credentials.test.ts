/** Of a key or user in use, another merchant and larger limits count once a second person has confirmed them; less counts at once. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Answer } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { PASSWORD } from '../support/people.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, type MadeTenant, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

let owner: pg.Client
let tenant: MadeTenant
let one: string
let other: string
/** Administrators, two people. */
let first: string
let second: string
const vezne = useVezne()
before(async () => {
  owner = new pg.Client({ connectionString: vezne.ownerUrl })
  await owner.connect()
  tenant = await makeTenant(vezne, { plan_id: '00000000-0000-4000-8000-000000000004' })
  first = await tokenOf(vezne, tenant, ['tenant-admin'])
  second = await tokenOf(vezne, tenant, ['tenant-admin'])
  const merchant = async () =>
    (await vezne.request('identity', 'POST', '/api/v1/merchants', { token: first, body: { name: 'Shop' } })).body.id
  one = await merchant()
  other = await merchant()
})
after(async () => {
  await owner.end()
})

const KEYS = '/api/v1/tenants/me/api-keys'
const call = (token: string, method: string, path: string, body?: object): Promise<Answer> =>
  vezne.request('identity', method, path, { token, ...(body ? { body } : {}) })
const done = async (...sent: Parameters<typeof call>): Promise<Json> => {
  const { status, body, text } = await call(...sent)
  assert.ok(status < 300, text)
  return body?.data ?? body
}
let from = 10
const signIn = async ({ api_key, secret }: Json): Promise<string> => {
  const body = { client_id: api_key.client_id, client_secret: secret }
  const answer = await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, { body, from: from++ })
  return answer.body.access_token
}
/** Confirmed, and in use when `isUsed`. */
const makeKey = async (body: object, isUsed = true) => {
  const made = await done(first, 'POST', KEYS, { display_name: 'Till', ...body })
  await done(second, 'POST', `${KEYS}/${made.api_key.id}/confirm`)
  return { id: made.api_key.id as string, sign: () => signIn(made), token: isUsed ? await signIn(made) : '' }
}
const put = (token: string, id: string, body: object) =>
  done(token, 'PUT', `${KEYS}/${id}`, { display_name: 'Till', ...body })
const merchantOf = async (token: string): Promise<string> => {
  const paid = await vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  assert.equal(paid.status, 200, paid.text)
  const at = `/api/v1/transactions/${paid.body.transaction_id}`
  return (await vezne.request('cards', 'GET', at, { token: first })).body.merchant_id
}

test('a key in use sells for its merchant until a second person confirms another one', async () => {
  const key = await makeKey({ merchant_id: one })
  assert.equal(await merchantOf(key.token), one)
  const asked = await put(first, key.id, { merchant_id: other })
  assert.deepEqual([asked.merchant_id, asked.awaited, asked.needs_confirmation], [one, { merchant_id: other }, true])
  for (const token of [key.token, await key.sign()]) assert.equal(await merchantOf(token), one)
  assertProblem(await call(first, 'POST', `${KEYS}/${key.id}/confirm`), 'four_eyes_violation')
  const confirmed = await done(second, 'POST', `${KEYS}/${key.id}/confirm`, { change_id: asked.change_id })
  assert.deepEqual([confirmed.merchant_id, confirmed.awaited], [other, null])
  assert.equal(await merchantOf(await key.sign()), other)
  // Taken back, and unbound.
  assert.deepEqual((await put(first, key.id, {})).awaited, { merchant_id: null })
  assert.equal((await put(first, key.id, { merchant_id: other })).awaited, null)
})

test('the platform alone does not move a key of a tenant in use', async () => {
  const key = await makeKey({ merchant_id: one })
  const moved = await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/api-keys/${key.id}`, {
    display_name: 'Till',
    merchant_id: other,
  })
  assert.deepEqual([moved.body.merchant_id, moved.body.awaited], [one, { merchant_id: other }], moved.text)
  assert.equal(await merchantOf(key.token), one)
})

test('a key that nobody has used is bound at once', async () => {
  const key = await makeKey({ merchant_id: one }, false)
  assert.deepEqual([(await put(first, key.id, { merchant_id: other })).merchant_id], [other])
})

test('a limit of a key is neither taken away nor raised by one person; a lower one counts at once', async () => {
  const key = await makeKey({
    merchant_id: one,
    daily_limit_override: 10,
    monthly_limit_override: 50,
    rate_limit_override: 5,
  })
  const bound = { merchant_id: one }
  const limits = ({ daily_limit_override, monthly_limit_override, rate_limit_override }: Json) => [
    daily_limit_override,
    monthly_limit_override,
    rate_limit_override,
  ]
  const gone = await put(first, key.id, bound)
  assert.deepEqual(limits(gone), [10, 50, 5])
  assert.deepEqual(limits(gone.awaited), [null, null, null])
  const mixed = await put(first, key.id, {
    ...bound,
    daily_limit_override: 11,
    monthly_limit_override: 40,
    rate_limit_override: 5,
  })
  assert.deepEqual(limits(mixed), [10, 40, 5])
  assert.deepEqual(mixed.awaited, { daily_limit_override: 11 })
  const agreed = await done(second, 'POST', `${KEYS}/${key.id}/confirm`)
  assert.deepEqual([limits(agreed), agreed.awaited], [[11, 40, 5], null])
  const lower = await put(first, key.id, {
    ...bound,
    daily_limit_override: 3,
    monthly_limit_override: 40,
    rate_limit_override: 5,
  })
  assert.deepEqual([limits(lower), lower.awaited, lower.needs_confirmation], [[3, 40, 5], null, false])
})

test('a user in another merchant’s name: the same, and what is left out of a later change still waits', async () => {
  const user = await done(first, 'POST', '/api/v1/users', {
    username: 'cashier-1',
    email: 'cashier-1@people.example',
    password: PASSWORD,
    roles: ['pos-operator'],
    merchantId: one,
  })
  const at = `/api/v1/users/${user.id}`
  await done(second, 'POST', `${at}/confirm`)
  const credentials = { username: 'cashier-1', password: PASSWORD }
  await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/login`, { body: credentials, from: from++ })
  const asked = await done(first, 'PUT', at, { merchantId: other })
  assert.deepEqual([asked.merchantId, asked.awaited], [one, { merchantId: other }])
  assert.deepEqual((await done(first, 'PUT', at, { firstName: 'Can' })).awaited, { merchantId: other })
  assertProblem(await call(first, 'POST', `${at}/confirm`), 'four_eyes_violation')
  const agreed = await done(second, 'POST', `${at}/confirm`)
  assert.deepEqual([agreed.merchantId, agreed.awaited], [other, null])
  assert.equal((await done(first, 'PUT', at, { merchantId: one })).merchantId, other)
  assert.equal((await done(first, 'PUT', at, { merchantId: other })).awaited, null)
})

test('a tenant of one person: nobody could confirm, so nothing waits', async () => {
  const alone = await makeTenant(vezne)
  const admin = await tokenOf(vezne, alone, ['tenant-admin'])
  const made = await done(admin, 'POST', KEYS, { display_name: 'Till', daily_limit_override: 5 })
  const changed = await put(admin, made.api_key.id, { daily_limit_override: 6 })
  assert.deepEqual([changed.daily_limit_override, changed.awaited], [6, null])
})

test('the database lets nothing wait of what nobody changed, and nothing go on waiting once it is confirmed', async () => {
  const key = await makeKey({ merchant_id: one })
  await assert.rejects(owner.query(`update clients set awaited = '{}' where id = $1`, [key.id]), /nobody changed it/)
  await put(first, key.id, { merchant_id: other })
  await assert.rejects(
    owner.query('update clients set changed_people = null where id = $1', [key.id]),
    /confirmed with it/,
  )
})
