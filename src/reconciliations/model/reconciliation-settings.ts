/** What a tenant sets for its reconciliations. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'

const STANDARD_MINOR = 100_000
/** Parts of a commission are rounded one by one. */
const STANDARD_TOLERANCE = 1

const WRITE_OFF_MAX = {
  key: 'reconciliation.write_off_max',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(STANDARD_MINOR),
  meaning: {
    en: 'What one person may write off of one row of a reconciliation, in minor units; above it a second person confirms',
    tr: 'Bir kişinin mutabakatın bir satırında silebileceği tutar, kuruş; üstünü ikinci bir kişi onaylar',
  },
} as const

const COMMISSION_TOLERANCE = {
  key: 'reconciliation.commission_tolerance',
  kind: { whole: { least: 0, most: 999_999_999 } },
  loosens: { by: 'growing' },
  standard: String(STANDARD_TOLERANCE),
  meaning: {
    en: 'How far the bank’s commission of a row may be from your terms, in minor units',
    tr: 'Bankanın bir satırdaki komisyonunun koşullarınızdan ne kadar sapabileceği, kuruş',
  },
} as const

export const RECONCILIATION_SETTINGS: readonly KnownSetting[] = [WRITE_OFF_MAX, COMMISSION_TOLERANCE]

/** What one person may write off of one row, in minor units; a reconciliation keeps what held when it was made. A value the key no longer allows counts as not set. */
export const findWriteOffMax = async (tx: Tx, tenantId: string): Promise<number> => {
  const value = (await findSettings(tx, tenantId, [WRITE_OFF_MAX.key])).get(WRITE_OFF_MAX.key)
  return value === undefined || checkKnownSetting(WRITE_OFF_MAX, value) !== null ? STANDARD_MINOR : Number(value)
}

/** How far the bank's commission of a row may be from the terms, in minor units. */
export const findCommissionTolerance = async (tx: Tx, tenantId: string): Promise<number> => {
  const value = (await findSettings(tx, tenantId, [COMMISSION_TOLERANCE.key])).get(COMMISSION_TOLERANCE.key)
  return value === undefined || checkKnownSetting(COMMISSION_TOLERANCE, value) !== null
    ? STANDARD_TOLERANCE
    : Number(value)
}
