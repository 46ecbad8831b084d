/** API keys, operation by operation, in both route scopes: storage, responses, refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openKeyRig } from '../support/api-keys.ts'
import type { Answer } from '../support/http.ts'
import { assertProblem } from '../support/problems.ts'
import { use } from '../support/use.ts'

const UNKNOWN_ID = '0198f1a2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const HOUR_MS = 3_600_000
const rig = use(openKeyRig)

test('a new key that is to be inactive is refused, in both scopes, and nothing is made', async () => {
  for (const create of [rig.own, rig.platform]) {
    const body = { display_name: 'Not yet', is_active: false }
    assertProblem(await create('POST', '', body), 'bad_request', /switch it off by PUT/, 'is_active mismatch')
    assert.equal((await create('POST', '', { ...body, display_name: 'Active', is_active: true })).status, 201)
  }
  const { items } = (await rig.own('GET', '?page_size=100&include_inactive=true')).body
  assert.ok(!items.some(({ display_name }: { display_name: string }) => display_name === 'Not yet'))
  for (const { id, display_name } of items) if (display_name === 'Active') await rig.own('DELETE', `/${id}`)
})

test('created, read, listed, changed, rotated, deleted; the secret is shown once, where it is issued', async () => {
  const made = await rig.own('POST', '', { display_name: '  Kasa 1  ', contact_email: 'kasa@example.com' })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers['cache-control'], 'no-store')
  const { api_key: key, secret } = made.body
  assert.match(secret, /^cs_test_[A-Za-z0-9_-]{43}$/)
  assert.match(key.client_id, /^cid_test_[0-9a-f]{32}$/)
  assert.deepEqual(key, {
    id: key.id,
    tenant_id: rig.tenantId,
    client_id: key.client_id,
    display_name: 'Kasa 1',
    contact_email: 'kasa@example.com',
    merchant_id: null,
    roles: ['pos-operator'],
    plan_id: null,
    plan_code: null,
    plan_name: null,
    daily_limit_override: null,
    monthly_limit_override: null,
    rate_limit_override: null,
    effective_daily_limit: 0,
    effective_monthly_limit: 0,
    effective_rate_limit: 1_000_000,
    allowed_ips: null,
    expires_at: null,
    is_active: true,
    needs_confirmation: false,
    change_id: key.change_id,
    awaited: null,
    created: key.created,
    last_used_at: null,
    previous_secret_expires_at: null,
  })
  assert.deepEqual((await rig.own('GET', `/${key.id}`)).body, key)
  assert.deepEqual((await rig.platform('GET', `/${key.id}`)).body, key)
  assert.deepEqual((await rig.own('GET', '?page_size=1')).body.items, [key])

  const changed = await rig.own('PUT', `/${key.id}`, {
    id: key.id,
    display_name: 'Kasa 2',
    merchant_id: rig.merchantId,
    plan_id: '00000000-0000-4000-8000-000000000001',
    rate_limit_override: 10,
    daily_limit_override: 7,
    allowed_ips: '10.1.2.3/8, 2001:DB8:0::1,10.0.0.0/8',
    expires_at: new Date(rig.vezne.runtime.clock.ms() + HOUR_MS).toISOString(),
  })
  assert.equal(changed.status, 200, changed.text)
  const { created, expires_at, ...rest } = changed.body
  assert.equal(created, key.created)
  assert.equal(typeof expires_at, 'string')
  assert.deepEqual(
    [rest.display_name, rest.contact_email, rest.roles, rest.merchant_id, rest.plan_code, rest.allowed_ips],
    ['Kasa 2', null, ['merchant-user'], rig.merchantId, 'sandbox', '10.0.0.0/8,2001:db8::1'],
  )
  assert.deepEqual([rest.effective_rate_limit, rest.effective_daily_limit, rest.effective_monthly_limit], [10, 7, 0])

  const rotated = await rig.own('POST', `/${key.id}/rotate-secret`)
  assert.equal(rotated.status, 200, rotated.text)
  assert.equal(rotated.headers['cache-control'], 'no-store')
  const { rotated_at, api_key: after } = rotated.body
  assert.notEqual(rotated.body.secret, secret)
  assert.equal(Date.parse(after.previous_secret_expires_at) - Date.parse(rotated_at), 24 * HOUR_MS)

  const seen = [await rig.own('GET', `/${key.id}`), await rig.own('GET', '?include_inactive=true&page_size=100')]
  for (const one of [secret, rotated.body.secret]) assert(!JSON.stringify(seen).includes(one))
  assert.equal((await rig.own('DELETE', `/${key.id}`)).status, 204)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
  ] as const)
    assertProblem(
      await rig.own(method, `/${key.id}${path}`, method === 'PUT' ? { display_name: 'x' } : undefined),
      'api_key_not_found',
    )
})

test('the platform makes keys for a tenant that does not exist: 404, and none for its own realm', async () => {
  for (const tenantId of [UNKNOWN_ID, rig.masterId, 'x'])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { display_name: 'x' }],
    ] as const)
      assertProblem(await rig.platformOf(tenantId, method, path, body), 'resource_not_found')
  assertProblem(await rig.platformOf(UNKNOWN_ID, 'GET', `/${UNKNOWN_ID}`), 'api_key_not_found')
})

test('keys of another tenant are 404, in either route scope', async () => {
  const { api_key: key } = (await rig.own('POST', '', { display_name: 'Foreign' })).body
  const other = await rig.vezne.token('admin', 'tenant-other')
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', { display_name: 'Taken' }],
    ['DELETE', '', undefined],
    ['POST', '/rotate-secret', undefined],
  ] as const) {
    assertProblem(await rig.as(other, method, `/${key.id}${path}`, body), 'api_key_not_found')
    assertProblem(await rig.platformOf(rig.otherId, method, `/${key.id}${path}`, body), 'api_key_not_found')
  }
  assert.equal((await rig.own('GET', `/${key.id}`)).body.display_name, 'Foreign')
  const theirs: Answer = await rig.as(other, 'GET', '?page_size=100&include_inactive=true')
  assert(theirs.body.items.every((each: { tenant_id: string }) => each.tenant_id === rig.otherId))
})

const REFUSED: [name: string, body: object, code: Parameters<typeof assertProblem>[1], hint: RegExp][] = [
  ['no name', {}, 'bad_request', /display_name/],
  ['a blank name', { display_name: ' ' }, 'bad_request', /display_name/],
  ['no address of mail', { contact_email: 'nobody' }, 'bad_request', /contact_email/],
  ['no role at all', { roles: [] }, 'bad_request', /roles/],
  ['an unknown role', { roles: ['pos-viewer', 'cashier'] }, 'validation_failed', /cashier/],
  ["the platform's role", { roles: ['pos-viewer', 'platform-admin'] }, 'forbidden', /platform-admin/],
  ['an unknown merchant', { merchant_id: UNKNOWN_ID }, 'invalid_merchant_id', /merchant/],
  ["another tenant's merchant", { merchant_id: '00000000-0000-4000-8000-000000000020' }, 'invalid_merchant_id', /./],
  ['an unknown plan', { plan_id: UNKNOWN_ID }, 'plan_not_found', /plan/],
  ['more than the tenant’s plan', { rate_limit_override: 1_000_001 }, 'validation_failed', /1000000/],
  [
    'more than its own plan',
    { rate_limit_override: 51, plan_id: '00000000-0000-4000-8000-000000000001' },
    'validation_failed',
    /50/,
  ],
  ['an override of nothing', { daily_limit_override: 0 }, 'bad_request', /daily_limit_override/],
  ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'invalid_expires_at', /future/],
  ['an end without offset', { expires_at: '2120-01-01T00:00:00' }, 'bad_request', /expires_at/],
  ['a bad address', { allowed_ips: '10.0.0.1, 10.0.0.256' }, 'invalid_ip_format', /256/],
  ['a list of commas', { allowed_ips: ' , ,' }, 'invalid_ip_format', /empty/],
]
for (const [name, body, code, hint] of REFUSED)
  test(`${name}: ${code}`, async () => {
    const whole = Object.keys(body).length === 0 ? {} : { display_name: 'Refused', ...body }
    for (const place of [rig.own, rig.platform]) {
      assertProblem(await place('POST', '', whole), code, hint)
      assertProblem(await place('PUT', `/${rig.standing.id}`, whole), code, hint)
    }
    const list = (await rig.own('GET', '?search_term=Refused&include_inactive=true')).body
    assert.equal(list.total_count, 0)
  })

test('an id repeated in the body must be that of the path', async () => {
  const body = { display_name: 'x', id: UNKNOWN_ID }
  assertProblem(await rig.own('PUT', `/${rig.standing.id}`, body), 'bad_request', /path/, 'id mismatch')
})

test('a key cannot delete itself; the platform can', async () => {
  const admin = await rig.make({ display_name: 'Admin', roles: ['tenant-admin'] })
  const token = await rig.tokenOf(admin)
  assertProblem(await rig.as(token, 'DELETE', `/${admin.key.id}`), 'api_key_in_use')
  assert.equal((await rig.as(token, 'GET', `/${admin.key.id}`)).status, 200)
  assert.equal((await rig.platform('DELETE', `/${admin.key.id}`)).status, 204)
  assertProblem(await rig.as(token, 'GET', ''), 'invalid_token')
})

test('an administrator bound to a merchant creates and sees only keys of that merchant', async () => {
  const bound = await rig.make({ display_name: 'Bound', roles: ['tenant-admin'], merchant_id: rig.merchantId })
  const token = await rig.tokenOf(bound)
  assertProblem(await rig.as(token, 'POST', '', { display_name: 'Wide', roles: ['tenant-admin'] }), 'forbidden')
  const own = await rig.as(token, 'POST', '', { display_name: 'Own', merchant_id: rig.merchantId })
  assert.equal(own.status, 201, own.text)
  assertProblem(await rig.as(token, 'PUT', `/${own.body.api_key.id}`, { display_name: 'Wide' }), 'forbidden')
  assertProblem(await rig.as(token, 'GET', `/${rig.standing.id}`), 'api_key_not_found')
  assertProblem(await rig.as(token, 'POST', `/${rig.standing.id}/rotate-secret`), 'api_key_not_found')
  const seen = (await rig.as(token, 'GET', '?page_size=100')).body.items
  assert(seen.length >= 2)
  assert(seen.every((each: { merchant_id: string }) => each.merchant_id === rig.merchantId))
})

test('the list: newest first, searched, inactive ones on demand', async () => {
  const names = ['Liste A', 'Liste B', 'Liste C']
  const keys = []
  for (const display_name of names) keys.push(await rig.make({ display_name }))
  const [, second] = keys as [unknown, { key: { id: string } }]
  await rig.own('PUT', `/${second.key.id}`, { display_name: 'Liste B', is_active: false })
  const list = async (query: string) =>
    (await rig.own('GET', `?search_term=liste&${query}`)).body.items.map(
      (each: { display_name: string }) => each.display_name,
    )
  assert.deepEqual(await list(''), ['Liste C', 'Liste A'])
  assert.deepEqual(await list('include_inactive=true'), ['Liste C', 'Liste B', 'Liste A'])
  assert.deepEqual(await list('include_inactive=true&page_size=1&page=2'), ['Liste B'])
})

test('fifty keys, also for sixty of whom ten ask at once', async () => {
  const admin = await rig.vezne.token('admin', 'tenant-other')
  const before = (await rig.as(admin, 'GET', '?include_inactive=true')).body.total_count
  const answers: Answer[] = []
  for (let wave = 0; wave < 6; wave++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, nth) =>
          nth % 2
            ? rig.platformOf(rig.otherId, 'POST', '', { display_name: `Crowd ${wave} ${nth}` })
            : rig.as(admin, 'POST', '', { display_name: `Crowd ${wave} ${nth}` }),
        ),
      )),
    )
  const made = answers.filter(({ status }) => status === 201)
  assert.equal(made.length, 50 - before)
  for (const answer of answers.filter(({ status }) => status !== 201)) assertProblem(answer, 'api_key_limit_reached')
  const { id } = made[0]!.body.api_key
  assert.equal((await rig.as(admin, 'DELETE', `/${id}`)).status, 204)
  assert.equal((await rig.platformOf(rig.otherId, 'POST', '', { display_name: 'Again' })).status, 201)
})

test('the same Idempotency-Key returns the same key and secret, and creates one', async () => {
  const headers = { 'idempotency-key': 'key-once' }
  const [one, two] = [
    await rig.platform('POST', '', { display_name: 'Once' }, headers),
    await rig.platform('POST', '', { display_name: 'Once' }, headers),
  ]
  assert.equal(two?.text, one?.text)
  assert.equal(two?.headers['idempotent-replayed'], 'true')
  assert.equal((await rig.own('GET', '?search_term=Once')).body.total_count, 1)
})
