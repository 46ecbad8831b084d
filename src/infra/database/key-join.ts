/** A join on a whole key that no statistics of the planner can turn into a walk over the table. */

/**
 * Condition on the key columns of `table` (its alias); `key` has what each equals: columns of what is joined, the tenant's too.
 * As a list of one value an equality can still be looked up in an index, but neither orders nor hashes: what is left to
 * the planner is one look-up a row. With plain equality a plan made while the table held a handful of rows reads all of it
 * for each batch, however much it grows (docs/decisions/0251).
 */
export const joinByKey = (table: string, key: Readonly<Record<string, string>>): string =>
  Object.entries(key)
    .map(([column, value]) => `${table}.${column} = any(array[${value}])`)
    .join(' and ')

/**
 * A constant for such a statement's conditions that are also the condition of a partial index (a state of what still waits).
 * As a plain constant the planner is offered the index, and on the statistics of an empty queue walks through the whole queue
 * for each batch. `column`: one of what is joined, never null.
 */
export const constantOfRow = (value: string, column: string): string =>
  `case when ${column} is not null then '${value}' end`

/** The lowest and the highest of ids, as the database orders them. */
export const boundsOf = (ids: readonly string[]): readonly [first: string | null, last: string | null] => {
  const sorted = ids.map((id) => id.toLowerCase()).sort()
  return [sorted[0] ?? null, sorted.at(-1) ?? null]
}

/**
 * The bounds of ids, beside the join on them: it says nothing new of rows, but leaves out parts of a divided table before the statement begins,
 * which otherwise opens every one. With an "or", for no index may be walked by it from one bound to the other: on the statistics of a small
 * table that looks as good as looking up each id.
 */
export const inParts = (key: string, first: string, last: string): string =>
  `(${key} between ${first} and ${last} or ${key} = ${first})`

/**
 * The tenant as a condition no index is chosen by, where rows are found by another column: on the statistics of a new part, all of a
 * tenant's rows look like as many as those of one value, and come in the order of their ids.
 */
export const isOfTenant = (column: string, value = '$1'): string => `(${column} = ${value}) is true`
