/** The tenant cache: concurrent callers share a load, and a notification drops an entry, also during its load. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Notifications } from '../../src/infra/database/notifications.ts'
import { createTenantCache } from '../../src/infra/database/tenant-cache.ts'

/** Notifications of a single process. */
const localNotices = (): Notifications => {
  const listeners = new Set<(text: string) => void>()
  return {
    publish: (_topic, text = '') => listeners.forEach((listener) => void listener(text)),
    subscribe: (_topic, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    freshness: { isCurrent: () => true, epoch: () => 0 },
    close: async () => undefined,
  }
}

const cacheOf = () => {
  const notices = localNotices()
  const loads: { tenantId: string; answer: (value: { version: number }) => void; fail: (error: Error) => void }[] = []
  const cache = createTenantCache({
    notifications: notices,
    topic: 'connectors',
    load: (tenantId) => new Promise<{ version: number }>((answer, fail) => void loads.push({ tenantId, answer, fail })),
  })
  return { notices, loads, cache }
}

test('concurrent callers share a load, later ones its result', async () => {
  const { loads, cache } = cacheOf()
  const both = Promise.all([cache.of('a'), cache.of('a')])
  loads[0]!.answer({ version: 1 })
  assert.deepEqual(await both, [{ version: 1 }, { version: 1 }])
  assert.deepEqual(await cache.of('a'), { version: 1 })
  assert.equal(loads.length, 1)
})

test('a notification drops the tenant it names, an empty one drops all', async () => {
  const { notices, loads, cache } = cacheOf()
  for (const tenantId of ['a', 'b']) {
    const first = cache.of(tenantId)
    loads.at(-1)!.answer({ version: 1 })
    await first
  }
  notices.publish('connectors', 'a')
  const again = cache.of('a')
  loads.at(-1)!.answer({ version: 2 })
  assert.deepEqual([await again, await cache.of('b')], [{ version: 2 }, { version: 1 }])
  notices.publish('connectors')
  void cache.of('b')
  assert.deepEqual(
    loads.map(({ tenantId }) => tenantId),
    ['a', 'b', 'a', 'b'],
  )
})

test('a load overtaken by a notification is not cached', async () => {
  const { notices, loads, cache } = cacheOf()
  const stale = cache.of('a')
  notices.publish('connectors', 'a')
  const fresh = cache.of('a')
  loads[0]!.answer({ version: 1 })
  loads[1]?.answer({ version: 2 })
  assert.deepEqual([await stale, await fresh], [{ version: 1 }, { version: 2 }])
  assert.deepEqual(await cache.of('a'), { version: 2 })
})

test('a failed load is reported and retried', async () => {
  const { loads, cache } = cacheOf()
  const failing = cache.of('a')
  loads[0]!.fail(new Error('away'))
  await assert.rejects(failing, /away/)
  const again = cache.of('a')
  loads[1]!.answer({ version: 2 })
  assert.deepEqual(await again, { version: 2 })
})
