/** Lets writes that each open a transaction run in one that is open already: they commit together, or not at all. */
import type { Database, Tx } from '../database.ts'

/** The database as far as a write uses it. */
export type Transactions = Pick<Database, 'transaction' | 'batch'>

/** The open transaction has to see the tenants of all of them, and to join as they need it. */
export const joinTransaction = (tx: Tx): Transactions => ({
  transaction: (_reach, work) => work(tx),
  batch: (_tenantIds, { text, values, name }) => tx.query(text, values, name),
})
