/** Measures the difference between this machine's clock and that of the database, which all processes share. */
import type { Database } from '../../infra/database/database.ts'

/** Tolerance of tokens: with a larger skew this process refuses the tokens of the others. */
export const SKEW_MAX_MS = 30_000

/** Milliseconds; positive: this machine is ahead. Half the time of the question is its error. */
export const readSkew = async (db: Pick<Database, 'transaction'>): Promise<number> => {
  const before = Date.now()
  const [row] = await db.transaction({ of: [] }, (tx) =>
    tx.query<{ now: number }>('select extract(epoch from clock_timestamp()) * 1000 as now'),
  )
  return Math.round((before + Date.now()) / 2 - Number(row?.now))
}
