/**
 * Drops the months or days that a table no longer keeps: whole partitions, together with the rows that depend on them
 * in other tables.
 */
import type { Log } from '../../process/log.ts'
import type { Tx } from '../database.ts'
import { seesAllTenants } from '../shards/hidden-tenants.ts'
import { rawSql, sql } from '../statements/sql.ts'
import type { ListsOfParts } from './lists-of-parts.ts'
import { type DividedTable, dropOldestPartition, dropUnreferredRows } from './partition-store.ts'

export interface Dropping {
  readonly log: Log
  readonly lists: ListsOfParts
}

/**
 * Drops one partition and returns its name with the counts that lists had stored; null if no partition is old enough, or
 * rows of a tenant in it cannot be seen.
 */
export const dropNext = async (
  tx: Tx,
  table: Pick<DividedTable, 'name' | 'referredFrom'>,
  kept: number,
  { log, lists }: Dropping,
): Promise<string | null> => {
  const { name, referredFrom } = table
  const [due] = await tx.query<{ before_id: string; ends: Date }>(
    `select first_key_at(ends) as before_id, ends from (
       select min(ends) as ends, count(*) as parts from partitions where table_name = $1) as oldest
      where parts > 1 and ends <= kept_from($1, $2)`,
    [name, kept],
  )
  if (due === undefined || !(await seesAllTenants(tx, log, name))) return null
  await lists.cut(tx, name, due.before_id)
  return referredFrom === null
    ? dropOldestPartition(tx, name, kept)
    : dropUnreferredRows(tx, { table: name, referredFrom, ends: due.ends }, kept)
}

/** Returns how many rows in other tables were deleted because their partition is gone. */
export const emptyOthers = async (tx: Tx, name: string, kept: number, { log, lists }: Dropping): Promise<number> => {
  const others = `tableoid = '${name}_others'::regclass`
  const [found] = await tx.query<{ key: string; before_id: string }>(
    sql`select key, first_key_at(kept_from(name, ${kept})) as before_id from divided_tables where name = ${name}`,
  )
  const [old] = await tx.query<{ is: boolean }>(
    sql`select exists (select from ${rawSql(name)} where ${rawSql(found!.key)} < ${found!.before_id} and ${rawSql(others)}) as is`,
  )
  if (!old!.is || !(await seesAllTenants(tx, log, name))) return 0
  await lists.cut(tx, name, found!.before_id)
  const [gone] = await tx.query<{ rows: number }>(sql`select empty_others(${name}, ${kept})::int as rows`)
  return gone!.rows
}
