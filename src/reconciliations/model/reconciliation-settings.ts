/** What a tenant sets for its reconciliations. */
import { checkKnownSetting, type KnownSetting } from '../../identity/settings/known-setting.ts'
import { findSettings } from '../../identity/settings/setting-store.ts'
import type { Tx } from '../../infra/database/database.ts'

const WRITE_OFF_MAX = { key: 'reconciliation.write_off_max', kind: { whole: { least: 0, most: 999_999_999 } } } as const
const STANDARD_MINOR = 100_000

export const RECONCILIATION_SETTINGS: readonly KnownSetting[] = [WRITE_OFF_MAX]

/** What one person may write off of one row, in minor units. A value the key no longer allows counts as not set. */
export const findWriteOffMax = async (tx: Tx, tenantId: string): Promise<number> => {
  const value = (await findSettings(tx, tenantId, [WRITE_OFF_MAX.key])).get(WRITE_OFF_MAX.key)
  return value === undefined || checkKnownSetting(WRITE_OFF_MAX, value) !== null ? STANDARD_MINOR : Number(value)
}
