/** Shared by the operations on settings: scope, storage, response, and which settings cannot be changed. */
import type { Answer, AuditedChange, Call } from '../../access/endpoint.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem, Problem } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { isUniqueViolation } from '../../infra/database/database-errors.ts'
import { findKnownSetting, type KnownSetting } from './known-setting.ts'
import type { WrittenSetting } from './setting-schemas.ts'
import { hasUser, type SettingRow } from './setting-store.ts'

/** Replaces a sealed value in requests and responses. */
export const HIDDEN = '***'

/** In force at the next request, here and in every other process. */
export const writeSettings = async (
  { runtime, tenantId, inTx }: Pick<Call, 'runtime' | 'tenantId' | 'inTx'>,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> => {
  const answer = await inTx(work).catch((error: unknown) => {
    throw isUniqueViolation(error) ? keyTaken() : error
  })
  runtime.notifications.publish('settings', tenantId)
  return answer
}

const keyTaken = (): Problem =>
  new Problem('conflict', {
    detail: phrase`There is a setting with this key, scope and scope_id; change that one.`,
    errors: [{ field: 'key', code: 'conflict', message: phrase`is set already` }],
  })

export const found = (row: SettingRow | undefined): SettingRow => {
  if (row) return row
  throw new Problem('resource_not_found', {
    detail: phrase`This tenant has no setting with this id; GET /api/v1/settings lists them.`,
  })
}

/** A key that the service reads can be read-only only through an earlier mistake, which the next change corrects. */
export const changeable = (given: SettingRow | undefined, known: readonly KnownSetting[]): SettingRow => {
  const row = found(given)
  if (findKnownSetting(known, row.key) !== undefined) return { ...row, is_read_only: false }
  if (row.is_read_only) throw new Problem('conflict', { detail: phrase`This setting is read-only.` })
  return row
}

type Kept = Pick<SettingRow, 'tenant_id' | 'id' | 'created' | 'is_encrypted' | 'is_read_only'>
const AGREED = { counting_value: null, loosened_people: null, agreed_people: null }

/** Converts a body to a row, except for the value. */
export const toSettingRow = (
  body: Omit<WrittenSetting, 'is_encrypted' | 'is_read_only'>,
  kept: Kept,
  now: Date,
): SettingRow => ({
  tenant_id: kept.tenant_id,
  id: kept.id,
  created: kept.created,
  is_encrypted: kept.is_encrypted,
  is_read_only: kept.is_read_only,
  key: body.key,
  value: null,
  value_sealed: null,
  description: body.description || null,
  ...toSettingPlace(body, kept.tenant_id),
  category: body.category || null,
  default_value: body.default_value ?? null,
  validation_regex: body.validation_regex || null,
  possible_values: body.possible_values || null,
  extra: body.extra_properties_dict ?? null,
  last_modified: now,
  ...AGREED,
})

const toSettingPlace = (
  { scope = 'tenant', scope_id }: Pick<WrittenSetting, 'scope' | 'scope_id'>,
  tenantId: string,
): Pick<SettingRow, 'scope' | 'scope_id'> => {
  const id = scope_id?.toLowerCase() ?? null
  if (scope === 'global')
    throw new Problem('forbidden', { detail: phrase`Settings of scope global are the platform’s.` })
  if (scope === 'user') {
    if (id === null) throw fieldProblem('scope_id', 'required', phrase`names the user of a setting of scope user`)
    return { scope, scope_id: id }
  }
  if (id !== null && id !== tenantId)
    throw fieldProblem('scope_id', 'mismatch', phrase`is not the tenant of this token`)
  return { scope, scope_id: null }
}

export const checkUser = async (tx: Tx, { tenant_id, scope, scope_id }: SettingRow): Promise<void> => {
  if (scope === 'user' && !(await hasUser(tx, tenant_id, scope_id as string)))
    throw new Problem('validation_failed', {
      detail: phrase`scope_id names no user of this tenant.`,
      errors: [{ field: 'scope_id', code: 'unknown_value', message: phrase`is no user of this tenant` }],
    })
}

/** Sealed before the transaction: a month's first seal of a tenant writes its data key. */
export const storedValue = async (
  { runtime }: Pick<Call, 'runtime'>,
  { tenant_id, id, is_encrypted }: SettingRow,
  value: string,
): Promise<Pick<SettingRow, 'value' | 'value_sealed'>> =>
  is_encrypted
    ? {
        value: null,
        value_sealed: await runtime.sealer.seal(
          tenant_id,
          { table: 'settings', rowId: id, column: 'value_sealed' },
          value,
        ),
      }
    : { value, value_sealed: null }

export const settingBody = (row: SettingRow) => ({
  extra_properties_dict: row.extra,
  id: row.id,
  key: row.key,
  value: row.value ?? HIDDEN,
  description: row.description,
  scope: row.scope,
  scope_id: row.scope_id,
  category: row.category,
  is_encrypted: row.is_encrypted,
  is_read_only: row.is_read_only,
  default_value: row.default_value,
  validation_regex: row.validation_regex,
  possible_values: row.possible_values,
  counting_value: row.counting_value,
})

export const settingChange = (before: SettingRow | null, after: SettingRow | null): AuditedChange => ({
  kind: 'setting',
  id: (after ?? before)?.id ?? null,
  before: before && settingBody(before),
  after: after && settingBody(after),
})
