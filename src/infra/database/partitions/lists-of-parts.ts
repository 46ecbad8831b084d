/**
 * The lists that have to be informed when rows of a partitioned table leave or change without a trigger. It is an
 * interface, because lists are a higher layer.
 */
import type { Tx } from '../database.ts'

export interface ListsOfParts {
  /** Call it in the transaction, across tenants, that then deletes every row of the table before this id. */
  cut(tx: Tx, table: string, beforeId: string): Promise<void>
  /** Call it in the transaction, across tenants, that has replaced a partition by one with emptied columns. */
  renew(tx: Tx, table: string, part: string): Promise<void>
}
