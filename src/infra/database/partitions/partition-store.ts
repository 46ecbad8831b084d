/**
 * SQL of tables with one partition per month (migrations/0001). The functions that create and drop partitions belong to
 * the owner of the schema.
 */
import type { Tx } from '../database.ts'
import { rawSql, type Sql, sql } from '../statements/sql.ts'

export interface DividedTable {
  readonly name: string
  /** The newest partition holds keys of moments before this one. */
  readonly ends: Date
  readonly part: 'month' | 'day'
  /** The table whose references keep rows beyond their month; null if all rows are dropped. */
  readonly referredFrom: string | null
}

/** Runs across tenants, because the partitions contain all of them. */
export const findDividedTables = (tx: Tx): Promise<DividedTable[]> =>
  tx.query<DividedTable>(
    `select d.name, max(p.ends) as ends, d.part, d.referred_from as "referredFrom"
       from divided_tables d join partitions p on p.table_name = d.name group by d.name order by 1`,
  )

/** Returns partitions that still exist a day after they should have been dropped. */
export const findOverduePartitions = async (tx: Tx, kept: Readonly<Record<string, number>>): Promise<string[]> => {
  const rows = await tx.query<{ name: string }>(
    sql`select p.name from unnest(${Object.keys(kept)}::text[], ${Object.values(kept)}::int[]) as k (table_name, kept) join partitions p using (table_name)
      where p.ends <= kept_from(table_name, kept) - interval '1 day'
        and exists (select from partitions later where later.table_name = p.table_name and later.ends > p.ends)
      order by p.ends, p.name`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the name of the partition it created; null if there is one for every moment before `until`. */
export const makeNextPartition = async (tx: Tx, table: string, until: string): Promise<string | null> => {
  const [row] = await tx.query<{ made: string | null }>(sql`select make_next_partition(${table}, ${until}) as made`)
  return row!.made
}

/** Returns the name of the partition it dropped; null if none is old enough. */
export const dropOldestPartition = async (tx: Tx, table: string, months: number): Promise<string | null> => {
  const [row] = await tx.query<{ dropped: string | null }>(
    sql`select drop_oldest_partition(${table}, ${months}) as dropped`,
  )
  return row!.dropped
}

export interface Oldest {
  readonly table: string
  readonly referredFrom: string
  readonly ends: Date
}

/**
 * Works like {@link dropOldestPartition}, but rows that `referredFrom` refers to are written again, into the partition
 * "_others".
 */
export const dropUnreferredRows = async (tx: Tx, oldest: Oldest, months: number): Promise<string | null> => {
  const { table } = oldest
  const missing = await countMissing(tx, oldest)
  const kept = await readReferred(tx, oldest)
  const dropped = await dropOldestPartition(tx, table, months)
  if (dropped === null) return null
  const columns = await findColumns(tx, table)
  await tx.execute(
    sql`insert into ${rawSql(table)} (${rawSql(columns)}) select ${rawSql(columns)} from jsonb_populate_recordset(null::${rawSql(table)}, ${kept}::jsonb)`,
  )
  // The table is locked until the commit. If another process wrote since we read it, this drop came too early.
  if ((await countMissing(tx, oldest)) > missing)
    throw new Error(`rows of ${dropped} were written while it was dropped`)
  return dropped
}

/**
 * Hops from tenant to tenant, because the key of the referring table begins with the tenant and few of its rows are
 * this old.
 */
const referredKeys = ({ referredFrom, ends }: Oldest): Sql => {
  const referring = rawSql(referredFrom)
  return sql`
  (with recursive tenants (id) as (
     (select tenant_id from ${referring} order by tenant_id limit 1)
     union all
     select (select d.tenant_id from ${referring} d where d.tenant_id > tenants.id order by d.tenant_id limit 1)
       from tenants where tenants.id is not null)
   select distinct d.tenant_id, d.resource_id, d.sequence
     from tenants join ${referring} d on d.tenant_id = tenants.id and d.resource_id < first_key_at(${ends})) k`
}

const findColumns = async (tx: Tx, table: string): Promise<string> => {
  const [row] = await tx.query<{ columns: string }>(
    sql`select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  return row!.columns
}

const readReferred = async (tx: Tx, oldest: Oldest): Promise<string> => {
  const [row] = await tx.query<{ rows: string }>(
    sql`select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows
       from ${rawSql(oldest.table)} t join ${referredKeys(oldest)} using (tenant_id, resource_id, sequence)
      where t.tableoid = (select name::regclass from partitions where table_name = ${oldest.table} and ends = ${oldest.ends})`,
  )
  return row!.rows
}

const countMissing = async (tx: Tx, oldest: Oldest): Promise<number> => {
  const [row] = await tx.query<{ missing: number }>(
    sql`select count(*)::int as missing from ${referredKeys(oldest)}
      where not exists (select from ${rawSql(oldest.table)} t
        where t.tenant_id = k.tenant_id and t.resource_id = k.resource_id and t.sequence = k.sequence)`,
  )
  return row!.missing
}
