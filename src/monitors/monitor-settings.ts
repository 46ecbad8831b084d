/** A tenant's settings of its monitors, with the defaults of docs/monitors.md. */
import { checkKnownSetting, type KnownSetting } from '../identity/settings/known-setting.ts'
import { findSettings } from '../identity/settings/setting-store.ts'
import type { Tx } from '../infra/database/database.ts'
import type { DropRule } from './model/approval-rate.ts'

const POINTS = { least: 5, most: 90, standard: 20 } as const
const PAYMENTS = { least: 5, most: 100_000, standard: 20 } as const
const TELLS = { by: 'nothing', because: 'It says when people are told; nothing is allowed or refused by it' } as const

const KEYS = {
  points: {
    key: 'monitors.approval_drop_points',
    kind: { whole: { least: POINTS.least, most: POINTS.most } },
    loosens: TELLS,
    standard: String(POINTS.standard),
    meaning: {
      en: 'Points by which a bank’s approval rate of an hour has to be below that of the same hour of the last seven days to be told',
      tr: 'Bir bankanın son bir saatteki onay oranı, son yedi günün aynı saatlerine göre kaç puan düşünce haber verileceği',
    },
  },
  payments: {
    key: 'monitors.approval_payments_min',
    kind: { whole: { least: PAYMENTS.least, most: PAYMENTS.most } },
    loosens: TELLS,
    standard: String(PAYMENTS.standard),
    meaning: {
      en: 'Decided payments of an hour below which a bank’s approval rate is not looked at',
      tr: 'Bir saatte bu sayıdan az sonuçlanmış ödeme varsa bankanın onay oranına bakılmaz',
    },
  },
} as const satisfies Record<string, KnownSetting>

export const MONITOR_SETTINGS: readonly KnownSetting[] = Object.values(KEYS)

/** The rule that no tenant's settings go below: what does not meet it need not be looked at. */
export const LOWEST_DROP: DropRule = { points: POINTS.least, least: PAYMENTS.least }

/** A value the key no longer allows is treated as not set. */
export const readDropRule = async (tx: Tx, tenantId: string): Promise<DropRule> => {
  const set = await findSettings(tx, tenantId, [KEYS.points.key, KEYS.payments.key])
  const setTo = (setting: KnownSetting, standard: number): number => {
    const value = set.get(setting.key)
    return value === undefined || checkKnownSetting(setting, value) !== null ? standard : Number(value)
  }
  return { points: setTo(KEYS.points, POINTS.standard), least: setTo(KEYS.payments, PAYMENTS.standard) }
}
