/** SQL of blacklist entries as people administer them. */
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, ifGiven, matches, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'
import type { BlacklistFilters } from './blacklist-entry-schemas.ts'
import type { BlacklistEntryType } from './normal-forms.ts'

/** `tenant_id` null: an entry of the platform's list. */
export interface EntryRow
  extends Row<'fraud_blacklist', 'id' | 'entry_type' | 'display_value' | 'reason' | 'expires_at' | 'created'> {
  tenant_id: string | null
  entry_type: BlacklistEntryType
}
export interface NewEntryRow extends EntryRow {
  form: string
  value_hash: Buffer
  pattern: string | null
}
const SHOWN = sql`id, entry_type, display_value, reason, expires_at, created`
const PLATFORM_ENTRIES = sql`select null::uuid as tenant_id, ${SHOWN} from fraud_blacklist_global`

/** `tenantId` undefined: of every tenant; call it where all of them may be seen. */
export const pageOfEntries = (tx: Tx, tenantId: string | undefined, filters: BlacklistFilters) => {
  const { scope, include_global = true, entry_type, search_term } = filters
  const showsGlobal = scope === 'global' || (scope === undefined && include_global)
  const wanted = [matches({ entry_type }), contains(['display_value', 'reason', 'pattern'], search_term)]
  // A tenant list that was not requested matches no row.
  const own = allOf([scope === 'global' ? sql`false` : matches({ tenant_id: tenantId }), ...wanted])
  const entries = sql`select tenant_id, ${SHOWN} from fraud_blacklist where ${own}`
  const both = showsGlobal ? sql`${entries} union all ${PLATFORM_ENTRIES} where ${allOf(wanted)}` : entries
  return countAndPage<EntryRow>(tx, { columns: sql`*`, from: sql`(${both}) entries`, order: sql`id desc` }, filters)
}

/** Returns false if the value is on this list already. */
export const insertEntry = async (tx: Tx, { tenant_id, ...row }: NewEntryRow): Promise<boolean> => {
  const added = await tx.execute(
    tenant_id === null
      ? insertInto('fraud_blacklist_global', row, sql`on conflict (value_hash) do nothing`)
      : insertInto('fraud_blacklist', { ...row, tenant_id }, sql`on conflict (tenant_id, value_hash) do nothing`),
  )
  return added > 0
}

/** Removes an expired entry, which blocks nothing, to make room for the same value. Returns the deleted entry. */
export const deleteExpired = async (
  tx: Tx,
  { tenant_id, value_hash }: Pick<NewEntryRow, 'tenant_id' | 'value_hash'>,
  now: Date,
): Promise<EntryRow[]> =>
  tenant_id === null
    ? tx.query<EntryRow>(
        sql`delete from fraud_blacklist_global where value_hash = ${value_hash} and expires_at <= ${now}
         returning null::uuid as tenant_id, ${SHOWN}`,
      )
    : tx.query<EntryRow>(
        sql`delete from fraud_blacklist where tenant_id = ${tenant_id} and value_hash = ${value_hash} and expires_at <= ${now}
         returning tenant_id, ${SHOWN}`,
      )

/** Returns the deleted entry; undefined if it does not exist, or no longer. */
export const deleteEntry = async (tx: Tx, tenantId: string | null, id: string): Promise<EntryRow | undefined> => {
  const [row] =
    tenantId === null
      ? await tx.query<EntryRow>(
          sql`delete from fraud_blacklist_global where id = ${id} returning null::uuid as tenant_id, ${SHOWN}`,
        )
      : await tx.query<EntryRow>(
          sql`delete from fraud_blacklist where tenant_id = ${tenantId} and id = ${id} returning tenant_id, ${SHOWN}`,
        )
  return row
}

/** `tenantId` selects the tenant whose entries count in addition to the platform's; null selects every tenant, across tenants. */
export const findEntry = async (tx: Tx, tenantId: string | null, id: string): Promise<EntryRow | undefined> => {
  const [row] = await tx.query<EntryRow>(
    sql`select tenant_id, ${SHOWN} from fraud_blacklist where id = ${id} and ${ifGiven(tenantId, sql`tenant_id = ${tenantId}`)}
     union all ${PLATFORM_ENTRIES} where id = ${id}`,
  )
  return row
}

/** Returns the owner of the list with an entry: null for the platform's list, undefined if it is on none. Runs across tenants. */
export const findOwnerOfEntry = async (tx: Tx, id: string): Promise<string | null | undefined> => {
  const [row] = await tx.query<{ tenant_id: string | null }>(
    sql`select tenant_id from fraud_blacklist where id = ${id}
     union all select null from fraud_blacklist_global where id = ${id}`,
  )
  return row?.tenant_id
}

export const isPlatformEntry = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.query(sql`select 1 from fraud_blacklist_global where id = ${id}`)).length > 0
