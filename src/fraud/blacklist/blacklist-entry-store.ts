/** SQL of blacklist entries as people administer them. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { BlacklistFilters } from './blacklist-entry-schemas.ts'
import type { BlacklistEntryType } from './normal-forms.ts'

/** `tenant_id` null: an entry of the platform's list. */
export interface EntryRow {
  tenant_id: string | null
  id: string
  entry_type: BlacklistEntryType
  display_value: string
  reason: string | null
  expires_at: Date | null
  created: Date
}
export interface NewEntryRow extends EntryRow {
  form: string
  value_hash: Buffer
  pattern: string | null
}
interface Tables {
  fraud_blacklist: NewEntryRow
  fraud_blacklist_global: Omit<NewEntryRow, 'tenant_id'>
}
const db = queryBuilder<Tables>()

const SHOWN = ['id', 'entry_type', 'display_value', 'reason', 'expires_at', 'created'] as const
const SHOWN_LIST = SHOWN.join(', ')

/** `tenantId` undefined: of every tenant; call it where all of them may be seen. */
export const pageOfEntries = (tx: Tx, tenantId: string | undefined, filters: BlacklistFilters) => {
  const { scope, include_global = true } = filters
  const showsGlobal = scope === 'global' || (scope === undefined && include_global)
  // A tenant list that was not requested matches no row.
  const own = scope === 'global' ? ownEntries(filters, undefined, true) : ownEntries(filters, tenantId, false)
  const both = showsGlobal ? own.unionAll(platformEntries(filters)) : own
  const list = db.selectFrom(both.as('entries')).selectAll().orderBy('id', 'desc')
  return countAndPage<Tables & { entries: EntryRow }, 'entries', EntryRow>(tx, list, {
    limit: limitOf(filters),
    offset: offsetOf(filters),
  })
}

const ownEntries = (filters: BlacklistFilters, tenantId: string | undefined, isNobody: boolean) =>
  db
    .selectFrom('fraud_blacklist')
    .select([...SHOWN, 'tenant_id'])
    .where((eb) => eb.and(conditions(eb as unknown as Builder, filters)))
    .$if(tenantId !== undefined, (entries) => entries.where('tenant_id', '=', tenantId as string))
    .$if(isNobody, (entries) => entries.where(sql<SqlBool>`false`))

const platformEntries = (filters: BlacklistFilters) =>
  db
    .selectFrom('fraud_blacklist_global')
    .select([...SHOWN, sql<string | null>`null::uuid`.as('tenant_id')])
    .where((eb) => eb.and(conditions(eb as unknown as Builder, filters)))

type Builder = ExpressionBuilder<Tables, 'fraud_blacklist_global'>
const conditions = (eb: Builder, { entry_type, search_term }: BlacklistFilters): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (entry_type !== undefined) all.push(eb('entry_type', '=', entry_type))
  if (search_term) {
    const part = toLikePattern(search_term)
    all.push(eb.or((['display_value', 'reason', 'pattern'] as const).map((column) => eb(column, 'ilike', part))))
  }
  return all
}

/** Returns false if the value is on this list already. */
export const insertEntry = async (tx: Tx, row: NewEntryRow): Promise<boolean> => {
  const values = [row.id, row.entry_type, row.form, row.value_hash, row.pattern, row.display_value, row.reason]
  const times = [row.expires_at, row.created]
  const columns = 'id, entry_type, form, value_hash, pattern, display_value, reason, expires_at, created'
  const added =
    row.tenant_id === null
      ? await tx.execute(
          `insert into fraud_blacklist_global (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (value_hash) do nothing`,
          [...values, ...times],
        )
      : await tx.execute(
          `insert into fraud_blacklist (${columns}, tenant_id) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (tenant_id, value_hash) do nothing`,
          [...values, ...times, row.tenant_id],
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
        `delete from fraud_blacklist_global where value_hash = $1 and expires_at <= $2
         returning null::uuid as tenant_id, ${SHOWN_LIST}`,
        [value_hash, now],
      )
    : tx.query<EntryRow>(
        `delete from fraud_blacklist where tenant_id = $3 and value_hash = $1 and expires_at <= $2
         returning tenant_id, ${SHOWN_LIST}`,
        [value_hash, now, tenant_id],
      )

/** Returns the deleted entry; undefined if it does not exist, or no longer. */
export const deleteEntry = async (tx: Tx, tenantId: string | null, id: string): Promise<EntryRow | undefined> => {
  const [row] =
    tenantId === null
      ? await tx.query<EntryRow>(
          `delete from fraud_blacklist_global where id = $1 returning null::uuid as tenant_id, ${SHOWN_LIST}`,
          [id],
        )
      : await tx.query<EntryRow>(
          `delete from fraud_blacklist where tenant_id = $1 and id = $2 returning tenant_id, ${SHOWN_LIST}`,
          [tenantId, id],
        )
  return row
}

/** `tenantId` selects the tenant whose entries count in addition to the platform's; null selects every tenant, across tenants. */
export const findEntry = async (tx: Tx, tenantId: string | null, id: string): Promise<EntryRow | undefined> => {
  const [row] = await tx.query<EntryRow>(
    `select tenant_id, ${SHOWN_LIST} from fraud_blacklist where id = $2 and ($1::uuid is null or tenant_id = $1)
     union all select null::uuid, ${SHOWN_LIST} from fraud_blacklist_global where id = $2`,
    [tenantId, id],
  )
  return row
}

/** Returns the owner of the list with an entry: null for the platform's list, undefined if it is on none. Runs across tenants. */
export const findOwnerOfEntry = async (tx: Tx, id: string): Promise<string | null | undefined> => {
  const [row] = await tx.query<{ tenant_id: string | null }>(
    `select tenant_id from fraud_blacklist where id = $1
     union all select null from fraud_blacklist_global where id = $1`,
    [id],
  )
  return row?.tenant_id
}

export const isPlatformEntry = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.query('select 1 from fraud_blacklist_global where id = $1', [id])).length > 0
