/** Chooses the store of the limits: Redis where configured, a table with several processes, else this process's memory. */

import { createRequire } from 'node:module'
import { counter, figure } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { LimitStore, SharedStore } from './limit-store.ts'
import { createMemoryLimits } from './memory-limits.ts'
import { createPostgresLimits } from './postgres-limits.ts'
import { createSharedLimits } from './shared-limits.ts'

const isShared = figure('vezne_limits_shared')
const timesAway = counter('vezne_limits_away_total')

/** Loaded only if it is configured: its client would add a tenth to everything that a start loads. */
const openRedis = (url: string) =>
  (createRequire(import.meta.url)('./redis-limits.ts') as typeof import('./redis-limits.ts')).openRedisLimits(url)

interface OpenLimitStore {
  readonly store: LimitStore
  close(): Promise<void>
}

export const openLimitStore = ({ config, db, log }: Runtime): OpenLimitStore => {
  const { redisUrl, role, limitAnswerMs } = config
  if (redisUrl === undefined && role === 'all') return { store: createMemoryLimits(), close: async () => undefined }
  isShared.set(1)
  const share = (store: SharedStore) =>
    createSharedLimits(store, {
      answerMs: limitAnswerMs,
      onAway(err) {
        isShared.set(0)
        timesAway.inc()
        log.warn('limits.away', { err, place: redisUrl === undefined ? 'database' : 'redis' })
      },
      onBack() {
        isShared.set(1)
        log.info('limits.back')
      },
    })
  if (redisUrl !== undefined) {
    const store = share(openRedis(redisUrl))
    return { store, close: () => store.close() }
  }
  const stores = db.shards.map((shard) => share(createPostgresLimits(db.on(shard))))
  const store = stores.length === 1 ? stores[0]! : limitsOfShards(stores, (key) => db.shardOf(tenantIn(key)))
  return {
    store,
    async close() {
      await Promise.all(stores.map((each) => each.close()))
    },
  }
}

/** Calls of a tenant are counted on its shard; all others, such as those of an address, on the first. */
const limitsOfShards = (stores: readonly LimitStore[], shardOf: (key: string) => number): LimitStore => {
  const storeOf = (key: string): LimitStore => stores[shardOf(key)]!
  return {
    take: (bucket, ...more) => storeOf(bucket.key).take(bucket, ...more),
    count: (key, ...more) => storeOf(key).count(key, ...more),
    look: (key, nowMs) => storeOf(key).look(key, nowMs),
    forget: (key) => storeOf(key).forget(key),
  }
}

const tenantIn = (key: string): string => ID.exec(key)?.[0] ?? ''
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
