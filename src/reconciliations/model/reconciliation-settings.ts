/** Settings of a tenant for its reconciliations. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'

const STANDARD_MINOR = 100_000
/**
 * Ten rows at the limit of one row: a day seldom has more differences of a few kuruş, and a person with more shows them
 * to a second person. It applies to a reconciliation, and to all reconciliations of a tenant on one day; otherwise one
 * person would simply start another one.
 */
const STANDARD_TOTAL_MINOR = 10 * STANDARD_MINOR
/** Parts of a commission are rounded separately. */
const STANDARD_TOLERANCE = 1

const WRITE_OFF_MAX = {
  key: 'reconciliation.write_off_max',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(STANDARD_MINOR),
  meaning: {
    en: 'What one person may write off of one row of a reconciliation, in kuruş; above it, and in any other currency, a second person confirms',
    tr: 'Bir kişinin mutabakatın bir satırında silebileceği tutar, kuruş; üstünü ve başka para birimlerindekini ikinci bir kişi onaylar',
  },
} as const

const WRITE_OFF_TOTAL_MAX = {
  key: 'reconciliation.write_off_total_max',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(STANDARD_TOTAL_MINOR),
  meaning: {
    en: 'What single persons may write off of all rows of a reconciliation together, and on one day of all reconciliations, in minor units; above it a second person confirms each',
    tr: 'Bir mutabakatın tüm satırlarında ve bir günde tüm mutabakatlarda tek kişilerin birlikte silebileceği tutar, kuruş; üstünde her satırı ikinci bir kişi onaylar',
  },
} as const

const COMMISSION_TOLERANCE = {
  key: 'reconciliation.commission_tolerance',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(STANDARD_TOLERANCE),
  meaning: {
    en: 'How far the bank’s commission of a row may be from your terms, in minor units',
    tr: 'Bankanın bir satırdaki komisyonunun koşullarınızdan ne kadar sapabileceği, alt birim (TRY için kuruş) cinsinden',
  },
} as const

export const RECONCILIATION_SETTINGS: readonly KnownSetting[] = [
  WRITE_OFF_MAX,
  WRITE_OFF_TOTAL_MAX,
  COMMISSION_TOLERANCE,
]

interface WriteOffLimits {
  /** Limit of one row. */
  readonly row: number
  /** Limit of all rows of a reconciliation, and of all rows resolved on one day. */
  readonly total: number
}

/**
 * Returns what one person may write off without a second, in minor units, as set now. A value that its key no longer
 * allows is treated as not set.
 */
export const findLimitsOfToday = async (tx: Tx, tenantId: string): Promise<WriteOffLimits> => {
  const values = await findSettings(tx, tenantId, [WRITE_OFF_MAX.key, WRITE_OFF_TOTAL_MAX.key])
  const limitOf = (setting: typeof WRITE_OFF_MAX | typeof WRITE_OFF_TOTAL_MAX): number => {
    const value = values.get(setting.key)
    return Number(value === undefined || checkKnownSetting(setting, value) !== null ? setting.standard : value)
  }
  return { row: limitOf(WRITE_OFF_MAX), total: limitOf(WRITE_OFF_TOTAL_MAX) }
}

interface Made {
  readonly tenant_id: string
  /** The limit when it was created; null for a reconciliation older than this record. */
  readonly write_off_max: number | null
  readonly write_off_total_max: number | null
}

/** Returns the limits of a reconciliation: those under which it was created, or today's if these are lower. */
export const findWriteOffLimits = async (tx: Tx, made: Made): Promise<WriteOffLimits> => {
  const { row, total } = await findLimitsOfToday(tx, made.tenant_id)
  return { row: Math.min(row, made.write_off_max ?? row), total: Math.min(total, made.write_off_total_max ?? total) }
}

/** Returns how far the bank's commission of a row may differ from the terms, in minor units. */
export const findCommissionTolerance = async (tx: Tx, tenantId: string): Promise<number> => {
  const value = (await findSettings(tx, tenantId, [COMMISSION_TOLERANCE.key])).get(COMMISSION_TOLERANCE.key)
  return value === undefined || checkKnownSetting(COMMISSION_TOLERANCE, value) !== null
    ? STANDARD_TOLERANCE
    : Number(value)
}
