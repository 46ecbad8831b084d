/** Counts how many rows of a list a filter selects, within a transaction that writes. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'
import type { ClosedList, ListFilter } from '../closed-list.ts'
import { countParts } from './count-parts.ts'

/**
 * Is as exact as a single statement, even at read committed: a process that folds differences into blocks waits until
 * this transaction ends.
 */
export const countListed = async (tx: Tx, list: ClosedList, filter: ListFilter): Promise<number> => {
  await tx.query(
    sql`select 1 from closed_block_heads where tenant_id = ${filter.tenantId} and list = ${list.list} for share`,
  )
  return (await countParts(tx, list, filter)).reduce((sum, { n }) => sum + n, 0)
}
