/** The limits table, row by row: the last call that passes, the first that does not, and the one after the wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TariffPlan } from '../../src/access/callers/realms.ts'
import { COUNTED_CLASSES, type LimitClass } from '../../src/access/limit-classes.ts'
import { createMemoryLimits } from '../../src/access/limits/memory-limits.ts'
import {
  createRateLimiter,
  type RateLimiter,
  rateLimitExceeded,
  type Taken,
  toNetwork,
} from '../../src/access/limits/rate-limiter.ts'

const T0 = 1_750_000_000_000
const TENANT = '00000000-0000-4000-8000-000000000010'
const OTHER = '00000000-0000-4000-8000-000000000011'

const planOf = (changes: Partial<TariffPlan>): TariffPlan => ({
  id: '00000000-0000-4000-8000-000000000001',
  code: 'wide',
  name: 'Wide',
  dailyTransactionLimit: 0,
  monthlyTransactionLimit: 0,
  ratePerSecond: 1_000,
  burst: 5_000,
  isUnlimited: false,
  features: new Set(),
  ...changes,
})
const WIDE = planOf({})

const organization = (limiter: RateLimiter, limitClass: LimitClass, nowMs: number, tenantId = TENANT) =>
  limiter.takeForOrganization({ tenantId, plan: WIDE, limitClass, nowMs })
const stranger = (limiter: RateLimiter, limitClass: LimitClass, nowMs: number, address: string, tenantId = TENANT) =>
  limiter.takeForAnonymous({ address, realm: { tenantId, plan: WIDE }, limitClass, nowMs })

const CLASS_ROWS: [LimitClass, number, (limiter: RateLimiter, nowMs: number) => Taken | Promise<Taken>][] = [
  ['token', 10, (limiter, now) => stranger(limiter, 'token', now, '192.0.2.1')],
  ['refresh', 30, (limiter, now) => stranger(limiter, 'refresh', now, '192.0.2.1')],
  ['validation', 500, (limiter, now) => organization(limiter, 'validation', now)],
  ['lookups', 1_000, (limiter, now) => organization(limiter, 'lookups', now)],
  ['subscription_management', 20, (limiter, now) => organization(limiter, 'subscription_management', now)],
  ['bulk_transfer', 10, (limiter, now) => organization(limiter, 'bulk_transfer', now)],
  ['reconciliation_start', 5, (limiter, now) => organization(limiter, 'reconciliation_start', now)],
]

test('each class that is counted has its row', () =>
  assert.deepEqual(CLASS_ROWS.map(([limitClass]) => limitClass).sort(), Object.keys(COUNTED_CLASSES).sort()))

for (const [limitClass, max, call] of CLASS_ROWS)
  test(`${limitClass}: ${max} a minute, then 429 until the minute ends`, async () => {
    const limiter = createRateLimiter(createMemoryLimits())
    for (let nth = 1; nth <= max; nth++) assert.equal((await call(limiter, T0)).retryAfter, null, `call ${nth}`)
    const refused = await call(limiter, T0 + 1)
    assert.equal(refused.retryAfter, 60)
    assert(refused.remaining > 0, 'the headers go on to show the bucket')
    const problem = rateLimitExceeded(refused)
    assert.equal(problem.status, 429)
    assert.equal(problem.extras.headers?.['retry-after'], '60')
    assert.match(problem.message, new RegExp(`${max} `))
    assert.equal((await call(limiter, T0 + 30_000)).retryAfter, 30)
    assert.equal((await call(limiter, T0 + 60_000)).retryAfter, null, 'the next window')
  })

test('the token class counts by address, the refresh class by organization', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  for (let nth = 0; nth < 10; nth++) await stranger(limiter, 'token', T0, '192.0.2.1')
  assert.notEqual((await stranger(limiter, 'token', T0, '192.0.2.1', OTHER)).retryAfter, null)
  assert.equal((await stranger(limiter, 'token', T0, '192.0.2.2')).retryAfter, null)
  for (let nth = 0; nth < 30; nth++) await stranger(limiter, 'refresh', T0, `192.0.2.${nth}`)
  assert.notEqual((await stranger(limiter, 'refresh', T0, '192.0.2.99')).retryAfter, null)
  assert.equal((await stranger(limiter, 'refresh', T0, '192.0.2.99', OTHER)).retryAfter, null)
})

test('one bucket for the whole organization, another for the next one', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  const plan = planOf({ ratePerSecond: 50, burst: 100 })
  const take = (tenantId: string) => limiter.takeForOrganization({ tenantId, plan, limitClass: 'plan', nowMs: T0 })
  for (let nth = 0; nth < 100; nth++) await take(TENANT)
  const refused = await take(TENANT)
  assert.deepEqual(refused, { limit: 50, remaining: 0, resetAt: T0 / 1000 + 2, retryAfter: 1 })
  assert.match(rateLimitExceeded(refused).message, /50 requests a second/)
  assert.equal((await take(OTHER)).remaining, 99)
})

test('a key with a limit of its own: both buckets give a token or neither does; the headers report the plan', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  const plan = planOf({ ratePerSecond: 50, burst: 100 })
  const take = (nowMs: number, ratePerSecond?: number, clientId = 'slow') =>
    limiter.takeForOrganization({
      tenantId: TENANT,
      plan,
      limitClass: 'plan',
      nowMs,
      ...(ratePerSecond === undefined ? {} : { key: { clientId, ratePerSecond } }),
    })
  assert.equal((await take(T0, 1)).remaining, 99)
  assert.equal((await take(T0, 1)).remaining, 98)
  const refused = await take(T0, 1)
  assert.deepEqual([refused.limit, refused.remaining, refused.retryAfter], [50, 98, 1], 'nothing taken of the plan')
  assert.match(rateLimitExceeded(refused).message, /1 requests a second of this API key/)
  assert.equal((await take(T0, 2, 'other')).remaining, 97, 'another key has its own')
  for (let nth = 0; nth < 97; nth++) await take(T0)
  const empty = await take(T0, 2, 'other')
  assert.equal(empty.retryAfter, 1)
  assert.match(rateLimitExceeded(empty).message, /limit of 50/)
  for (let nth = 0; nth < 3; nth++)
    assert.equal((await take(T0 + 60, 2, 'other')).retryAfter, null, 'a refusal by the plan took nothing of the key')
  assert.notEqual((await take(T0 + 60, 2, 'other')).retryAfter, null)
})

test('the limit of a key counts below a plan without limits too', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  const call = { tenantId: TENANT, plan: planOf({ isUnlimited: true }), limitClass: 'plan', nowMs: T0 } as const
  const take = () => limiter.takeForOrganization({ ...call, key: { clientId: 'slow', ratePerSecond: 1 } })
  for (let nth = 0; nth < 2; nth++) assert.equal((await take()).retryAfter, null)
  const refused = await take()
  assert.deepEqual([refused.limit, refused.remaining, refused.retryAfter], [1_000_000, 1_000_000, 1])
})

test('a refusal by the bucket does not count in the class', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  const plan = planOf({ ratePerSecond: 1, burst: 1 })
  const take = (nowMs: number) =>
    limiter.takeForOrganization({ tenantId: TENANT, plan, limitClass: 'subscription_management', nowMs })
  assert.equal((await take(T0)).retryAfter, null)
  for (let nth = 0; nth < 50; nth++) assert.equal((await take(T0)).retryAfter, 1)
  assert.equal((await take(T0 + 1_000)).retryAfter, null)
})

test('a plan without limits has no bucket and no class', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  const plan = planOf({ isUnlimited: true, ratePerSecond: 1, burst: 1 })
  const realm = { tenantId: TENANT, plan }
  for (let nth = 0; nth < 300; nth++) {
    const call = { limitClass: 'token', nowMs: T0 } as const
    for (const taken of [
      await limiter.takeForAnonymous({ ...call, address: '192.0.2.1', realm }),
      await limiter.takeForOrganization({ ...call, limitClass: 'subscription_management', tenantId: TENANT, plan }),
    ])
      assert.deepEqual(taken, { limit: 1_000_000, remaining: 1_000_000, resetAt: T0 / 1000, retryAfter: null })
  }
})

test('anonymous callers: 50 a second with burst 100 per address, whatever they call', async () => {
  const limiter = createRateLimiter(createMemoryLimits())
  for (let nth = 0; nth < 50; nth++) limiter.takeForAddress('192.0.2.1', T0)
  const last = await limiter.takeForAnonymous({ address: '192.0.2.1', realm: null, limitClass: 'plan', nowMs: T0 })
  assert.deepEqual(last, { limit: 50, remaining: 49, resetAt: T0 / 1000 + 2, retryAfter: null })
  for (let nth = 0; nth < 49; nth++) limiter.takeForAddress('192.0.2.1', T0)
  assert.equal(limiter.takeForAddress('192.0.2.1', T0).retryAfter, 1)
  assert.equal(limiter.takeForAddress('192.0.2.2', T0).remaining, 99)
})

test('probes see a full bucket', () => {
  const limiter = createRateLimiter(createMemoryLimits())
  limiter.takeForAddress('192.0.2.1', T0)
  assert.deepEqual(limiter.untouched(T0), { limit: 50, remaining: 100, resetAt: T0 / 1000, retryAfter: null })
})

const ADDRESSES = `
  192.0.2.7            192.0.2.7
  ::ffff:192.0.2.7     192.0.2.7
  2001:db8:1:2::1      2001:db8:1:2::/64
  2001:db8:1:2:f::9    2001:db8:1:2::/64
  2001:db8:1:3::1      2001:db8:1:3::/64
  ::1                  0:0:0:0::/64`
for (const [address, network] of ADDRESSES.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/) as [string, string]))
  test(`${address} is counted as ${network}`, () => assert.equal(toNetwork(address), network))

test('a flood of addresses stays within bounds: the oldest are evicted', () => {
  const limits = createMemoryLimits()
  const size = { ratePerSecond: 1, burst: 2 }
  limits.take({ key: 'first', size }, T0)
  for (let nth = 0; nth < 60_000; nth++) {
    limits.take({ key: `flood ${nth}`, size }, T0)
    limits.count(`flood ${nth}`, 60_000, T0)
  }
  assert.equal(limits.take({ key: 'first', size }, T0).remaining, 1, 'forgotten, so full again')
  assert.equal(limits.take({ key: 'flood 59999', size }, T0).remaining, 0, 'remembered')
  assert.equal((limits.look('flood 0', T0) as unknown) === null, true)
})
