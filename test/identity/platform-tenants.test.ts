/** Tenants of the platform: made whole, listed, suspended, activated, with another plan and another payment policy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../src/core/id.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { asPlatform, makeKey, makeTenant, tokenOf } from '../support/tenants.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne({ limits: 'plan' })

const STANDARD = '00000000-0000-4000-8000-000000000002'
const MASTER = '00000000-0000-4000-8000-000000000009'
const DEMO = '00000000-0000-4000-8000-000000000010'
const body = (change: object = {}) => ({
  slug: 'tenant-acme',
  display_name: 'Acme Ticaret A.Ş.',
  contact_email: 'ops@acme.example',
  ...change,
})
const create = (change: object = {}, headers: Record<string, string> = {}) =>
  asPlatform(vezne, 'POST', '/platform/tenants', body(change), headers)
const list = async (query: string): Promise<string[]> =>
  (await asPlatform(vezne, 'GET', `/platform/tenants?${query}`)).body.items.map((row: { slug: string }) => row.slug)

test('a tenant is made with the default plan, and pays at once: bank, rule and cards are there', async () => {
  const { status, body: made, text } = await create()
  assert.equal(status, 201, text)
  assert.deepEqual(
    { ...made, id: null, plan_assigned_at: null, created: null, last_modified: null },
    {
      id: null,
      slug: 'tenant-acme',
      display_name: 'Acme Ticaret A.Ş.',
      realm_name: 'tenant-acme',
      contact_email: 'ops@acme.example',
      status: 'active',
      plan_id: '00000000-0000-4000-8000-000000000001',
      plan_code: 'sandbox',
      plan_name: 'Sandbox',
      plan_assigned_at: null,
      allow_non_3d: true,
      preferred_three_d_flow: 'standard',
      created: null,
      last_modified: null,
    },
  )
  const token = await tokenOf(vezne, made, ['tenant-admin'])
  const as = (surface: 'cards' | 'identity', method: string, path: string, sent?: unknown) =>
    vezne.request(surface, method, `/api/v1${path}`, { token, ...(sent === undefined ? {} : { body: sent }) })
  const merchant = await as('identity', 'POST', '/merchants', { name: 'Acme' })
  assert.equal(merchant.status, 201, merchant.text)
  const configurations = (await as('cards', 'GET', '/connector-configurations?include_inactive=true')).body.items
  assert.deepEqual(configurations.map(({ name }: { name: string }) => name).sort(), [
    'AKBANK-DEMO',
    'DENIZBANK-DEMO',
    'GARANTI-DEMO',
    'IYZICO-DEMO',
    'KUVEYT-TURK-DEMO',
    'NESTPAY-DEMO',
    'QNB-DEMO',
    'SIM-FALLBACK',
    'SIM-LIMITED',
    'SIM-PRIMARY',
    'YAPIKREDI-DEMO',
  ])
  const rules = (await as('cards', 'GET', '/routing-rules')).body.items
  assert.deepEqual(
    rules.map(({ name }: { name: string }) => name),
    ['Default'],
  )
  const cards = await as('cards', 'GET', '/test-cards?page_size=1')
  const demo = await vezne.request('cards', 'GET', '/api/v1/test-cards?page_size=1', {
    token: await vezne.token('pos'),
  })
  assert.equal(cards.body.total_count, demo.body.total_count)
  const codes = await as('cards', 'GET', '/connector-error-codes')
  assert.ok(codes.body.length > 20)
  const payment = await vezne.request('cards', 'POST', '/api/v1/payments', {
    token,
    body: paymentBody(),
    headers: { 'x-merchant-id': merchant.body.id },
  })
  assert.equal(payment.status, 200, payment.text)
  assert.equal(payment.body.status, 'completed')
})

test('the answer of a repeat is the first one, byte for byte; another body under the key is a conflict', async () => {
  const key = { 'idempotency-key': 'make-repeated' }
  const first = await create({ slug: 'tenant-repeated' }, key)
  const again = await create({ slug: 'tenant-repeated' }, key)
  assert.equal(again.status, 201)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assertProblem(await create({ slug: 'tenant-another' }, key), 'idempotency_key_in_use')
})

test('five concurrent creates with one key make one tenant, without a key one wins and the others get conflict', async () => {
  const key = { 'idempotency-key': 'make-raced' }
  const same = await Promise.all(Array.from({ length: 5 }, () => create({ slug: 'tenant-raced' }, key)))
  assert.deepEqual([...new Set(same.map(({ text }) => text))], [same[0]?.text])
  const bare = await Promise.all(Array.from({ length: 5 }, () => create({ slug: 'tenant-raced-2' })))
  assert.deepEqual(bare.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
  for (const answer of bare.filter(({ status }) => status === 409))
    assertProblem(answer, 'conflict', /slug/, 'slug conflict')
})

const BAD: [name: string, change: object, field: string][] = [
  ['slug without its head', { slug: 'acme' }, 'slug invalid_format'],
  ['slug in capitals', { slug: 'tenant-Acme' }, 'slug invalid_format'],
  ['slug of two letters', { slug: 'tenant-ab' }, 'slug invalid_format'],
  ['slug of 41', { slug: `tenant-${'a'.repeat(41)}` }, 'slug invalid_format'],
  ['no name', { display_name: '' }, 'display_name too_short'],
  ['name of 201', { display_name: 'x'.repeat(201) }, 'display_name too_long'],
  ['no address', { contact_email: undefined }, 'contact_email required'],
  ['no email address', { contact_email: 'acme' }, 'contact_email invalid_format'],
  ['unknown flow', { preferred_three_d_flow: 'quick' }, 'preferred_three_d_flow unknown_value'],
]
for (const [name, change, field] of BAD)
  test(`refused: ${name}`, async () => assertProblem(await create(change), 'bad_request', /./, field))

test('a plan that is not there, or takes no more tenants, is not found', async () => {
  assertProblem(await create({ slug: 'tenant-planless', plan_id: newId(0) }), 'plan_not_found')
  const closed = await asPlatform(vezne, 'POST', '/platform/plans', {
    code: 'closed',
    name: 'Closed',
    daily_transaction_limit: 0,
    monthly_transaction_limit: 0,
    rate_limit_per_second: 5,
    is_active: false,
  })
  assertProblem(await create({ slug: 'tenant-planless', plan_id: closed.body.id }), 'plan_not_found')
  assertProblem(
    await asPlatform(vezne, 'PUT', `/platform/tenants/${DEMO}/plan`, { plan_id: closed.body.id }),
    'plan_not_found',
  )
})

test('the list: newest first, filters, the master realm is no tenant', async () => {
  const quiet = await makeTenant(vezne, {
    slug: 'tenant-quiet',
    display_name: 'Sessiz 100%',
    contact_email: 'q@q.example',
  })
  await asPlatform(vezne, 'POST', `/platform/tenants/${quiet.id}/suspend`)
  assert.ok(!(await list('page_size=100')).includes('tenant-quiet'))
  assert.equal((await list('page_size=100&include_inactive=true'))[0], 'tenant-quiet')
  assert.deepEqual(await list('status=suspended'), ['tenant-quiet'])
  assert.ok(!(await list('status=active&include_inactive=true')).includes('tenant-quiet'))
  assert.deepEqual(await list('include_inactive=true&search_term=100%25'), ['tenant-quiet'])
  assert.deepEqual(await list('include_inactive=true&search_term=Q@Q'), ['tenant-quiet'])
  assert.deepEqual(await list('search_term=master'), [])
  assertProblem(
    await asPlatform(vezne, 'GET', '/platform/tenants?status=gone'),
    'bad_request',
    /./,
    'status unknown_value',
  )
  const page = (await asPlatform(vezne, 'GET', '/platform/tenants?page=2&page_size=2')).body
  assert.equal(page.items.length, 2)
  assert.ok(page.has_previous_page)
})

test('one is read by its slug', async () => {
  assert.equal((await asPlatform(vezne, 'GET', '/platform/tenants/tenant-demo')).body.id, DEMO)
  for (const slug of ['tenant-nobody', 'master', DEMO, '%00', 'x'.repeat(300)])
    assertProblem(await asPlatform(vezne, 'GET', `/platform/tenants/${slug}`), 'resource_not_found')
})

test('suspended: running tokens and new ones are refused at once; activated: both work; twice is a conflict', async () => {
  const tenant = await makeTenant(vezne)
  const key = await makeKey(vezne, tenant, ['tenant-admin'])
  const token = (await key.signIn(101)).body.access_token
  const read = () => vezne.request('cards', 'GET', '/api/v1/transactions', { token })
  assert.equal((await read()).status, 200)
  const suspend = () => asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/suspend`, { reason: 'unpaid' })
  const suspended = await suspend()
  assert.equal(suspended.body.status, 'suspended')
  assert.ok(!suspended.text.includes('unpaid'), 'the reason is for the audit log')
  assertProblem(await read(), 'realm_suspended')
  assert.deepEqual([(await key.signIn(102)).status, (await key.signIn(103)).body.code], [403, 'realm_suspended'])
  assertProblem(await suspend(), 'invalid_state_transition', /suspended already/)
  const activate = () => asPlatform(vezne, 'POST', `/platform/tenants/${tenant.id}/activate`)
  assert.equal((await activate()).body.status, 'active')
  assert.equal((await read()).status, 200)
  assert.equal((await key.signIn(104)).status, 200)
  assertProblem(await activate(), 'invalid_state_transition', /active already/)
})

test('the platform’s own realm cannot be suspended, given a plan or a policy', async () => {
  for (const [method, step, sent] of [
    ['POST', 'suspend', {}],
    ['POST', 'activate', undefined],
    ['PUT', 'plan', { plan_id: STANDARD }],
    ['PUT', 'payment-policy', { allow_non_3d: true, preferred_three_d_flow: 'pay' }],
  ] as const)
    assertProblem(await asPlatform(vezne, method, `/platform/tenants/${MASTER}/${step}`, sent), 'resource_not_found')
  assert.equal((await asPlatform(vezne, 'GET', '/platform/tenants')).status, 200)
})

test('another plan is in force at the next request', async () => {
  const tenant = await makeTenant(vezne)
  const token = await tokenOf(vezne, tenant, ['tenant-admin'])
  const limit = async () =>
    (await vezne.request('identity', 'GET', '/api/v1/me', { token })).headers['x-ratelimit-limit']
  assert.equal(await limit(), '50')
  const changed = await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/plan`, { plan_id: STANDARD })
  assert.equal(changed.body.plan_code, 'standard', changed.text)
  assert.ok(changed.body.plan_assigned_at >= tenant.body.plan_assigned_at)
  assert.equal(await limit(), '200')
})

test('the payment policy is in force at the next payment', async () => {
  const tenant = await makeTenant(vezne, { allow_non_3d: false, preferred_three_d_flow: 'Hosted' })
  assert.equal(tenant.body.preferred_three_d_flow, 'hosted')
  const first = await tokenOf(vezne, tenant, ['tenant-admin'])
  await vezne.request('identity', 'POST', '/api/v1/merchants', { token: first, body: { name: 'Shop' } })
  const token = await tokenOf(vezne, tenant, ['tenant-admin']) // names the only merchant
  const pay = () => vezne.request('cards', 'POST', '/api/v1/payments', { token, body: paymentBody() })
  const refused = assertProblem(await pay(), 'non_3d_not_allowed', /3d\/init/)
  assert.equal(refused.transaction_id, undefined, 'nothing was stored')
  const policy = (allow_non_3d: boolean) =>
    asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/payment-policy`, {
      allow_non_3d,
      preferred_three_d_flow: 'pay',
      status: 'suspended',
      slug: 'tenant-stolen',
    })
  const changed = (await policy(true)).body
  assert.deepEqual(
    [changed.allow_non_3d, changed.preferred_three_d_flow, changed.status, changed.slug],
    [true, 'pay', 'active', tenant.slug],
  )
  assert.equal((await pay()).status, 200)
  await policy(false)
  assertProblem(await pay(), 'non_3d_not_allowed')
  for (const sent of [{}, { allow_non_3d: true }, { allow_non_3d: 'yes', preferred_three_d_flow: 'pay' }])
    assertProblem(await asPlatform(vezne, 'PUT', `/platform/tenants/${tenant.id}/payment-policy`, sent), 'bad_request')
})
