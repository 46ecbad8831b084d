/** Rate classes of the token operations, and the back-off of a client and network. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRealms, type Realm, type Realms } from '../../src/access/callers/realms.ts'
import { createMemoryLimits } from '../../src/access/limits/memory-limits.ts'
import { createRateLimiter } from '../../src/access/limits/rate-limiter.ts'
import { Problem } from '../../src/core/problem.ts'
import { Secret } from '../../src/core/secret.ts'
import { type ClientAuthenticator, createClientAuthenticator } from '../../src/identity/tokens/authenticate-client.ts'
import { demoClient } from '../support/demo.ts'
import type { Answer } from '../support/http.ts'
import { authPath, change, signIn } from '../support/tokens.ts'
import { useVezne } from '../support/vezne.ts'

const MINUTE_MS = 60_000
const vezne = useVezne({ limits: 'plan' })
let realms: Realms
let realm: Realm
before(async () => {
  realms = createRealms(vezne.runtime)
  realm = (await realms.realmBySlug('tenant-demo')) as Realm
})
after(async () => {
  realms.close()
})

const checkRefused = (answer: Answer): void => {
  assert.equal(answer.status, 429, answer.text)
  assert.equal(answer.body.code, 'rate_limit_exceeded')
  assert.equal(answer.body.error, 'temporarily_unavailable')
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d?$/)
}
const checkHeaders = (answer: Answer, limit: number): void => {
  assert.equal(answer.headers['x-ratelimit-limit'], String(limit))
  assert.match(answer.headers['x-ratelimit-remaining'] ?? '', /^\d+$/)
  assert.match(answer.headers['x-ratelimit-reset'] ?? '', /^\d{10}$/)
}

test('the eleventh token request of a minute from one address waits; other addresses do not', async () => {
  for (let nth = 1; nth <= 10; nth++) {
    const answer = await signIn(vezne, 'admin', 'tenant-demo', 50)
    assert.equal(answer.status, 200, `request ${nth}`)
    checkHeaders(answer, 50)
  }
  const refused = await signIn(vezne, 'admin', 'tenant-demo', 50)
  checkRefused(refused)
  checkHeaders(refused, 50)
  checkRefused(await signIn(vezne, 'admin', 'tenant-other', 50))
  assert.equal((await signIn(vezne, 'admin', 'tenant-demo', 51)).status, 200)
  assert.equal((await signIn(vezne, 'admin', 'tenant-load', 50)).status, 200, 'a plan without limits has none here')
})

test('thirty refreshes a minute for the organization, from wherever', async () => {
  let token: string = (await signIn(vezne, 'pos', 'tenant-demo', 52)).body.refresh_token
  for (let nth = 1; nth <= 30; nth++) {
    const answer = await vezne.request('identity', 'POST', authPath('tenant-demo', 'refresh'), {
      body: { refresh_token: token },
      from: 60 + (nth % 5),
    })
    assert.equal(answer.status, 200, `refresh ${nth}: ${answer.text}`)
    token = answer.body.refresh_token
  }
  const again = { body: { refresh_token: token }, from: 70 }
  checkRefused(await vezne.request('identity', 'POST', authPath('tenant-demo', 'refresh'), again))
  const other: string = (await signIn(vezne, 'admin', 'tenant-other', 53)).body.refresh_token
  const body = { refresh_token: other }
  assert.equal((await vezne.request('identity', 'POST', authPath('tenant-other', 'refresh'), { body })).status, 200)
})

test('the plan’s bucket is in the headers of calls with a token; unlimited is stated', async () => {
  const demo = await vezne.request('identity', 'GET', '/api/v1/me', { token: await vezne.token('pos') })
  checkHeaders(demo, 50)
  const load = await vezne.request('identity', 'GET', '/api/v1/me', {
    token: await vezne.token('admin', 'tenant-load'),
  })
  assert.equal(load.headers['x-ratelimit-limit'], '1000000')
  assert.equal(load.headers['x-ratelimit-remaining'], '1000000')
})

/** Calls the throttle itself, with addresses a test machine does not have. Each test has its own counts. */
const openDoor = (): ClientAuthenticator =>
  createClientAuthenticator(vezne.runtime, createRateLimiter(createMemoryLimits()))
