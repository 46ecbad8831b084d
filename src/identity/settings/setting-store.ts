/** SQL of settings. */
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, matches, sql } from '../../infra/database/statements/sql.ts'
import { type Row, replaceIn } from '../../infra/database/statements/write-rows.ts'
import type { SettingFilters } from './setting-schemas.ts'

export interface SettingRow extends Row<'settings'> {
  extra: Record<string, string> | null
}

/** The stored settings, and the payment policy of the tenant as two settings that are read-only here. */
const SHOWN = sql`select tenant_id, id, key, value, value_sealed, description, scope, scope_id, category, is_encrypted, is_read_only,
    default_value, validation_regex, possible_values, extra, counting_value, loosened_people, agreed_people,
    created, last_modified from settings
  union all
  select r.tenant_id, md5(r.tenant_id || ' ' || m.key)::uuid, m.key, m.value, null, 'Payment policy of the tenant', 'tenant', null, 'payments',
    false, true, null, null, m.possible, null, null, null, null, r.created, r.last_modified
  from realms r cross join lateral (values ('allow_non_3d', r.allow_non_3d::text, 'true,false'),
    ('preferred_three_d_flow', r.preferred_three_d_flow, 'standard,pay,hosted')) as m (key, value, possible)
  where r.kind = 'tenant'`

/** Newest first. */
export const pageOfSettings = (
  tx: Tx,
  tenantId: string,
  { key, scope, scope_id, category, is_read_only, search_term, ...page }: SettingFilters,
) => {
  const wanted = allOf([
    matches({ tenant_id: tenantId, key, scope, scope_id, category, is_read_only }),
    contains(['key', 'description', 'category'], search_term),
  ])
  return countAndPage<SettingRow>(
    tx,
    { columns: sql`*`, from: sql`(${SHOWN}) s where ${wanted}`, order: sql`created desc, id desc` },
    page,
  )
}

export const settingById = async (tx: Tx, tenantId: string, id: string): Promise<SettingRow | undefined> =>
  (await tx.query<SettingRow>(sql`select * from (${SHOWN}) s where tenant_id = ${tenantId} and id = ${id}`))[0]

export const lockSetting = async (tx: Tx, tenantId: string, id: string): Promise<SettingRow | undefined> =>
  (
    await tx.query<SettingRow>(sql`select * from settings where tenant_id = ${tenantId} and id = ${id} for update`)
  )[0] ?? settingById(tx, tenantId, id)

export const countSettings = async (tx: Tx, tenantId: string): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from settings where tenant_id = ${tenantId}`,
  )
  return row?.count ?? 0
}

export const hasUser = async (tx: Tx, tenantId: string, userId: string): Promise<boolean> =>
  (
    await tx.query(
      sql`select 1 from users where tenant_id = ${tenantId} and id = ${userId} and not is_deleted for key share`,
    )
  ).length > 0

/** Writes a new or a locked setting. Throws a unique violation if another one has its key. */
export const writeSetting = (tx: Tx, row: SettingRow): Promise<number> =>
  tx.execute(replaceIn('settings', row, { key: ['tenant_id', 'id'], kept: ['created'] }))

export const deleteSetting = (tx: Tx, tenantId: string, id: string): Promise<number> =>
  tx.execute(sql`delete from settings where tenant_id = ${tenantId} and id = ${id}`)

/** Returns settings whose keys begin with a prefix such as `checkout.`, for the whole tenant and for its merchants. */
export const findSettingsOf = async (
  tx: Tx,
  tenantId: string,
  prefix: string,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await tx.query<{ key: string; value: string }>(
    sql`select key, coalesce(counting_value, value) as value from settings
      where tenant_id = ${tenantId} and starts_with(key, ${prefix}) and scope = 'tenant' and value is not null`,
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
    sql`select key, coalesce(counting_value, value) as value from settings
      where tenant_id = ${tenantId} and key = any(${keys}::text[]) and scope = 'tenant' and value is not null`,
  )
  return new Map(rows.map(({ key, value }) => [key, value]))
}
