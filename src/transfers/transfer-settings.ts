/**
 * How a tenant's transfers behave at their bank: the tenant's settings, otherwise the defaults of
 * docs/interface/transfers.md#settings.
 */
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import { createTenantCache, type TenantCache } from '../infra/database/tenant-cache.ts'
import type { Config } from '../infra/process/config.ts'
import type { Runtime } from '../infra/runtime.ts'
import type { BankWindowMode } from './dispatch/bank-windows.ts'
import { RETRIES_MOST, type RetryPolicy } from './dispatch/read-transfer-outcome.ts'

const RETRIES_MAX = 3
const RETRY_MS = 60_000
const RETRY_SANDBOX_MS = 2_000
const INQUIRY_MS = 60_000
const SECOND_MS = 1_000
const DAY_SECONDS = 86_400

const KEYS = {
  retries: {
    key: 'transfers.max_retries',
    kind: { whole: { least: 0, most: RETRIES_MOST } },
    loosens: { by: 'growing' },
    standard: String(RETRIES_MAX),
    meaning: {
      en: 'How often a transfer that its bank refused for the moment is sent again',
      tr: 'Bankanın o an için reddettiği bir transferin kaç kez yeniden gönderileceği',
    },
  },
  retrySeconds: {
    key: 'transfers.retry_seconds',
    kind: { whole: { least: 1, most: DAY_SECONDS } },
    loosens: { by: 'nothing', because: 'It says when, not whether; how often is bounded by transfers.max_retries' },
    standard: { sandbox: String(RETRY_SANDBOX_MS / SECOND_MS), production: String(RETRY_MS / SECOND_MS) },
    meaning: {
      en: 'Seconds between two tries of a transfer',
      tr: 'Bir transferin iki denemesi arasındaki süre, saniye',
    },
  },
  inquirySeconds: {
    key: 'transfers.status_enquiry_seconds',
    kind: { whole: { least: 1, most: DAY_SECONDS } },
    loosens: { by: 'nothing', because: 'It says when the bank is asked, not what its answer means' },
    standard: String(INQUIRY_MS / SECOND_MS),
    meaning: {
      en: 'Seconds until the bank is asked what became of a transfer it did not answer',
      tr: 'Yanıtı gelmeyen bir transferin sonucunun bankaya kaç saniye sonra sorulacağı',
    },
  },
  windows: {
    key: 'transfers.windows',
    kind: { oneOf: ['open', 'bank_hours'] },
    loosens: { by: 'nothing', because: 'It says when, not whether: what is sent was approved' },
    standard: { sandbox: 'open', production: 'bank_hours' },
    meaning: {
      en: 'Whether EFT waits for the hours of the banks (bank_hours), or is sent at any time (open)',
      tr: 'EFT’nin banka saatlerini mi beklediği (bank_hours), her saatte mi gönderildiği (open)',
    },
  },
  /**
   * The statements that take the steps read it (migrations/0012), so that no process caches it longer than the others.
   */
  separation: {
    key: 'transfers.separation',
    kind: { oneOf: ['creator_approver', 'three_persons'] },
    loosens: { by: 'leaving', value: 'three_persons' },
    standard: 'creator_approver',
    meaning: {
      en: 'Whether whoever approved a transfer may send it (creator_approver), or a third person does (three_persons)',
      tr: 'Transferi onaylayanın gönderebileceği (creator_approver) ya da üçüncü bir kişinin gerektiği (three_persons)',
    },
  },
} as const satisfies Record<string, KnownSetting>

export const TRANSFER_SETTINGS: readonly KnownSetting[] = Object.values(KEYS)

interface TransferSettings extends RetryPolicy {
  readonly windows: BankWindowMode
}

const defaultSettings = (env: Config['env']): TransferSettings => ({
  retriesMax: RETRIES_MAX,
  retryWaitMs: env === 'sandbox' ? RETRY_SANDBOX_MS : RETRY_MS,
  inquiryWaitMs: INQUIRY_MS,
  windows: env === 'sandbox' ? 'open' : 'bank_hours',
})

/** A value the key no longer allows is treated as not set. */
export const toTransferSettings = (set: ReadonlyMap<string, string>, env: Config['env']): TransferSettings => {
  const defaults = defaultSettings(env)
  const setTo = (setting: KnownSetting): string | undefined => {
    const value = set.get(setting.key)
    return value === undefined || checkKnownSetting(setting, value) !== null ? undefined : value
  }
  const wholeOf = (setting: KnownSetting, unit: number, otherwise: number): number => {
    const value = setTo(setting)
    return value === undefined ? otherwise : Number(value) * unit
  }
  return {
    retriesMax: wholeOf(KEYS.retries, 1, defaults.retriesMax),
    retryWaitMs: wholeOf(KEYS.retrySeconds, SECOND_MS, defaults.retryWaitMs),
    inquiryWaitMs: wholeOf(KEYS.inquirySeconds, SECOND_MS, defaults.inquiryWaitMs),
    windows: (setTo(KEYS.windows) as BankWindowMode | undefined) ?? defaults.windows,
  }
}

export const createTransferSettings = ({ db, notifications, config }: Runtime): TenantCache<TransferSettings> =>
  createTenantCache({
    notifications,
    topic: 'settings',
    load: async (tenantId) => {
      const keys = TRANSFER_SETTINGS.map(({ key }) => key)
      const set = await db.transaction({ of: tenantId }, (tx) => findSettings(tx, tenantId, keys))
      return toTransferSettings(set, config.env)
    },
  })