const attempt = async (
  throttle: ClientAuthenticator,
  secret: string,
  address: string,
  nowMs: number,
  clientId = 'cid_test_demo_admin',
) => {
  try {
    await throttle.authenticate(realm, { clientId, secret: new Secret(secret), isBasic: false }, { address, nowMs })
    return 'in'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
const rightSecret = () => demoClient(vezne.demo, 'admin').client_secret
const T0 = 1_750_000_000_000

test('ten wrong secrets close the pair of client and network to wrong ones for half an hour; the right one is let in', async () => {
  const throttle = openDoor()
  for (let nth = 0; nth < 10; nth++)
    assert.equal(await attempt(throttle, 'wrong', `192.0.2.${nth}`, T0 + nth * 1_000), 'invalid_credentials')
  const ends = T0 + 30 * MINUTE_MS
  assert.equal(await attempt(throttle, 'wrong', '192.0.2.200', T0 + 9_001), 'rate_limit_exceeded')
  assert.equal(await attempt(throttle, 'wrong', '192.0.2.1', ends - 1), 'rate_limit_exceeded')
  assert.equal(await attempt(throttle, 'wrong', '192.0.3.1', ends - 1), 'invalid_credentials', 'another network')
  const pos = demoClient(vezne.demo, 'pos')
  assert.equal(
    await attempt(throttle, 'wrong', '192.0.2.1', ends - 1, pos.client_id),
    'invalid_credentials',
    'another client',
  )
  assert.equal(await attempt(throttle, rightSecret(), '192.0.2.1', ends - 1), 'in')
  assert.equal(await attempt(throttle, 'wrong', '192.0.2.1', ends - 1), 'invalid_credentials', 'the count has ended')
})

test('from the fifth wrong secret on the refusal says how many are left; whether there is such a client does not show', async () => {
  for (const clientId of ['cid_test_demo_admin', 'cid_test_nobody']) {
    const throttle = openDoor()
    const credentials = { clientId, secret: new Secret('wrong'), isBasic: false }
    const said: (string | undefined)[] = []
    for (let nth = 0; nth < 11; nth++)
      await assert.rejects(throttle.authenticate(realm, credentials, { address: '192.0.2.1', nowMs: T0 }), (thrown) => {
        said.push(
          /: (\d+)\.$|(in \d+ s)\./
            .exec((thrown as Error).message)
            ?.slice(1)
            .join(''),
        )
        return true
      })
    assert.deepEqual(said, [undefined, undefined, undefined, undefined, '5', '4', '3', '2', '1', '0', 'in 1800 s'])
  }
})

test('an unknown client is closed just the same', async () => {
  const throttle = openDoor()
  const nobody = (nowMs: number) => attempt(throttle, 'wrong', '192.0.2.1', nowMs, 'cid_test_nobody')
  for (let nth = 0; nth < 10; nth++) assert.equal(await nobody(T0), 'invalid_credentials')
  assert.equal(await nobody(T0), 'rate_limit_exceeded')
})

test('fifty addresses that guess do not lock out the client', async () => {
  const throttle = openDoor()
  for (let round = 0; round < 15; round++)
    for (let nth = 0; nth < 50; nth++) await attempt(throttle, 'wrong', `198.51.${nth}.7`, T0 + round * MINUTE_MS)
  assert.equal(await attempt(throttle, 'wrong', '198.51.7.7', T0 + 15 * MINUTE_MS), 'rate_limit_exceeded')
  assert.equal(await attempt(throttle, rightSecret(), '203.0.113.9', T0 + 15 * MINUTE_MS), 'in')
})

test('an address on the allow-list of the key never waits', async () => {
  const throttle = openDoor()
  await change(vezne, `update clients set allowed_ips = '192.0.2.0/28' where client_id = 'cid_test_demo_admin'`)
  for (let nth = 0; nth < 20; nth++) await attempt(throttle, 'wrong', '192.0.2.99', T0)
  assert.equal(await attempt(throttle, 'wrong', '192.0.2.99', T0), 'rate_limit_exceeded')
  for (let nth = 0; nth < 20; nth++)
    assert.equal(await attempt(throttle, 'wrong', '192.0.2.5', T0), 'invalid_credentials')
  await change(vezne, `update clients set allowed_ips = null where client_id = 'cid_test_demo_admin'`)
})

test('a success starts the count again; failures half an hour apart never add up', async () => {
  const throttle = openDoor()
  for (let round = 0; round < 3; round++) {
    for (let nth = 0; nth < 9; nth++) await attempt(throttle, 'wrong', '192.0.2.1', T0)
    assert.equal(await attempt(throttle, rightSecret(), '192.0.2.1', T0), 'in')
  }
  for (let nth = 0; nth < 40; nth++)
    assert.equal(await attempt(throttle, 'wrong', '192.0.2.1', T0 + nth * 4 * MINUTE_MS), 'invalid_credentials')
})

test('IPv6 callers are one network by their /48', async () => {
  const throttle = openDoor()
  for (let nth = 0; nth < 10; nth++) await attempt(throttle, 'wrong', `2001:db8:1:${nth}::1`, T0)
  assert.equal(await attempt(throttle, 'wrong', '2001:db8:1:ffff::1', T0), 'rate_limit_exceeded')
  assert.equal(await attempt(throttle, 'wrong', '2001:db8:2::1', T0), 'invalid_credentials')
})
