/** An API key over its life: rotated, monitored, narrowed, disabled, deleted; what takes effect at once and what at the next token. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type MadeKey, openKeyRig } from '../support/api-keys.ts'
import { type Http, openHttp } from '../support/http.ts'
import { paymentBody } from '../support/payments.ts'
import { assertProblem } from '../support/problems.ts'
import { tokenOf } from '../support/tenants.ts'
import { until } from '../support/until.ts'
import { use } from '../support/use.ts'
import { startVezne, type Vezne } from '../support/vezne.ts'

const HOUR_MS = 3_600_000
const rig = use(() => openKeyRig({ limits: 'plan' }))
let second: Vezne
let elsewhere: Http
before(async () => {
  // Another process of the same platform, in all but the pid: its own caches, its own connection for notifications.
  const env = { DATABASE_URL: rig.vezne.ownerUrl, VEZNE_ROLE: 'api', VEZNE_IDENTITY_URL: rig.vezne.urls.identity }
  second = await startVezne({ env })
  elsewhere = openHttp({ identity: `http://127.0.0.1:${second.config.ports.identity}` })
})
after(async () => {
  await elsewhere.close()
  await second.stop()
})

const me = (token: string, http: Pick<Http, 'request'> = rig.vezne) =>
  http.request('identity', 'GET', '/api/v1/me', { token })
const opens = async ({ key }: MadeKey, secret: string): Promise<boolean> => {
  const answer = await rig.signIn(key.client_id, secret)
  if (answer.status !== 200) assertProblem(answer, 'invalid_credentials')
  return answer.status === 200
}
const rotate = async ({ key }: MadeKey): Promise<string> => {
  const answer = await rig.own('POST', `/${key.id}/rotate-secret`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.secret
}
const put = async ({ key }: MadeKey, change: object): Promise<void> => {
  const answer = await rig.own('PUT', `/${key.id}`, { display_name: key.display_name, roles: key.roles, ...change })
  assert.equal(answer.status, 200, answer.text)
}

test('rotation: both secrets valid for 24 hours, then only the new one; a second rotation ends the oldest at once', async () => {
  const made = await rig.make({ display_name: 'Rotated' })
  const token = await rig.tokenOf(made)
  const next = await rotate(made)
  assert.deepEqual([await opens(made, made.secret), await opens(made, next)], [true, true])
  assert.equal((await me(token)).status, 200, 'tokens go on')
  const third = await rotate(made)
  assert.deepEqual(
    [await opens(made, made.secret), await opens(made, next), await opens(made, third)],
    [false, true, true],
  )
  await rig.vezne.moveClock(24 * HOUR_MS - 60_000)
  assert.equal(await opens(made, next), true)
  assert.notEqual((await rig.own('GET', `/${made.key.id}`)).body.previous_secret_expires_at, null)
  await rig.vezne.moveClock(61_000)
  assert.deepEqual([await opens(made, next), await opens(made, third)], [false, true])
  assert.equal((await rig.own('GET', `/${made.key.id}`)).body.previous_secret_expires_at, null)
})

test('rotation under load: neither of the two secrets is refused', async () => {
  const made = await rig.make({ display_name: 'Busy' })
  let known = made.secret
  const statuses: number[] = []
  let isDone = false
  const lane = async (): Promise<void> => {
    while (!isDone) {
      const secret = known
      const answer = await rig.signIn(made.key.client_id, secret)
      statuses.push(answer.status)
      if (answer.status === 200) statuses.push((await me(answer.body.access_token)).status)
    }
  }
  const lanes = Promise.all(Array.from({ length: 4 }, lane))
  const seen = (count: number) => until(`${count} answers`, () => statuses.length >= count)
  await seen(20)
  const next = await rotate(made)
  await seen(statuses.length + 20) // with the old secret
  known = next
  await seen(statuses.length + 20)
  isDone = true
  await lanes
  assert.deepEqual([...new Set(statuses)], [200])
})

test('last use is noted before the first token is returned, by the platform’s clock', async () => {
  const made = await rig.make({ display_name: 'Used' })
  const lastUse = async () => (await rig.own('GET', `/${made.key.id}`)).body.last_used_at
  assert.equal(await lastUse(), null)
  const from = rig.vezne.runtime.clock.ms()
  await rig.tokenOf(made)
  const noted = Date.parse(await lastUse())
  assert(noted >= from && noted <= rig.vezne.runtime.clock.ms())
})

const ENDS: [name: string, end: (made: MadeKey) => Promise<unknown>][] = [
  ['switched off', (made) => put(made, { is_active: false })],
  ['deleted', (made) => rig.own('DELETE', `/${made.key.id}`)],
  ['deleted by the platform', (made) => rig.platform('DELETE', `/${made.key.id}`)],
  [
    'past its end',
    async (made) => {
      await put(made, { expires_at: new Date(rig.vezne.runtime.clock.ms() + 1_000).toISOString() })
      await rig.vezne.moveClock(1_001)
    },
  ],
]
for (const [name, end] of ENDS)
  test(`a key that is ${name}: its tokens end with the next request, here and elsewhere, its sign-ins too`, async () => {
    const made = await rig.make({ display_name: `Ends ${name}` })
    const { access_token: token, refresh_token: refresh } = (await rig.signIn(made.key.client_id, made.secret)).body
    assert.equal((await me(token)).status, 200)
    assert.equal((await me(token, elsewhere)).status, 200)
    await end(made)
    assertProblem(await me(token), 'invalid_token')
    await until('the other process has heard', async () => (await me(token, elsewhere)).status === 401)
    assert.equal(await opens(made, made.secret), false)
    assertProblem(await rig.refresh(refresh), 'invalid_refresh_token')
  })

test('switched on again a key opens, but its old sign-ins stay ended', async () => {
  const made = await rig.make({ display_name: 'Back' })
  const { refresh_token: refresh } = (await rig.signIn(made.key.client_id, made.secret)).body
  await put(made, { is_active: false })
  await rig.vezne.moveClock(1_000)
  await put(made, { is_active: true })
  assertProblem(await rig.refresh(refresh), 'invalid_refresh_token', /switched off meanwhile/)
  const again = await rig.signIn(made.key.client_id, made.secret)
  assert.equal(again.status, 200)
  assert.equal((await rig.refresh(again.body.refresh_token)).status, 200)
})

test('switched off and on again within the life of an access token: those of before stay ended, the next one counts', async () => {
  const made = await rig.make({ display_name: 'Off and on' })
  const token = await rig.tokenOf(made)
  await put(made, { is_active: false })
  await put(made, { is_active: true })
  assertProblem(await me(token), 'invalid_token', /session of this token was ended/)
  assert.equal((await me(await rig.tokenOf(made))).status, 200)
  const last = await rig.tokenOf(made)
  await put(made, { display_name: 'Renamed' })
  assert.equal((await me(last)).status, 200, 'other changes end nothing')
})

test('removed roles and a bound merchant take effect at once; addresses at the next token or refresh', async () => {
  const made = await rig.make({ display_name: 'Narrowed', roles: ['pos-operator', 'pos-viewer'] })
  const { access_token: token, refresh_token: refresh } = (await rig.signIn(made.key.client_id, made.secret)).body
  await put(made, { roles: ['pos-viewer'], merchant_id: rig.merchantId, allowed_ips: '192.0.2.0/24' })
  const { body } = await me(token)
  assert.deepEqual([body.roles, body.merchant_id], [['pos-viewer'], rig.merchantId])
  assertProblem(await rig.signIn(made.key.client_id, made.secret), 'ip_not_allowed', /allowed_ips/)
  assertProblem(await rig.refresh(refresh), 'ip_not_allowed', /allowed_ips/)
  await put(made, { roles: ['pos-viewer'], allowed_ips: '127.0.0.0/8' })
  assert.equal((await rig.refresh(refresh)).status, 200, 'a refusal by address uses nothing up')
})

test("a tenant's own role makes a key; what it includes counts", async () => {
  const token = await rig.vezne.token('admin', 'tenant-load')
  const role = await rig.vezne.request('identity', 'POST', '/api/v1/tenants/me/roles', {
    token,
    body: { name: 'cashier', includes: ['pos-viewer'] },
  })
  assert.equal(role.status, 201, role.text)
  const made = await rig.make({ display_name: 'Cashier', roles: ['cashier'] })
  assert.deepEqual((await me(await rig.tokenOf(made))).body.roles, ['cashier', 'pos-viewer'])
})

test('a key’s own limit: its burst passes, then 429 names it; other keys continue', async () => {
  const made = await rig.make({ display_name: 'Slow', rate_limit_override: 1 })
  const token = await rig.tokenOf(made)
  const statuses = await Promise.all(Array.from({ length: 12 }, () => me(token)))
  const refused = statuses.filter(({ status }) => status === 429)
  assert(refused.length >= 1 && refused.length <= 10, `${refused.length} refused`)
  for (const answer of refused) {
    assert.equal(answer.headers['retry-after'], '1')
    assert.match(answer.body.detail, /1 requests a second of this API key/)
    assert.equal(answer.headers['x-ratelimit-limit'], '1000000', 'the plan of the tenant')
  }
  assert.equal((await me(await rig.vezne.token('admin', 'tenant-load'))).status, 200)
})

test('the own number of payments a day of a key; other keys pay on', async () => {
  const limited = await rig.make({ display_name: 'Two a day', merchant_id: rig.merchantId, daily_limit_override: 2 })
  const free = await rig.make({ display_name: 'Free', merchant_id: rig.merchantId })
  const [token, other] = [await rig.tokenOf(limited), await rig.tokenOf(free)]
  const pay = (as: string) => rig.vezne.request('cards', 'POST', '/api/v1/payments', { token: as, body: paymentBody() })
  assert.deepEqual([(await pay(token)).status, (await pay(token)).status], [200, 200])
  assertProblem(await pay(token), 'daily_limit_exceeded', /This API key allows 2 payments and transfers a day/)
  assert.equal((await pay(other)).status, 200)
  await rig.vezne.moveClock(24 * HOUR_MS)
  assert.equal((await pay(token)).status, 200)
})

test('a replay shows the secret of a key only to its creator, whoever sends the Idempotency-Key', async () => {
  const { vezne } = rig
  const demo = vezne.demo.tenants.find(({ slug }) => slug === 'tenant-demo')
  const other = await tokenOf(vezne, { id: demo?.tenant_id as string, slug: 'tenant-demo' }, ['tenant-admin'])
  const make = (token: string) => {
    const sent = { body: { display_name: 'Repeated' }, headers: { 'idempotency-key': 'new-key-1' } }
    return vezne.request('identity', 'POST', '/api/v1/tenants/me/api-keys', { token, ...sent })
  }
  const admin = await vezne.token('admin')
  const made = await make(admin)
  assert.equal(made.status, 201, made.text)
  assertProblem(await make(other), 'idempotency_key_in_use')
  const again = await make(admin)
  assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', made.body])
})
