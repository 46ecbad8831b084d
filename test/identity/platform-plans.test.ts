/** Plans: what they hold, exactly one default, what may be deleted, and limits, licences and quotas in force at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../src/core/id.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ limits: 'plan' })

const SANDBOX = '00000000-0000-4000-8000-000000000001'
const PATH = '/platform/plans'
let nth = 0
const body = (change: object = {}) => ({
  code: `plan-${nth++}`,
  name: 'Plan',
  daily_transaction_limit: 0,
  monthly_transaction_limit: 0,
  rate_limit_per_second: 20,
  feature_codes: ['card_payments'],
  ...change,
})
const create = async (change: object = {}) => {
  const answer = await asPlatform(vezne, 'POST', PATH, body(change))
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const put = (id: string, change: object) => asPlatform(vezne, 'PUT', `${PATH}/${id}`, body(change))
// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
const list = async (query = ''): Promise<any[]> =>
  (await asPlatform(vezne, 'GET', `${PATH}?page_size=100${query}`)).body.items
const defaults = async () => (await list('&include_inactive=true')).filter((plan) => plan.is_default)

test('a plan is made, read, replaced and deleted', async () => {
  const made = await create({ code: 'gold', name: 'Altın', description: 'For shops', sort_order: 7 })
  assert.equal(made.burst, 40, 'twice the rate')
  assert.deepEqual([made.is_active, made.is_default, made.sort_order], [true, false, 7])
  assert.deepEqual(made.features, [{ code: 'card_payments', name: 'Card payments', description: 'The card surface' }])
  const path = `${PATH}/${made.id}`
  assert.deepEqual((await asPlatform(vezne, 'GET', path)).body, made)
  const { body: changed } = await put(made.id, {
    code: 'gold',
    name: 'Gold',
    burst: 25,
    is_active: false,
    feature_codes: ['fraud', 'TRANSFERS', 'fraud'],
  })
  assert.deepEqual(
    [changed.name, changed.description, changed.burst, changed.is_active, changed.sort_order],
    ['Gold', null, 25, false, 0],
  )
  assert.deepEqual(
    changed.features.map(({ code }: { code: string }) => code),
    ['transfers', 'fraud'],
  )
  const kept = (await put(made.id, { code: 'gold', name: 'Gold', feature_codes: undefined })).body
  assert.deepEqual([kept.is_active, kept.features.length], [false, 2], 'what a body does not name stays')
  assert.ok(!(await list()).some(({ code }) => code === 'gold'))
  assert.ok((await list('&include_inactive=true')).some(({ code }) => code === 'gold'))
  assert.deepEqual(
    (await list('&include_inactive=true&search_term=GOL')).map(({ code }) => code),
    ['gold'],
  )
  assert.equal((await asPlatform(vezne, 'DELETE', path)).status, 204)
  for (const method of ['GET', 'DELETE']) assertProblem(await asPlatform(vezne, method, path), 'plan_not_found')
  assertProblem(await put(made.id, {}), 'plan_not_found')
})

test('the four plans of the start come in their order', async () => {
  const codes = (await list()).map(({ code, sort_order }) => `${sort_order} ${code}`)
  for (const line of ['1 sandbox', '2 standard', '3 high_volume', '4 unlimited']) assert.ok(codes.includes(line), line)
  assert.deepEqual(
    (await list()).map(({ sort_order }) => sort_order),
    (await list()).map(({ sort_order }) => sort_order).sort((a, b) => a - b),
  )
})

const BAD: [name: string, change: object, field: string][] = [
  ['no code', { code: undefined }, 'code required'],
  ['a code with blanks', { code: 'my plan' }, 'code invalid_format'],
  ['no rate', { rate_limit_per_second: undefined }, 'rate_limit_per_second required'],
  ['a rate of 0', { rate_limit_per_second: 0 }, 'rate_limit_per_second out_of_range'],
  ['a limit below 0', { daily_transaction_limit: -1 }, 'daily_transaction_limit out_of_range'],
  ['a limit above int32', { monthly_transaction_limit: 2_147_483_648 }, 'monthly_transaction_limit out_of_range'],
  ['half a limit', { daily_transaction_limit: 1.5 }, 'daily_transaction_limit invalid_type'],
  ['an unknown feature', { feature_codes: ['teleport'] }, 'feature_codes[0] unknown_value'],
]
for (const [name, change, field] of BAD)
  test(`refused: ${name}`, async () =>
    assertProblem(await asPlatform(vezne, 'POST', PATH, body(change)), 'bad_request', /./, field))

test('a code is taken once', async () => {
  assertProblem(await asPlatform(vezne, 'POST', PATH, body({ code: 'sandbox' })), 'conflict', /./, 'code conflict')
  const other = await create()
  assertProblem(await put(other.id, { code: 'standard' }), 'conflict', /./, 'code conflict')
  const raced = await Promise.all(
    Array.from({ length: 5 }, () => asPlatform(vezne, 'POST', PATH, body({ code: 'raced' }))),
  )
  assert.deepEqual(raced.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
})

test('exactly one plan is the default, also with concurrent changes; it cannot be removed without another', async () => {
  const rivals = await Promise.all(Array.from({ length: 6 }, () => create({ is_default: true })))
  const [winner, ...more] = await defaults()
  assert.equal(more.length, 0)
  assert.ok(rivals.some(({ id }) => id === winner.id))
  assert.equal((await makeTenant(vezne)).body.plan_id, winner.id)
  const { code } = winner
  for (const change of [{ is_default: false }, { is_active: false }])
    assertProblem(await put(winner.id, { code, ...change }), 'conflict', /default/)
  assertProblem(await asPlatform(vezne, 'DELETE', `${PATH}/${winner.id}`), 'conflict', /default/)
  assertProblem(
    await asPlatform(vezne, 'POST', PATH, body({ is_default: true, is_active: false })),
    'conflict',
    /default/,
  )
  const sandbox = (await asPlatform(vezne, 'GET', `${PATH}/${SANDBOX}`)).body
  const back = await asPlatform(vezne, 'PUT', `${PATH}/${SANDBOX}`, {
    ...sandbox,
    feature_codes: undefined,
    is_default: true,
  })
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(
    (await defaults()).map(({ id }) => id),
    [SANDBOX],
  )
})

test('a plan in use is not deleted: by a tenant, by a key', async () => {
  const ofTenant = await create()
  const tenant = await makeTenant(vezne, { plan_id: ofTenant.id })
  assertProblem(await asPlatform(vezne, 'DELETE', `${PATH}/${ofTenant.id}`), 'conflict', /Tenants or API keys/)
  const ofKey = await create()
  const key = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'Key',
    plan_id: ofKey.id,
  })
  assert.equal(key.status, 201, key.text)
  assertProblem(await asPlatform(vezne, 'DELETE', `${PATH}/${ofKey.id}`), 'conflict')
  assert.equal((await put(ofTenant.id, { code: ofTenant.code, is_active: false })).body.is_active, false)
  await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/plan`, { plan_id: SANDBOX })
  assert.equal((await asPlatform(vezne, 'DELETE', `${PATH}/${ofTenant.id}`)).status, 204)
})

test('a changed plan is in force at the next request of its tenants: limit, licence, quota, /me/plan', async () => {
  const plan = await create({ code: 'living' })
  const tenant = await makeTenant(vezne, { plan_id: plan.id })
  const setup = await tokenOf(vezne, tenant, ['tenant-admin'])
  await vezne.request('identity', 'POST', '/api/v1/merchants', { token: setup, body: { name: 'Shop' } })
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  const pay = () => vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  const mine = async () => (await vezne.request('identity', 'GET', '/api/v1/me/plan', { token })).body
  const first = await pay()
  assert.equal(first.headers['x-ratelimit-limit'], '20')
  assert.deepEqual(await mine(), {
    plan_id: plan.id,
    plan_code: 'living',
    plan_name: 'Plan',
    daily_transaction_limit: 0,
    monthly_transaction_limit: 0,
    rate_limit_per_second: 20,
    burst: 40,
    daily_used: 1,
    monthly_used: 1,
    features: ['card_payments'],
  })
  const change = (more: object) => put(plan.id, { code: 'living', ...more })
  await change({ daily_transaction_limit: 2, monthly_transaction_limit: 3, rate_limit_per_second: 30 })
  assert.equal((await pay()).headers['x-ratelimit-limit'], '30')
  assertProblem(await pay(), 'daily_limit_exceeded')
  assert.deepEqual([(await mine()).daily_used, (await mine()).monthly_used], [2, 2])
  await change({ daily_transaction_limit: 0, monthly_transaction_limit: 2 })
  assertProblem(await pay(), 'monthly_limit_exceeded')
  await change({ feature_codes: [] })
  assertProblem(await pay(), 'product_not_licensed', /card_payments/)
  assert.deepEqual((await mine()).features, [])
  await change({})
  assert.equal((await pay()).status, 200)
})

test('/me/plan: limits of the key, the day of Istanbul, the realm without a plan', async () => {
  const tenant = await makeTenant(vezne)
  const setup = await tokenOf(vezne, tenant, ['tenant-admin'])
  await vezne.request('identity', 'POST', '/api/v1/merchants', { token: setup, body: { name: 'Shop' } })
  const made = await asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/api-keys`, {
    display_name: 'Till',
    roles: ['pos-operator'],
    daily_limit_override: 5,
    monthly_limit_override: 9,
    rate_limit_override: 3,
  })
  const { body: signedIn } = await vezne.request('identity', 'POST', `/api/v1/auth/${tenant.slug}/token`, {
    body: { client_id: made.body.api_key.client_id, client_secret: made.body.secret },
    from: 140,
  })
  const token = signedIn.access_token
  const mine = async () => (await vezne.request('identity', 'GET', '/api/v1/me/plan', { token })).body
  const { daily_transaction_limit, monthly_transaction_limit, rate_limit_per_second, plan_code } = await mine()
  assert.deepEqual(
    [daily_transaction_limit, monthly_transaction_limit, rate_limit_per_second, plan_code],
    [5, 9, 3, 'sandbox'],
  )
  // 20:59 UTC is the last minute of Istanbul's day.
  await vezne.moveClock(Date.UTC(2027, 2, 14, 20, 59) - vezne.runtime.clock.ms())
  await vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  const another = await tokenOf(vezne, tenant, ['tenant-admin'])
  await vezne.request('cards', 'POST', '/api/v1/payments', { token: another, body: paymentBody() })
  assert.deepEqual(
    [(await mine()).daily_used, (await mine()).monthly_used],
    [1, 1],
    'its own figures: its own payments',
  )
  const all = (await vezne.request('identity', 'GET', '/api/v1/me/plan', { token: another })).body
  assert.deepEqual([all.daily_used, all.monthly_used], [2, 2])
  await vezne.moveClock(60_000)
  assert.deepEqual([(await mine()).daily_used, (await mine()).monthly_used], [0, 1])
  const master = await asPlatform(vezne, 'GET', '/me/plan')
  assert.deepEqual([master.body.plan_id, master.body.daily_used, master.body.features], [null, 0, []])
  assertProblem(await asPlatform(vezne, 'GET', `${PATH}/${newId(0)}`), 'plan_not_found')
})
