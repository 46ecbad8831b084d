/** The invalidated cache: entries live long while notifications are certain, never across a gap, and briefly while disconnected. */
import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createInvalidatedCache } from '../../src/infra/database/invalidated-cache.ts'

const openCache = (entriesMax = 100) => {
  const hearing = { sure: true, epoch: 0 }
  let loads = 0
  const cache = createInvalidatedCache({
    entriesMax,
    freshness: { isCurrent: () => hearing.sure, epoch: () => hearing.epoch },
    load: async (key: string) => `${key} ${++loads}`,
    groupOf: (key) => key.slice(0, 1),
  })
  return { hearing, cache, loads: () => loads }
}
/** The cache reads performance.now(); the test moves it. */
const atTimes = async (work: (pass: (ms: number) => void) => Promise<void>): Promise<void> => {
  let now = 1_000
  const watch = mock.method(performance, 'now', () => now)
  try {
    await work((ms) => {
      now += ms
    })
  } finally {
    watch.mock.restore()
  }
}

test('while notifications are certain an entry lives for minutes', () =>
  atTimes(async (pass) => {
    const { cache } = openCache()
    assert.equal(await cache.get('a1'), 'a1 1')
    pass(500_000)
    assert.equal(await cache.get('a1'), 'a1 1')
    pass(200_000)
    assert.equal(await cache.get('a1'), 'a1 2', 'but not for ever')
  }))

test('while disconnected an entry lives for less than half a second; reconnected it is trusted again', () =>
  atTimes(async (pass) => {
    const { cache, hearing } = openCache()
    await cache.get('a1')
    hearing.sure = false
    pass(399)
    assert.equal(await cache.get('a1'), 'a1 1')
    hearing.sure = true
    pass(100_000)
    assert.equal(await cache.get('a1'), 'a1 1', 'nothing was missed')
    hearing.sure = false
    assert.equal(await cache.get('a1'), 'a1 2')
  }))

test('what was read before a gap is read again, also when its load ends after it', () =>
  atTimes(async (pass) => {
    const { cache, hearing } = openCache()
    const early = cache.get('a1')
    hearing.epoch++
    assert.equal(await early, 'a1 1')
    pass(400)
    assert.equal(await cache.get('a1'), 'a1 2')
    pass(1_000)
    assert.equal(await cache.get('a1'), 'a1 2')
  }))

test('a group is dropped as a whole, and no other entry', async () => {
  const { cache } = openCache()
  for (const key of ['a1', 'a2', 'b1']) await cache.get(key)
  cache.dropGroup('a')
  const again = await Promise.all(['a1', 'a2', 'b1'].map(cache.get))
  assert.deepEqual(again, ['a1 4', 'a2 5', 'b1 3'])
  cache.dropGroup('a')
  cache.dropGroup('nobody')
  assert.deepEqual(await Promise.all(['a1', 'b1'].map(cache.get)), ['a1 6', 'b1 3'])
})

test('the oldest entries are evicted, and leave their group', async () => {
  const { cache, loads } = openCache(2)
  for (const key of ['a1', 'a2', 'a3']) await cache.get(key)
  assert.equal(await cache.get('a3'), 'a3 3')
  assert.equal(await cache.get('a1'), 'a1 4', 'was pushed out')
  cache.dropGroup('a')
  await cache.get('a3')
  assert.equal(loads(), 5)
})

test('an uncacheable value is returned to its callers only; a failure is retried', async () => {
  let answer: string | null = null
  const cache = createInvalidatedCache({
    entriesMax: 10,
    freshness: { isCurrent: () => true, epoch: () => 0 },
    load: async () => {
      if (answer === 'fail') throw new Error('away')
      return answer
    },
    isKept: (value) => value !== null,
  })
  assert.equal(await cache.get('x'), null)
  answer = 'fail'
  await assert.rejects(cache.get('x'), /away/)
  answer = 'there'
  assert.equal(await cache.get('x'), 'there')
})
