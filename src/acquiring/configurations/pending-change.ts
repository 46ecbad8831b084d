/** A change of the account at the bank, of addresses or secrets, or of the payments sent here, that waits for a second person: stored sealed next to the values in effect until then. */
import { isDeepStrictEqual } from 'node:util'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { NO_SECRETS, SECRETS, type WrittenSecrets } from './configuration-secrets.ts'
import { type PendingChange, pickPlainColumns, type StoredConfiguration } from './configuration-store.ts'
import { loosensSettings, redirectsBySettings } from './connector-settings.ts'
import { ACCOUNT, REACHED_BY } from './guard-change.ts'

type PendingColumns = Pick<
  StoredConfiguration,
  'pending' | 'pending_by' | 'confirmed_by' | `pending_${(typeof SECRETS)[number]['sealed']}`
>
export const NOTHING_PENDING: PendingColumns = {
  pending: null,
  pending_by: null,
  confirmed_by: null,
  pending_api_key_sealed: null,
  pending_secret_key_sealed: null,
  pending_password_sealed: null,
  pending_extra_credentials_sealed: null,
}

/** Returns whether a write changes what always takes a second person: the account, how it is reached, and what checks its payments. */
export const needsConfirmation = (
  before: StoredConfiguration,
  change: PendingChange['columns'],
  secrets: WrittenSecrets,
): boolean =>
  isAccountWrite(before, change, secrets) || loosensSettings(before.extra_properties, change.extra_properties)

const isAccountWrite = (
  before: StoredConfiguration,
  change: PendingChange['columns'],
  { columns, members }: WrittenSecrets,
): boolean =>
  [...ACCOUNT, ...REACHED_BY].some((field) => before[field] !== change[field]) ||
  SECRETS.some(
    ({ member, sealed }) => members.includes(member) && (before[sealed] !== null || columns[sealed] !== null),
  )

/** Returns true if a write of an account that was never confirmed requests its confirmation: it changes the account, or repeats the configuration unchanged. */
export const isWholeAccount = (
  before: StoredConfiguration,
  wished: StoredConfiguration,
  secrets: WrittenSecrets,
): boolean =>
  before.is_confirmed !== true &&
  (isAccountWrite(before, wished, secrets) ||
    (before.is_active === wished.is_active && isDeepStrictEqual(settingsOf(before), settingsOf(wished))))
/** Copied, because the parsed request has no prototype. */
const settingsOf = (row: StoredConfiguration) => structuredClone(pickPlainColumns(row))

/** Returns whether a write changes which payments come here, so that others go elsewhere or they come from there. */
export const isRedirect = (before: StoredConfiguration, after: Redirecting): boolean =>
  (before.is_active || after.is_active) &&
  (before.is_active !== after.is_active ||
    before.priority !== after.priority ||
    redirectsBySettings(before.extra_properties, after.extra_properties))
type Redirecting = Pick<StoredConfiguration, 'is_active' | 'priority' | 'extra_properties'>

/** Returns the pending change for a write of the switch only; all other values stay. */
export const pendingSwitch = (
  row: StoredConfiguration,
  asked: { by: string; now: Date; isActive: boolean; isDeleted?: boolean },
): PendingColumns =>
  pendingColumns({
    ...asked,
    columns: pickPlainColumns(row),
    secrets: { columns: {}, members: [], opened: {} },
    isNew: false,
  })

interface Request {
  readonly by: string
  readonly now: Date
  readonly columns: PendingChange['columns']
  readonly secrets: WrittenSecrets
  readonly isNew: boolean
  readonly isActive: boolean | null
  readonly isDeleted?: boolean
  readonly isWhole?: boolean
}

export const pendingColumns = ({
  by,
  now,
  columns,
  secrets,
  isNew,
  isActive,
  isDeleted = false,
  isWhole = false,
}: Request): PendingColumns => ({
  pending: {
    id: newId(now.getTime()),
    at: isoTime(now),
    is_new: isNew,
    is_active: isActive,
    ...(isDeleted ? { is_deleted: true } : {}),
    ...(isWhole ? { is_whole: true } : {}),
    columns,
    members: secrets.members,
    ends: Object.fromEntries(
      SECRETS.flatMap(({ member, end }) =>
        end !== null && secrets.members.includes(member) ? [[end, secrets.columns[end] ?? null]] : [],
      ),
    ),
  },
  pending_by: by,
  confirmed_by: null,
  pending_api_key_sealed: secrets.columns.api_key_sealed ?? null,
  pending_secret_key_sealed: secrets.columns.secret_key_sealed ?? null,
  pending_password_sealed: secrets.columns.password_sealed ?? null,
  pending_extra_credentials_sealed: secrets.columns.extra_credentials_sealed ?? null,
})

/** A new configuration until it is confirmed: without addresses and without secrets. */
export const withholdPendingFields = (row: StoredConfiguration): StoredConfiguration => ({
  ...row,
  ...NO_SECRETS,
  api_endpoint_url: null,
  three_d_secure_endpoint_url: null,
  is_active: false,
})

/** The configuration with its pending change applied; itself when none is pending. */
export const applyPendingChange = (row: StoredConfiguration): StoredConfiguration => {
  const { pending } = row
  if (pending === null) return row
  const secrets = Object.fromEntries(
    SECRETS.flatMap(({ member, sealed, end }) =>
      pending.members.includes(member)
        ? [[sealed, row[`pending_${sealed}`]], ...(end === null ? [] : [[end, pending.ends[end] ?? null]])]
        : [],
    ),
  )
  return {
    ...row,
    ...pending.columns,
    ...secrets,
    ...NOTHING_PENDING,
    is_active: pending.is_active ?? row.is_active,
    is_deleted: pending.is_deleted ?? row.is_deleted,
  }
}
