/** Memory, table and Redis give the same answers to the same calls; each by its own clock, which this moves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@redis/client'
import type { LimitStore, SharedStore } from '../../src/access/limits/limit-store.ts'
import { createMemoryLimits } from '../../src/access/limits/memory-limits.ts'
import { createPostgresLimits } from '../../src/access/limits/postgres-limits.ts'
import { openRedisLimits } from '../../src/access/limits/redis-limits.ts'
import { type RedisServer, redisProgram, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { useVezne } from '../support/vezne.ts'

interface Rig {
  store: LimitStore
  now(): number
  /** Moves its clock, or ages what it stores. */
  pass(seconds: number): Promise<void>
  close(): Promise<void>
}

const vezne = useVezne()

const inMemory = async (): Promise<Rig> => {
  let now = 1_750_000_000_000
  return {
    store: createMemoryLimits(),
    now: () => now,
    async pass(seconds) {
      now += seconds * 1_000
    },
    close: async () => undefined,
  }
}
const inTable = async (): Promise<Rig> => {
  const store = createPostgresLimits(vezne.runtime.db)
  return {
    store,
    now: Date.now,
    pass: (seconds) =>
      vezne.runtime.db.transaction({ of: [] }, async (tx) => {
        await tx.execute(`update limit_buckets set filled_at = filled_at - $1 * interval '1 second'`, [seconds])
        await tx.execute(`update limit_windows set ends_at = ends_at - $1 * interval '1 second'`, [seconds])
      }),
    close: () => store.close(),
  }
}
const inRedis = async (): Promise<Rig> => {
  const server: RedisServer = await startRedis()
  const store: SharedStore = openRedisLimits(server.url)
  const client = createClient({ url: server.url })
  await client.connect()
  const isReady = (): Promise<boolean> =>
    store.look('ready', 0).then(
      () => true,
      () => false,
    )
  await until('Redis is connected', isReady)
  return {
    store,
    now: Date.now,
    async pass(seconds) {
      for (const key of await client.keys('*')) {
        if ((await client.type(key)) === 'hash') await client.hIncrBy(key, 'at', -Math.round(seconds * 1_000_000))
        else await client.pExpire(key, Math.max(0, Number(await client.pTTL(key)) - seconds * 1_000))
      }
    },
    async close() {
      await store.close()
      client.destroy()
      await server.stop()
    },
  }
}

/** `a` is an organization of 1 a second and 5 at once, `b` of 2 and 3; `a/k` is its key of 1 and 2; `w` a window of a minute. */
const SIZES = {
  a: { ratePerSecond: 1, burst: 5 },
  b: { ratePerSecond: 2, burst: 3 },
  k: { ratePerSecond: 1, burst: 2 },
}
const CALLS = `
  take a       4 yes
  take a/k     3 yes
  take a/k     2 yes
  take a/k     2 wait 1 of the key
  take a       1 yes
  take a       0 yes
  take a       0 wait 1
  take a/k     0 wait 1 of the key
  take b       2 yes
  pass 1.5
  take a/k     0 yes
  take a/k     0 wait 1 of the key
  pass 1
  take a       0 yes
  take a/k     0 wait 1
  pass 2
  take a/k     1 yes
  take a/k     0 yes
  pass 3600
  take a/k     4 yes
  take b       2 yes
  take b       1 yes
  take b       0 yes
  take b       0 wait 1
  look w       none
  count w      1
  count w      2
  look w       2
  pass 30
  count w      3
  pass 31
  look w       none
  count w      1
  forget w
  look w       none
  count w      1`

/** `round`: names of an earlier round are others. */
const answer = async ({ store, now }: Rig, round: number, verb: string, name: string): Promise<string> => {
  const own = `${round} ${name}`
  if (verb === 'count') return String((await store.count(own, 60_000, now())).count)
  if (verb === 'look') return String((await store.look(own, now()))?.count ?? 'none')
  if (verb === 'forget') return String((await store.forget(own)) ?? '')
  const [outer, below] = name.split('/') as ['a' | 'b', 'k' | undefined]
  const taken = await store.take(
    { key: `${round} ${outer}`, size: SIZES[outer] },
    now(),
    below && { key: `${round} ${outer} ${below}`, size: SIZES[below] },
  )
  assert.equal(taken.limit, SIZES[outer].ratePerSecond)
  const verdict = taken.retryAfter === null ? 'yes' : `wait ${taken.retryAfter}`
  return `${taken.remaining} ${verdict}${taken.refusedBy === undefined ? '' : ' of the key'}`
}

const PLACES: [name: string, open: () => Promise<Rig>, skip: string | false][] = [
  ['memory', inMemory, false],
  ['table', inTable, false],
  ['Redis', inRedis, redisProgram === undefined && 'no redis-server is installed here'],
]
const QUICK_MS = 400
const ROUNDS_MAX = 20

const faultsOf = async (rig: Rig, round: number): Promise<string[]> => {
  const faults: string[] = []
  for (const [at, line] of CALLS.trim().split('\n').entries()) {
    const [verb = '', what = '', ...expected] = line.trim().split(/\s+/)
    if (verb === 'pass') await rig.pass(Number(what))
    else {
      const seen = await answer(rig, round, verb, what)
      if (seen !== expected.join(' ')) faults.push(`line ${at + 1}: ${line.trim()}: ${seen}`)
    }
  }
  return faults
}

for (const [name, open, skip] of PLACES)
  test(`${name}: the answers of the table`, { skip }, async () => {
    const rig = await open()
    try {
      for (let round = 1; ; round++) {
        const since = rig.now()
        const faults = await faultsOf(rig, round)
        // Buckets fill while a busy machine takes its time: a round that took long says nothing.
        if (faults.length === 0 || name === 'memory' || rig.now() - since < QUICK_MS || round === ROUNDS_MAX) {
          assert.deepEqual(faults, [])
          return
        }
      }
    } finally {
      await rig.close()
    }
  })

for (const [name, open, skip] of PLACES)
  test(`${name}: concurrent calls get exactly the burst`, { skip }, async () => {
    const rig = await open()
    const slow = { ratePerSecond: 1, burst: 50 }
    try {
      const started = performance.now()
      const taken = await Promise.all(
        Array.from({ length: 200 }, (_, nth) =>
          rig.store.take({ key: `crowd ${name}`, size: slow }, rig.now(), {
            key: `crowd ${name} ${nth % 4}`,
            size: { ratePerSecond: 1, burst: 40 },
          }),
        ),
      )
      const passed = taken.filter(({ retryAfter }) => retryAfter === null).length
      const refilled = Math.ceil((performance.now() - started) / 1_000)
      assert(passed >= 50 && passed <= 50 + refilled, `${passed} passed`)
    } finally {
      await rig.close()
    }
  })
