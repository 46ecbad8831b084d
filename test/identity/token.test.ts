/** POST /api/v1/auth/{slug}/token: accepted forms, claims, and which keys get one from which address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoClient } from '../support/demo.ts'
import type { Answer, Sent } from '../support/http.ts'
import { assertBetween, assertReadDuring } from '../support/moments.ts'
import { authPath, basic, change, claimsIn, form, headerIn, signIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const vezne = useVezne()

// tenant-load has no limits, so that every row of the tables below may call from one address.
const LOAD = 'tenant-load'
const load = () => demoClient(vezne.demo, 'admin', LOAD)
const ask = (sent: Sent, realm = LOAD): Promise<Answer> =>
  vezne.request('identity', 'POST', authPath(realm, 'token'), sent)
const credentials = () => ({ client_id: load().client_id, client_secret: load().client_secret })

const FORMS: Record<string, () => Sent> = {
  JSON: () => ({ body: credentials() }),
  'JSON with grant_type and scope': () => ({
    body: { ...credentials(), grant_type: 'client_credentials', scope: 'openid' },
  }),
  'JSON with a charset': () => ({
    body: credentials(),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }),
  form: () => form({ grant_type: 'client_credentials', ...credentials() }),
  'form with a charset': () =>
    form(
      { grant_type: 'client_credentials', ...credentials() },
      { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    ),
  'form with HTTP Basic': () =>
    form({ grant_type: 'client_credentials' }, basic(load().client_id, load().client_secret)),
  'form with HTTP Basic and a scope': () =>
    form({ grant_type: 'client_credentials', scope: 'openid' }, basic(load().client_id, load().client_secret)),
}
for (const [name, sent] of Object.entries(FORMS))
  test(`${name} gets a token that works`, async () => {
    const answer = await ask(sent())
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(Object.keys(answer.body).sort(), [
      'access_token',
      'expires_in',
      'refresh_expires_in',
      'refresh_token',
      'scope',
      'token_type',
    ])
    assert.equal(answer.body.token_type, 'Bearer')
    assert.equal(answer.body.expires_in, 300)
    assert.equal(answer.body.refresh_expires_in, 0)
    assert.equal(answer.body.scope, 'openid profile email')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers.pragma, 'no-cache')
    const me = await vezne.request('identity', 'GET', '/api/v1/me', { token: answer.body.access_token })
    assert.equal(me.status, 200, me.text)
    assert.equal(me.body.sub, load().client_id)
  })

test('the token contains caller, tenant, merchant and quota', async () => {
  const begun = Date.now()
  const { body } = await signIn(vezne, 'm1', 'tenant-demo', 11)
  assert.deepEqual({ ...headerIn(body.access_token), kid: '' }, { alg: 'RS256', kid: '', typ: 'at+jwt' })
  const { iat, exp, jti, ...claims } = claimsIn(body.access_token)
  assert.deepEqual(claims, {
    iss: `${vezne.urls.identity}/api/v1/auth/tenant-demo`,
    sub: 'cid_test_demo_m1',
    aud: 'test',
    azp: 'cid_test_demo_m1',
    tenant_id: '00000000-0000-4000-8000-000000000010',
    merchant_id: '00000000-0000-4000-8000-000000000020',
    roles: ['merchant-admin'],
    plan_code: 'sandbox',
    daily_limit: 0,
    monthly_limit: 0,
    rate_limit: 50,
    env: 'test',
  })
  assert.equal(exp - iat, 300)
  assertBetween(iat * 1_000, begun - 1_000, Date.now()) // real time
  assert.match(jti, /^[0-9a-f-]{36}$/)
})

test('merchant_id: of the key, else of the only active merchant, else none', async () => {
  const merchantOf = async (key: string, realm: string, from: number) =>
    claimsIn((await signIn(vezne, key, realm, from)).body.access_token).merchant_id
  assert.equal(await merchantOf('m1', 'tenant-demo', 12), '00000000-0000-4000-8000-000000000020')
  assert.equal(await merchantOf('admin', 'tenant-demo', 13), undefined)
  assert.equal(await merchantOf('admin', 'tenant-other', 14), '00000000-0000-4000-8000-000000000023')
  const master = claimsIn((await signIn(vezne, 'admin', 'master', 15)).body.access_token)
  assert.equal(master.tenant_id, undefined)
  assert.equal(master.merchant_id, undefined)
  assert.deepEqual(master.roles, ['platform-admin'])
})

test('times of the token are real while the platform clock is elsewhere', async () => {
  await vezne.moveClock(40 * 86_400_000)
  let body: Answer['body']
  await assertReadDuring(
    async () => {
      body = (await ask({ body: credentials() })).body
      return claimsIn(body.access_token).iat * 1_000
    },
    { stepMs: 1_000 },
  )
  const me = await vezne.request('identity', 'GET', '/api/v1/me', { token: body.access_token })
  assert.equal(me.status, 200, me.text)
  await vezne.moveClock(-40 * 86_400_000)
})

test('a secret that was replaced works 24 hours longer', async () => {
  const hash = vezne.runtime.sealer.hashSecret('cs_test_the_new_one')
  await change(
    vezne,
    `update clients set previous_secret_hash = secret_hash, secret_hash = $1, previous_secret_expires_at = $2
     where client_id = 'cid_test_load_maker'`,
    [hash, new Date(vezne.runtime.clock.ms() + 86_400_000)],
  )
  const maker = demoClient(vezne.demo, 'maker', LOAD)
  const status = async (client_secret: string) =>
    (await ask({ body: { client_id: maker.client_id, client_secret } })).status
  assert.deepEqual([await status(maker.client_secret), await status('cs_test_the_new_one')], [200, 200])
  await vezne.moveClock(86_400_000 + 1_000)
  assert.deepEqual([await status(maker.client_secret), await status('cs_test_the_new_one')], [401, 200])
  await vezne.moveClock(-86_400_000 - 1_000)
})

test('a key that is switched off, deleted or past its end is like an unknown one', async () => {
  const sender = demoClient(vezne.demo, 'sender', LOAD)
  const set = (what: string, values: unknown[] = []) =>
    change(vezne, `update clients set ${what} where client_id = '${sender.client_id}'`, values)
  const code = async () =>
    (await ask({ body: { client_id: sender.client_id, client_secret: sender.client_secret } })).body.code
  await set('is_active = false')
  assert.equal(await code(), 'invalid_credentials')
  await set('is_active = true, is_deleted = true')
  assert.equal(await code(), 'invalid_credentials')
  await set('is_deleted = false, expires_at = $1', [new Date(vezne.runtime.clock.ms() - 1_000)])
  assert.equal(await code(), 'invalid_credentials')
  await set('expires_at = $1', [new Date(vezne.runtime.clock.ms() + 3_600_000)])
  assert.equal(await code(), undefined)
})

test('the allow-list decides where tokens are issued and refreshed', async () => {
  const checker = demoClient(vezne.demo, 'checker', LOAD)
  const body = { client_id: checker.client_id, client_secret: checker.client_secret }
  const first = await ask({ body })
  const list = (allowed: string | null) =>
    change(vezne, `update clients set allowed_ips = $1 where client_id = '${checker.client_id}'`, [allowed])
  for (const allowed of ['127.0.0.1', '10.0.0.0/8, 127.0.0.0/29', '::ffff:127.0.0.1', '']) {
    await list(allowed)
    assert.equal((await ask({ body })).status, 200, allowed)
  }
  for (const denied of ['192.0.2.1', '127.0.0.2', '127.0.0.8/29', '::1', 'nonsense', '127.0.0.1/99']) {
    await list(denied)
    const answer = await ask({ body })
    assert.equal(answer.status, 403, denied)
    assert.equal(answer.body.code, 'ip_not_allowed')
    assert.equal(answer.body.error, 'unauthorized_client')
  }
  const refresh = { body: { refresh_token: first.body.refresh_token } }
  const refused = await vezne.request('identity', 'POST', authPath(LOAD, 'refresh'), refresh)
  assert.equal(refused.body.code, 'ip_not_allowed')
  const forwarded = await ask({ body, headers: { 'x-forwarded-for': '192.0.2.1', 'x-real-ip': '192.0.2.1' } })
  assert.equal(forwarded.body.code, 'ip_not_allowed', 'forwarding headers of a stranger count for nothing')
})

test('a suspended realm issues nothing', async () => {
  await change(vezne, `update realms set status = 'suspended' where slug = 'tenant-other'`)
  const answer = await signIn(vezne, 'admin', 'tenant-other', 30)
  assert.equal(answer.status, 403)
  assert.equal(answer.body.code, 'realm_suspended')
  assert.equal(answer.body.error, 'unauthorized_client')
  await change(vezne, `update realms set status = 'active' where slug = 'tenant-other'`)
  assert.equal((await signIn(vezne, 'admin', 'tenant-other', 30)).status, 200)
})

test('an Idempotency-Key changes nothing: each call is a new sign-in', async () => {
  const headers = { 'idempotency-key': 'the-same' }
  const [one, two] = [await ask({ body: credentials(), headers }), await ask({ body: credentials(), headers })]
  assert.notEqual(one.body.refresh_token, two.body.refresh_token)
  assert.equal(two.headers['idempotent-replayed'], undefined)
})

test('secrets and refresh tokens are in no column', async () => {
  const { body } = await ask({ body: credentials() })
  const rows = await vezne.runtime.db.transaction({ as: 'platform' }, async (tx) => [
    ...(await tx.query('select * from clients')),
    ...(await tx.query('select * from refresh_tokens')),
  ])
  const all = JSON.stringify(rows, (_, value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))
  assert(rows.length > 10)
  for (const secret of [body.refresh_token, load().client_secret]) assert(!all.includes(secret))
})

test('the first use of a key is noted before its token is returned, and not again within a minute', async () => {
  const { client_id, client_secret } = demoClient(vezne.demo, 'fraud')
  const usedAt = async (): Promise<number | undefined> => {
    const [row] = await vezne.runtime.db.transaction({ as: 'platform' }, (tx) =>
      tx.query<{ last_used_at: Date | null }>('select last_used_at from clients where client_id = $1', [client_id]),
    )
    return row?.last_used_at?.getTime()
  }
  const use = () =>
    vezne.request('identity', 'POST', authPath('tenant-demo', 'token'), {
      body: { client_id, client_secret },
      from: 31,
    })
  assert.equal((await use()).status, 200)
  const first = await usedAt()
  assert(first !== undefined && Math.abs(first - vezne.runtime.clock.ms()) < 10_000)
  await vezne.moveClock(10_000)
  assert.equal((await use()).status, 200)
  for (let look = 0; look < 20; look++) assert.equal(await usedAt(), first)
  await vezne.moveClock(-10_000)
})
