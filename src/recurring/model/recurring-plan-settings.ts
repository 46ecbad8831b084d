/** A tenant's settings of card plans, with the defaults of docs/interface/cards.md#settings. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import { createTenantCache, type TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import { PLAN_TRIES } from '../../payments/model/plan-tries.ts'

const MINUTE_MS = 60_000
const RETRY_MINUTES = { sandbox: 1, production: 1_440 } as const

const KEYS = {
  maxTries: {
    key: PLAN_TRIES.key,
    kind: { whole: { least: PLAN_TRIES.least, most: PLAN_TRIES.most } },
    loosens: { by: 'growing' },
    standard: String(PLAN_TRIES.standard),
    meaning: {
      en: 'How often an installment of a recurring plan is tried',
      tr: 'Tekrarlayan bir planın taksitinin kaç kez deneneceği',
    },
  },
  retryMinutes: {
    key: 'recurring.retry_minutes',
    kind: { whole: { least: 1, most: 44_640 } },
    loosens: { by: 'nothing', because: 'It says when, not whether; how often is bounded by recurring.max_tries' },
    standard: { sandbox: String(RETRY_MINUTES.sandbox), production: String(RETRY_MINUTES.production) },
    meaning: {
      en: 'Minutes between two tries of an installment',
      tr: 'Bir taksitin iki denemesi arasındaki süre, dakika',
    },
  },
} as const satisfies Record<string, KnownSetting>

export const RECURRING_SETTINGS: readonly KnownSetting[] = Object.values(KEYS)

export interface RecurringPlanSettings {
  readonly maxTries: number
  readonly retryMs: number
}

/** A value the key no longer allows is treated as not set. */
const parsePlanSettings = (set: ReadonlyMap<string, string>, isSandbox: boolean): RecurringPlanSettings => {
  const setTo = (setting: KnownSetting, standard: number): number => {
    const value = set.get(setting.key)
    return value === undefined || checkKnownSetting(setting, value) !== null ? standard : Number(value)
  }
  const retryMinutes = isSandbox ? RETRY_MINUTES.sandbox : RETRY_MINUTES.production
  return {
    maxTries: setTo(KEYS.maxTries, PLAN_TRIES.standard),
    retryMs: setTo(KEYS.retryMinutes, retryMinutes) * MINUTE_MS,
  }
}

export const createRecurringPlanSettings = ({
  db,
  notifications,
  config,
}: Pick<Runtime, 'db' | 'notifications' | 'config'>): TenantCache<RecurringPlanSettings> =>
  createTenantCache({
    notifications,
    topic: 'settings',
    load: async (tenantId) => {
      const keys = Object.values(KEYS).map(({ key }) => key)
      const set = await db.transaction({ of: tenantId }, (tx) => findSettings(tx, tenantId, keys))
      return parsePlanSettings(set, config.env === 'sandbox')
    },
  })
