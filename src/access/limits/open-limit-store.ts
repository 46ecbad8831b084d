/** Chooses where limits are kept: Redis where there is one, a table when the work is split, else this process's memory. */
import type { House } from '../../infra/runtime.ts'
import { counter, gauge } from '../../infra/process/metrics.ts'
import type { LimitStore } from './limit-store.ts'
import { memoryLimits } from './memory-limits.ts'
import { redisLimits } from './redis-limits.ts'
import { sharedLimits } from './shared-limits.ts'
import { tableLimits } from './postgres-limits.ts'

const isShared = gauge(
  'vezne_limits_shared',
  '1 = limits are shared by all processes, 0 = this one keeps a share of its own',
)
const timesAway = counter('vezne_limits_away_total', 'How often the place of shared limits did not answer')

export interface OpenLimitStore {
  readonly store: LimitStore
  close(): Promise<void>
}

export const openLimitStore = ({ config, db, log }: House): OpenLimitStore => {
  const { redisUrl, role, limitAnswerMs } = config
  if (redisUrl === undefined && role === 'all') return { store: memoryLimits(), close: async () => undefined }
  isShared.set(1)
  const store = sharedLimits(redisUrl === undefined ? tableLimits(db) : redisLimits(redisUrl), {
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
