/** A row of every tenant in every table that has tenants, whatever its constraints: for tests of row-level security. */
import type pg from 'pg'

export interface TenantTable {
  readonly name: string
  /** Columns a statement may write, and those of the primary key. */
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

interface Column {
  name: string
  type: string
}

/** Read from the catalogue, so that a new table is in every test on the day it is made. */
export const tenantTables = async (owner: pg.Client): Promise<TenantTable[]> => {
  const { rows } = await owner.query<TenantTable>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any((i.indkey::int2[])[0:i.indnkeyatts - 1])
               where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
     where c.relkind in ('r', 'p') and not c.relispartition and exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
     order by 1`,
  )
  return rows
}

/** Disables constraints (checks, references, triggers): row security is tested, not the validity of the rows. */
export const putOneRowEach = async (
  owner: pg.Client,
  tables: readonly TenantTable[],
  tenants: readonly string[],
): Promise<void> => {
  await owner.query(`set session_replication_role = replica`)
  for (const { name, columns } of tables) {
    for (const change of await loosenings(owner, name)) await owner.query(`alter table ${name} ${change}`)
    for (const tenant of tenants)
      await owner.query(insertOf({ name, columns }), [JSON.stringify(await rowOf(owner, name, tenant))])
  }
  await owner.query(`set session_replication_role = default`)
}

/** Takes the row as a document: {@link rowOf}. */
export const insertOf = ({ name, columns }: Pick<TenantTable, 'name' | 'columns'>): string => {
  const written = columns.map((column) => `"${column}"`).join(', ')
  return `insert into ${name} (${written}) select ${written} from jsonb_populate_record(null::${name}, $1)`
}

const loosenings = async (owner: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await owner.query<{ change: string }>(
    `select 'disable trigger user' as change union all select format('drop constraint %I', conname) from pg_constraint where conrelid = $1::regclass and contype = 'c'
     union all select format('alter column %I drop not null', attname) from pg_attribute
     where attrelid = $1::regclass and attgenerated <> '' and attnotnull and not attisdropped`,
    [table],
  )
  return rows.map(({ change }) => change)
}

/** Enough of a row for the table to take it: a value in every column, by its type. */
export const rowOf = async (owner: pg.Client, table: string, tenantId: string): Promise<Record<string, unknown>> => {
  const { rows } = await owner.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return { ...Object.fromEntries(rows.map(({ name, type }) => [name, anyOf(type)])), tenant_id: tenantId }
}

const anyOf = (type: string): unknown => {
  if (type.endsWith('[]')) return []
  if (type === 'uuid') return crypto.randomUUID()
  if (type === 'boolean') return false
  if (/int|numeric|double/.test(type)) return 1
  if (/timestamp|date/.test(type)) return '2026-01-01T00:00:00Z'
  if (type === 'bytea') return '\\x00'
  if (type === 'jsonb') return {}
  if (type === 'xid8') return '1'
  return crypto.randomUUID().slice(0, 8)
}
