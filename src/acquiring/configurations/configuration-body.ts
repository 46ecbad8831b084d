/** A connector configuration between its row, the interface and the changelog. */
import { isoTime } from '../../core/clock.ts'
import { allFields, type Difference, diffFields, HIDDEN } from '../changelog/changelog.ts'
import type { WrittenConfiguration } from './configuration-schemas.ts'
import { maskSecrets } from './configuration-secrets.ts'
import {
  type PendingChange,
  type PlainColumns,
  pickPlainColumns,
  type StoredConfiguration,
} from './configuration-store.ts'
import { ACCOUNT, REACHED_BY } from './guard-change.ts'
import { applyPendingChange } from './pending-change.ts'

export const configurationBody = (row: StoredConfiguration) => {
  const { api_key, secret_key, password, extra_credentials } = maskSecrets(row)
  return {
    extra_properties_dict: row.extra_properties,
    id: row.id,
    connector_id: row.connector_id,
    connector_name: row.connector_name,
    connector_code: row.connector_code,
    name: row.name,
    mode: row.mode,
    api_key,
    secret_key,
    password,
    username: row.username,
    terminal_id: row.terminal_id,
    store_id: row.store_id,
    api_endpoint_url: row.api_endpoint_url,
    three_d_secure_endpoint_url: row.three_d_secure_endpoint_url,
    extra_credentials,
    bank_code: row.bank_code,
    priority: row.priority,
    is_active: row.is_active,
    created: isoTime(row.created),
    last_modified: isoTime(row.last_modified),
    pending_change: pendingBody(row),
  }
}

/** Returns the members that people can set; the name of its connector is not one of them. */
export const settableConfiguration = (row: StoredConfiguration): object => {
  const { connector_name: _, ...set } = configurationBody(row)
  return set
}

const pendingBody = (row: StoredConfiguration) =>
  row.pending === null
    ? null
    : {
        id: row.pending.id,
        requested_by: row.pending_by ?? '',
        requested_at: row.pending.at,
        is_new: row.pending.is_new,
        changes: pendingDiff(row, row.pending),
        unchanged: unchangedIn(row, row.pending),
      }

/** Returns the unchanged members of an account that was never confirmed: they are confirmed together with the changed ones. */
const unchangedIn = (row: StoredConfiguration, pending: PendingChange): Difference[] => {
  if (!pending.is_whole) return []
  const shown = maskSecrets(row)
  const stays = { ...Object.fromEntries(WHERE_IT_PAYS.map((field) => [field, row[field]])), ...shown }
  const changed = new Set(pendingDiff(row, pending).map(({ field }) => field))
  return allFields(stays, stays).filter(({ field, after }) => after !== null && !changed.has(field))
}
const pendingDiff = (row: StoredConfiguration, pending: PendingChange): Difference[] =>
  configurationDiff(row, pending.is_deleted ? null : applyPendingChange(row), pending.members)
const WHERE_IT_PAYS = [...ACCOUNT, ...REACHED_BY]

const MODES = ['test', 'production'] as const
const PRIORITY_DEFAULT = 100

/** Columns a write sets, except secrets: absent optional members take their defaults. */
export const writtenColumns = (body: WrittenConfiguration): PlainColumns => ({
  name: body.name,
  mode: typeof body.mode === 'number' ? MODES[body.mode as 0 | 1] : body.mode,
  username: body.username || null,
  terminal_id: body.terminal_id || null,
  store_id: body.store_id || null,
  api_endpoint_url: body.api_endpoint_url ?? null,
  three_d_secure_endpoint_url: body.three_d_secure_endpoint_url ?? null,
  bank_code: body.bank_code || null,
  priority: body.priority ?? PRIORITY_DEFAULT,
  extra_properties: body.extra_properties_dict ?? {},
})

/** Returns the differences for the changelog; for a secret only the fact that it changed. */
export const configurationDiff = (
  before: StoredConfiguration | null,
  after: StoredConfiguration | null,
  changedSecrets: readonly string[] = [],
): Difference[] => {
  const was = before && maskSecrets(before)
  const is = after && maskSecrets(after)
  const secrets = changedSecrets.map((field) => ({
    field,
    before: was?.[field as keyof typeof was] ? HIDDEN : null,
    after: is?.[field as keyof typeof is] ? HIDDEN : null,
  }))
  const shown = diffFields(before && facetsOf(before), after && facetsOf(after))
  return [...shown, ...secrets.filter((each) => each.before !== null || each.after !== null)]
}

const facetsOf = (row: StoredConfiguration) => {
  const { extra_properties, ...plain } = pickPlainColumns(row)
  return { ...plain, extra_properties_dict: extra_properties, is_active: row.is_active }
}
