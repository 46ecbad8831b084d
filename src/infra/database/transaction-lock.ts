/** Transactions that take turns where no row stands for what they have in common. */
import type { Tx } from './database.ts'

/** Others that lock the same name wait until this transaction has ended. Releases that run side by side must spell it alike. */
export const lockName = (tx: Tx, name: string): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
