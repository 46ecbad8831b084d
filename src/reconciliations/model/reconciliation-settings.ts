/** What a tenant sets for its reconciliations. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'

const WRITE_OFF_MAX = { key: 'reconciliation.write_off_max', kind: { whole: { least: 0, most: 999_999_999 } } } as const
const STANDARD_MINOR = 100_000

const COMMISSION_TOLERANCE = {
  key: 'reconciliation.commission_tolerance',
  kind: { whole: { least: 0, most: 999_999_999 } },
} as const
/** Parts of a commission are rounded one by one. */
const STANDARD_TOLERANCE = 1

export const RECONCILIATION_SETTINGS: readonly KnownSetting[] = [WRITE_OFF_MAX, COMMISSION_TOLERANCE]

/** What one person may write off of one row, in minor units. A value the key no longer allows counts as not set. */
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
