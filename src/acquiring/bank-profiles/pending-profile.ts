/** A change of a bank profile that waits for a second person: the old values stay in force until then. */
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import type { Tx } from '../../infra/database/database.ts'
import { allFields, diffFields } from '../changelog/changelog.ts'
import type { ConfigurationGuards } from '../configurations/guard-change.ts'
import type { BankProfileRow, PendingProfile, ProfileColumns } from './bank-profile-store.ts'

export type ProfileGuards = Pick<ConfigurationGuards, 'wantsFourEyes'>

/** Columns of a profile that tells the bank nothing about the merchant. */
export const NO_COLUMNS: ProfileColumns = {
  sub_merchant_id: null,
  sub_merchant_name: null,
  sub_merchant_mcc: null,
  sub_merchant_postal_code: null,
  sub_merchant_city: null,
  sub_merchant_country_code: null,
  extra_properties: {},
}

/** Returns the members that the changelog compares. */
export const auditedProfile = (row: ProfileColumns & Pick<BankProfileRow, 'merchant_id'>) => ({
  merchant_id: row.merchant_id,
  ...listColumns(row),
})

const listColumns = (row: ProfileColumns) => ({
  sub_merchant_id: row.sub_merchant_id,
  sub_merchant_name: row.sub_merchant_name,
  sub_merchant_mcc: row.sub_merchant_mcc,
  sub_merchant_postal_code: row.sub_merchant_postal_code,
  sub_merchant_city: row.sub_merchant_city,
  sub_merchant_country_code: row.sub_merchant_country_code,
  extra_properties: row.extra_properties,
})

/** The bank pays according to a profile, so any difference waits. A write without a difference needs no decision if the profile was confirmed. */
export const waitsForAnother = async (
  guards: ProfileGuards,
  tx: Tx,
  tenantId: string,
  before: (ProfileColumns & Pick<BankProfileRow, 'is_confirmed'>) | null,
  after: ProfileColumns | null,
): Promise<boolean> => {
  const isSame = before !== null && after !== null && before.is_confirmed === true && isSameProfile(before, after)
  return !isSame && (await guards.wantsFourEyes(tx, tenantId))
}

const isSameProfile = (before: ProfileColumns, after: ProfileColumns): boolean =>
  diffFields(listColumns(before), listColumns(after)).length === 0

/** Returns true if a write of a profile that was never confirmed requests its confirmation: it names the number, or repeats the profile unchanged. */
export const isWholeProfile = (before: BankProfileRow, after: ProfileColumns): boolean =>
  before.is_confirmed !== true && (before.sub_merchant_id !== after.sub_merchant_id || isSameProfile(before, after))

export const pendingProfile = (
  action: PendingProfile['action'],
  { by, now, columns, isWhole = false }: { by: string; now: Date; columns: ProfileColumns; isWhole?: boolean },
): Pick<BankProfileRow, 'pending' | 'pending_by'> => ({
  pending: {
    id: newId(now.getTime()),
    at: isoTime(now),
    action,
    ...(isWhole ? { is_whole: true } : {}),
    columns: listColumns(columns),
  },
  pending_by: by,
})

/** Returns the profile with its pending change applied; null if the change deletes it. */
export const applyPending = (row: BankProfileRow, { action, columns }: PendingProfile): BankProfileRow | null =>
  action === 'delete' ? null : { ...row, ...columns }

export const pendingView = (row: BankProfileRow) => {
  const { pending } = row
  if (pending === null) return null
  const after = applyPending(row, pending)
  return {
    id: pending.id,
    requested_by: row.pending_by ?? '',
    requested_at: pending.at,
    action: pending.action,
    changes: diffFields(pending.action === 'create' ? null : auditedProfile(row), after && auditedProfile(after)),
    unchanged: pending.is_whole
      ? allFields(listColumns(row), listColumns(pending.columns)).filter((each) => each.before === each.after)
      : [],
  }
}
