/** A tenant's payment settings, with the defaults of docs/interface/cards.md#settings. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import { createTenantCache, type TenantCache } from '../../infra/database/tenant-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PRE_AUTH_HOURS = 168
const REFUND_DAYS = 180

const KEYS = {
  autoComplete: {
    key: 'payments.three_d_auto_complete',
    kind: { oneOf: ['true', 'false'] },
    loosens: { by: 'nothing', because: 'The shopper has proved who pays, whoever asks for the charge' },
    standard: 'true',
    meaning: {
      en: 'A payment is charged as soon as 3D Secure has succeeded; false: only when 3d/complete is called',
      tr: 'Ödeme 3D Secure başarılı olur olmaz tahsil edilir; false: ancak 3d/complete çağrılınca',
    },
  },
  voidMinutes: {
    key: 'payments.void_window_minutes',
    kind: { whole: { least: 1, most: 44_640 } },
    // The shortest pause within a day is none, the longest the whole day.
    loosens: { by: 'growing', empty: { atLeast: 0, atMost: DAY_MS / MINUTE_MS } },
    mayBeEmpty: true,
    standard: '',
    meaning: {
      en: 'Minutes after its completion in which a payment can be voided; empty: on the same day in Istanbul',
      tr: 'Bir ödemenin tamamlandıktan sonra kaç dakika içinde iptal edilebileceği; boş: İstanbul’da aynı gün',
    },
  },
  preAuthHours: {
    key: 'payments.pre_auth_hours',
    kind: { whole: { least: 1, most: 8_760 } },
    loosens: { by: 'growing' },
    standard: String(PRE_AUTH_HOURS),
    meaning: {
      en: 'Hours in which a pre-authorization can be captured, where its bank gives as much',
      tr: 'Bir ön provizyonun kaç saat içinde kapatılabileceği; banka o kadar süre veriyorsa',
    },
  },
  refundDays: {
    key: 'payments.refund_days',
    kind: { whole: { least: 1, most: 3_650 } },
    loosens: { by: 'growing' },
    standard: String(REFUND_DAYS),
    meaning: {
      en: 'Days after its completion in which a payment can be refunded',
      tr: 'Bir ödemenin tamamlandıktan sonra kaç gün içinde iade edilebileceği',
    },
  },
} as const satisfies Record<string, KnownSetting>

export const PAYMENT_SETTINGS: readonly KnownSetting[] = Object.values(KEYS)

/** Time windows of the operations on a payment. */
export interface OperationWindows {
  readonly captureMs: number
  /** Counted from completion; null means the same day in Istanbul. */
  readonly voidMs: number | null
  readonly refundMs: number
}
export interface PaymentSettings {
  readonly windows: OperationWindows
  /** Authorize right after the callback; otherwise 3d/complete has to come first. */
  readonly autoComplete: boolean
}

/** Shortens the windows, because a bank may expire a pre-authorization sooner than the tenant's setting. */
export const limitWindows = (
  windows: OperationWindows,
  { captureWithinMs = Number.POSITIVE_INFINITY }: { captureWithinMs?: number },
): OperationWindows => ({ ...windows, captureMs: Math.min(windows.captureMs, captureWithinMs) })

/** A value the key no longer allows is treated as not set. */
export const parsePaymentSettings = (set: ReadonlyMap<string, string>): PaymentSettings => {
  const setTo = (setting: KnownSetting): string | undefined => {
    const value = set.get(setting.key)
    return value === undefined || value === '' || checkKnownSetting(setting, value) !== null ? undefined : value
  }
  const voidMinutes = setTo(KEYS.voidMinutes)
  return {
    windows: {
      captureMs: Number(setTo(KEYS.preAuthHours) ?? PRE_AUTH_HOURS) * HOUR_MS,
      voidMs: voidMinutes === undefined ? null : Number(voidMinutes) * MINUTE_MS,
      refundMs: Number(setTo(KEYS.refundDays) ?? REFUND_DAYS) * DAY_MS,
    },
    autoComplete: setTo(KEYS.autoComplete) !== 'false',
  }
}

export const createPaymentSettings = ({ db, notifications }: Runtime): TenantCache<PaymentSettings> =>
  createTenantCache({
    notifications,
    topic: 'settings',
    load: async (tenantId) => {
      const keys = Object.values(KEYS).map(({ key }) => key)
      return parsePaymentSettings(await db.transaction({ of: tenantId }, (tx) => findSettings(tx, tenantId, keys)))
    },
  })
