/** Limits that several processes share: one bucket between them, exact under concurrency, and a local share when the table is unavailable. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPostgresLimits } from '../../src/access/limits/postgres-limits.ts'
import { createRateLimiter, type RateLimiter } from '../../src/access/limits/rate-limiter.ts'
import { createSharedLimits } from '../../src/access/limits/shared-limits.ts'
import { Database } from '../../src/infra/database/database.ts'
import { startVezne, useVezne } from '../support/vezne.ts'

const vezne = useVezne({ limits: 'plan' })

const TENANT = '00000000-0000-4000-8000-000000000010'
const PLAN = {
  id: TENANT,
  code: 'test',
  name: 'Test',
  dailyTransactionLimit: 0,
  monthlyTransactionLimit: 0,
  ratePerSecond: 50,
  burst: 100,
  isUnlimited: false,
  features: new Set<string>(),
}
const empty = () =>
  vezne.runtime.db.transaction({ of: [] }, async (tx) => {
    await tx.execute('delete from limit_buckets')
    await tx.execute('delete from limit_windows')
  })
/** The database's own time counts; rows are aged instead of waiting. */
const pass = (seconds: number) =>
  vezne.runtime.db.transaction({ of: [] }, async (tx) => {
    await tx.execute(`update limit_buckets set filled_at = filled_at - $1 * interval '1 second'`, [seconds])
    await tx.execute(`update limit_windows set ends_at = ends_at - $1 * interval '1 second'`, [seconds])
  })
const open = (): RateLimiter =>
  createRateLimiter(
    createSharedLimits(createPostgresLimits(vezne.runtime.db), {
      onAway: assert.fail,
      onBack: assert.fail,
      answerMs: 30_000,
    }),
  )
const take = (limiter: RateLimiter, plan = PLAN) =>
  limiter.takeForOrganization({ tenantId: TENANT, plan, limitClass: 'plan', nowMs: Date.now() })

test('one bucket for all processes', async () => {
  await empty()
  const [one, two] = [open(), open()]
  const slow = { ...PLAN, ratePerSecond: 1, burst: 6 }
  assert.equal((await take(one, slow)).remaining, 5)
  assert.equal((await take(two, slow)).remaining, 4)
  for (let nth = 0; nth < 4; nth++) assert.equal((await take(one, slow)).retryAfter, null)
  const refused = await take(two, slow)
  assert.equal(refused.retryAfter, 1)
  assert.equal(refused.remaining, 0)
  assert.equal(refused.limit, 1)
  await pass(1)
  assert.equal((await take(two, slow)).retryAfter, null)
  assert.equal((await take(one, slow)).retryAfter, 1)
  await pass(3_600)
  assert.equal((await take(one, slow)).remaining, 5, 'never more than the burst')
})

test('concurrent calls over four processes get exactly the burst', async () => {
  await empty()
  const limiters = [open(), open(), open(), open()]
  const still = { ...PLAN, ratePerSecond: 1, burst: 100 }
  const started = performance.now()
  const taken = await Promise.all(
    Array.from({ length: 600 }, (_, nth) => take(limiters[nth % limiters.length] as RateLimiter, still)),
  )
  const refilled = Math.ceil((performance.now() - started) / 1000)
  const accepted = taken.filter(({ retryAfter }) => retryAfter === null).length
  assert(accepted >= 100 && accepted <= 100 + refilled, `${accepted} accepted`)
})

test('another organization has its own bucket', async () => {
  await empty()
  const limiter = open()
  const single = { ...PLAN, ratePerSecond: 1, burst: 1 }
  await take(limiter, single)
  assert.equal((await take(limiter, single)).retryAfter, 1)
  const other = await limiter.takeForOrganization({
    tenantId: '00000000-0000-4000-8000-000000000011',
    plan: single,
    limitClass: 'plan',
    nowMs: Date.now(),
  })
  assert.equal(other.retryAfter, null)
})

test('windows of a class are shared, end, and are swept', async () => {
  await empty()
  const [one, two] = [open(), open()]
  const wide = { ...PLAN, ratePerSecond: 1_000, burst: 5_000 }
  const call = (limiter: RateLimiter) =>
    limiter.takeForOrganization({
      tenantId: TENANT,
      plan: wide,
      limitClass: 'subscription_management',
      nowMs: Date.now(),
    })
  for (let nth = 0; nth < 20; nth++) assert.equal((await call(nth % 2 ? one : two)).retryAfter, null)
  const refused = await call(one)
  assert(
    refused.retryAfter !== null && refused.retryAfter >= 58 && refused.retryAfter <= 61,
    String(refused.retryAfter),
  )
  await pass(61)
  assert.equal((await call(two)).retryAfter, null)
  assert.equal((await one.windows.look(`subscription_management ${TENANT}`, Date.now()))?.count, 1)
  await one.windows.forget(`subscription_management ${TENANT}`)
  assert.equal(await two.windows.look(`subscription_management ${TENANT}`, Date.now()), null)
})

/** Limits on a table that can be locked; the reported outage, and a promise of its return. */
const openWatched = (db: Database) => {
  const told: string[] = []
  const back = Promise.withResolvers<void>()
  const shared = createSharedLimits(createPostgresLimits(db), {
    answerMs: 1_500,
    onAway: () => told.push('away'),
    onBack() {
      told.push('back')
      back.resolve()
    },
  })
  return { limiter: createRateLimiter(shared), shared, told, back: back.promise }
}

test('while the table is locked requests continue with a local share; it is reported once, and recovers', async () => {
  await empty()
  const { limiter, told, back } = openWatched(vezne.runtime.db)
  await take(limiter)
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = vezne.runtime.db.transaction({ of: [] }, async (tx) => {
    await tx.query('select * from limit_buckets for update')
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const taken = await Promise.all(Array.from({ length: 60 }, () => take(limiter)))
  const after = await take(limiter)
  assert.equal(taken.filter(({ retryAfter }) => retryAfter === null).length, 25, 'a quarter of the burst')
  assert.equal(after.limit, 50)
  assert.deepEqual(told, ['away'])
  release.resolve()
  await lock
  await back
  assert.deepEqual(told, ['away', 'back'])
  await empty()
  assert.equal((await take(limiter)).remaining, 99, 'the shared bucket again')
})

test('an unavailable database fails no request', async () => {
  const gone = Database.open('postgres://nobody@127.0.0.1:1/none', { connections: 2, onError: () => undefined })
  const { limiter, shared, told } = openWatched(gone)
  for (let nth = 0; nth < 10; nth++) assert.equal((await take(limiter)).limit, 50)
  await limiter.windows.count('x', 1_000, Date.now())
  assert.equal((await limiter.windows.look('x', Date.now()))?.count, 1)
  assert.deepEqual(told, ['away'])
  await shared.close()
  await gone.close()
})

test('the program as an api process keeps its limits there', async () => {
  const api = await startVezne({ limits: 'plan', env: { VEZNE_ROLE: 'api' }, config: { limitAnswerMs: 30_000 } })
  try {
    const me = await api.request('identity', 'GET', '/api/v1/me', { token: await api.token('pos') })
    assert.equal(me.status, 200)
    assert.equal(me.headers['x-ratelimit-limit'], '50')
    const rows = await api.runtime.db.transaction({ of: [] }, (tx) =>
      tx.query<{ key: string }>('select key from limit_buckets'),
    )
    assert.deepEqual(
      rows.map((row) => row.key),
      [TENANT],
    )
  } finally {
    await api.stop()
  }
})
