/** The tables that have rows of tenants, as the catalog of a shard lists them. */
import type { ServerClient } from '../../server-connection.ts'

/** Tables and columns whose values mean something on their own server only. */
export interface LocalRows {
  /** Their rows stay behind: the other shard makes its own. */
  readonly left: readonly string[]
  /** A tenant that has rows in one of these cannot move. */
  readonly bound: readonly string[]
  /** Tables whose rows are worked on under a lease, each with the SQL of those that may be. */
  readonly leased: Readonly<Record<string, string>>
  /** Table, column, and the SQL of its value on the shard that the rows come to. */
  readonly given: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface TenantTable {
  readonly name: string
  /** Columns in the order of their names, as servers differ in theirs; generated ones are left out. */
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly type: string
}

/**
 * Returns all of them, in the order of their names. Tables that only the owner reaches are parts that are written again or brought back, and
 * notes of that: each server is at its own, and triggers carry over what changes.
 */
export const findTenantTables = async (server: Pick<ServerClient, 'query'>): Promise<TenantTable[]> => {
  const { rows } = await server.query<TenantTable>(`
    select c.relname as name,
        json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname collate "C")
          filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_policy where polrelid = c.oid having bool_and(polname = 'keeper'))
     group by c.oid, c.relname having bool_or(a.attname = 'tenant_id')
     order by c.relname collate "C"`)
  return rows
}
