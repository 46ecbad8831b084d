/**
 * Long work on many rows, in steps. Each step is one transaction of bounded size that also commits where the next one
 * begins. Any process continues after any number of interruptions, with the same result, once; a step that fails leaves
 * its position, and the next round tries it again.
 */
import type { Database, Tx } from './database.ts'

interface StagedRun<Run> {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Locks the run. Returns undefined if nothing is left to do, or another process does it. */
  readonly lock: (tx: Tx) => Promise<Run | undefined>
  /** Does the work of one step and stores the next position. */
  readonly takeStep: (tx: Tx, run: Run) => Promise<unknown>
}

/** Runs to the end. Returns how many steps it took. */
export const runToEnd = async <Run>({ inTransaction, lock, takeStep }: StagedRun<Run>): Promise<number> => {
  const takeNext = (): Promise<boolean> =>
    inTransaction(async (tx) => {
      const run = await lock(tx)
      if (run !== undefined) await takeStep(tx, run)
      return run !== undefined
    })
  let taken = 0
  while (await takeNext()) taken++
  return taken
}

interface OpenRun {
  readonly tenant_id: string
  readonly id: string
}

interface OpenRuns {
  readonly db: Pick<Database, 'transaction'>
  /** Finds the open run with the lowest id after `after`, of all tenants. */
  readonly find: (tx: Tx, after: string | null) => Promise<OpenRun | undefined>
  readonly run: (tenantId: string, id: string) => Promise<unknown>
}

/** Returns the work of a sweep that continues open runs one after another; one that fails delays no other. */
export const continueRuns = ({ db, find, run }: OpenRuns): (() => Promise<number>) => {
  let after: string | null = null
  return async () => {
    const open = await db.transaction({ as: 'platform' }, (tx) => find(tx, after))
    after = open?.id ?? null
    if (open === undefined) return 0
    await run(open.tenant_id, open.id)
    return 1
  }
}
