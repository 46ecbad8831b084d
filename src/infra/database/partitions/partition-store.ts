/** SQL of tables divided into a partition a month (migrations/0081): the functions that make and drop partitions belong to the owner of the schema. */
import type { Tx } from '../database.ts'

interface DividedTable {
  readonly name: string
  /** Its newest partition has a place for keys of moments before this one. */
  readonly ends: Date
}

/** Runs across tenants, as all of these. */
export const findDividedTables = (tx: Tx): Promise<DividedTable[]> =>
  tx.query<DividedTable>(
    'select d.name, max(p.ends) as ends from divided_tables d join partitions p on p.table_name = d.name group by 1 order by 1',
  )

/** The name of the partition that was made; null: there is one for every moment before `until`. */
export const makeNextPartition = async (tx: Tx, table: string, until: string): Promise<string | null> => {
  const [row] = await tx.query<{ made: string | null }>('select make_next_partition($1, $2) as made', [table, until])
  return row!.made
}

/** The name of the partition that was dropped; null: none is as old as that. */
export const dropOldestPartition = async (tx: Tx, table: string, months: number): Promise<string | null> => {
  const [row] = await tx.query<{ dropped: string | null }>('select drop_oldest_partition($1, $2) as dropped', [
    table,
    months,
  ])
  return row!.dropped
}
