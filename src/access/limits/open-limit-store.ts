/** Chooses the store of the limits: Redis where configured, a table with several processes, else this process's memory. */

import { createRequire } from 'node:module'
import { counter, figure } from '../../infra/process/metrics.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { LimitStore } from './limit-store.ts'
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
  const store = createSharedLimits(redisUrl === undefined ? createPostgresLimits(db) : openRedis(redisUrl), {
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
  return { store, close: () => store.close() }
}
