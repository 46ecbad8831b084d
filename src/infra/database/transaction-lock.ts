/** Makes transactions take turns where there is no row they could lock. */
import type { Tx } from './database.ts'
import { sql } from './statements/sql.ts'

/**
 * Transactions that lock the same name wait until this one has ended. Releases that run side by side must spell the
 * name alike.
 */
export const lockName = (tx: Tx, name: string): Promise<unknown> =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
