/**
 * SQL conditions for joins on a whole key that keep the planner from scanning the table, whatever its statistics say.
 */
import { rawSql, type Sql } from './statements/sql.ts'

/**
 * Returns a condition on the key columns of `table` (its alias); `key` gives the expression each column must equal,
 * from the joined rows, including the tenant. It compares with a list of one value: an index can still look that up,
 * but the planner cannot sort or hash by it, so only one look-up per row remains. With plain equality, a plan made
 * while the table held a handful of rows reads the whole table for each batch, however much it grows
 * (docs/decisions/0251).
 */
export const joinByKey = (table: string, key: Readonly<Record<string, string>>): Sql =>
  rawSql(
    Object.entries(key)
      .map(([column, value]) => `${table}.${column} = any(array[${value}])`)
      .join(' and '),
  )

/**
 * Returns a constant for conditions of such a statement that are also the condition of a partial index (such as the
 * state of waiting rows). With a plain constant the planner may choose that index, and on the statistics of an empty
 * queue it scans the whole queue for each batch. `column` is a column of the joined rows that is never null.
 */
export const constantOfRow = (value: string, column: string): Sql =>
  rawSql(`case when ${column} is not null then '${value}' end`)

/** Returns the lowest and the highest id, in the database's order. */
export const findBounds = (ids: readonly string[]): readonly [first: string | null, last: string | null] => {
  const sorted = ids.map((id) => id.toLowerCase()).sort()
  return [sorted[0] ?? null, sorted.at(-1) ?? null]
}

/**
 * Returns a condition with the bounds of the ids, in addition to the join on them. It excludes no row, but it prunes
 * partitions before the statement begins; otherwise every partition is opened. It contains an "or" so that no index is
 * scanned from one bound to the other: on the statistics of a small table that looks as cheap as looking up each id.
 */
export const inParts = (key: string, first: string, last: string): string =>
  `(${key} between ${first} and ${last} or ${key} = ${first})`

/**
 * Returns the tenant as a condition that no index is chosen by, for statements that find rows by another column. On the
 * statistics of a new partition, all rows of a tenant look as few as those with one value, and they come in the order
 * of their ids.
 */
export const isOfTenant = (column: string, value = '$1'): string => `(${column} = ${value}) is true`
