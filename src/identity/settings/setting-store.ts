/** SQL of settings. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Accountable } from '../../access/four-eyes.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { SettingFilters } from './setting-schemas.ts'

export interface SettingRow {
  tenant_id: string
  id: string
  key: string
  /** Null if it is sealed. */
  value: string | null
  value_sealed: Buffer | null
  description: string | null
  scope: 'tenant' | 'user'
  scope_id: string | null
  category: string | null
  is_encrypted: boolean
  is_read_only: boolean
  default_value: string | null
  validation_regex: string | null
  possible_values: string | null
  extra: Record<string, string> | null
  /** Value in force until a second person has written `value` too; null if `value` is in force. */
  counting_value: string | null
  loosened_people: Accountable | null
  agreed_people: Accountable | null
  created: Date
  last_modified: Date
}

interface Tables {
  settings: SettingRow
}
const db = queryBuilder<Tables>()

/** The stored settings, and the payment policy of the tenant as two settings that are read-only here. */
const SHOWN = `select tenant_id, id, key, value, value_sealed, description, scope, scope_id, category, is_encrypted, is_read_only,
    default_value, validation_regex, possible_values, extra, counting_value, loosened_people, agreed_people,
    created, last_modified from settings
  union all
  select r.tenant_id, md5(r.tenant_id || ' ' || m.key)::uuid, m.key, m.value, null, 'Payment policy of the tenant', 'tenant', null, 'payments',
    false, true, null, null, m.possible, null, null, null, null, r.created, r.last_modified
  from realms r cross join lateral (values ('allow_non_3d', r.allow_non_3d::text, 'true,false'),
    ('preferred_three_d_flow', r.preferred_three_d_flow, 'standard,pay,hosted')) as m (key, value, possible)
  where r.kind = 'tenant'`

/** Newest first. */
export const pageOfSettings = (tx: Tx, tenantId: string, filters: SettingFilters) =>
  countAndPage(
    tx,
    db
      .selectFrom(sql<SettingRow>`(${sql.raw(SHOWN)})`.as('settings'))
      .selectAll()
      .where((eb) => eb.and(conditions(eb, tenantId, filters)))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc'),
    { limit: limitOf(filters), offset: offsetOf(filters) },
  )

const conditions = (eb: ExpressionBuilder<Tables, 'settings'>, tenantId: string, filters: SettingFilters) => {
  const all = [eb('tenant_id', '=', tenantId)]
  if (filters.key !== undefined) all.push(eb('key', '=', filters.key))
  if (filters.scope !== undefined) all.push(sql<boolean>`scope = ${filters.scope}` as never)
  if (filters.scope_id !== undefined) all.push(eb('scope_id', '=', filters.scope_id))
  if (filters.category !== undefined) all.push(eb('category', '=', filters.category))
  if (filters.is_read_only !== undefined) all.push(eb('is_read_only', '=', filters.is_read_only))
  if (filters.search_term) {
    const part = toLikePattern(filters.search_term)
    all.push(sql<boolean>`(key ilike ${part} or description ilike ${part} or category ilike ${part})` as never)
  }
  return all
}

export const settingById = async (tx: Tx, tenantId: string, id: string): Promise<SettingRow | undefined> =>
  (await tx.query<SettingRow>(`select * from (${SHOWN}) s where tenant_id = $1 and id = $2`, [tenantId, id]))[0]

export const lockSetting = async (tx: Tx, tenantId: string, id: string): Promise<SettingRow | undefined> =>
  (
    await tx.query<SettingRow>('select * from settings where tenant_id = $1 and id = $2 for update', [tenantId, id])
  )[0] ?? settingById(tx, tenantId, id)

export const countSettings = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from settings where tenant_id = $1', [
    tenantId,
  ])
  return row?.count ?? 0
}

export const hasUser = async (tx: Tx, tenantId: string, userId: string): Promise<boolean> =>
  (
    await tx.query('select 1 from users where tenant_id = $1 and id = $2 and not is_deleted for key share', [
      tenantId,
      userId,
    ])
  ).length > 0

const COLUMNS = [
  'tenant_id',
  'id',
  'key',
  'value',
  'value_sealed',
  'description',
  'scope',
  'scope_id',
  'category',
  'is_encrypted',
  'is_read_only',
  'default_value',
  'validation_regex',
  'possible_values',
  'extra',
  'counting_value',
  'loosened_people',
  'agreed_people',
  'created',
  'last_modified',
] as const satisfies readonly (keyof SettingRow)[]
const FIXED: readonly string[] = ['tenant_id', 'id', 'created']

const WRITE = `
  insert into settings (${COLUMNS.join(', ')}) values (${COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})
  on conflict (tenant_id, id) do update
    set ${COLUMNS.filter((column) => !FIXED.includes(column))
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`

/** Writes a new or a locked setting. Throws a unique violation if another one has its key. */
export const writeSetting = (tx: Tx, row: SettingRow): Promise<number> =>
  tx.execute(
    WRITE,
    COLUMNS.map((column) => (column === 'extra' && row.extra !== null ? JSON.stringify(row.extra) : row[column])),
  )

export const deleteSetting = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  tx.execute('delete from settings where tenant_id = $1 and id = $2', [tenantId, id])

/** Returns settings whose keys begin with a prefix such as `checkout.`, for the whole tenant and for its merchants. */
export const findSettingsOf = async (
  tx: Tx,
  tenantId: string,
  prefix: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ key: string; value: string }>(
    `select key, coalesce(counting_value, value) as value from settings
      where tenant_id = $1 and starts_with(key, $2) and scope = 'tenant' and value is not null`,
    [tenantId, prefix],
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** Returns the tenant's values of these keys, by key: for the whole tenant, not for one user. */
export const findSettings = async (
  tx: Tx,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ key: string; value: string }>(
    `select key, coalesce(counting_value, value) as value from settings
      where tenant_id = $1 and key = any($2::text[]) and scope = 'tenant' and value is not null`,
    [tenantId, keys],
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}
