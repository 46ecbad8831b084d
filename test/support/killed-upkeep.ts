/** Upkeep of divided tables whose connection is killed before a statement: what a process leaves that ends there. */
import type pg from 'pg'
import type { Database, Tx } from '../../src/infra/database/database.ts'
import { keepPartitions } from './kept-partitions.ts'

type Upkeep = Parameters<typeof keepPartitions>[0]

/** Kills at the first statement, then at the second and so on, until a run meets none; `check` looks after each. Returns how many were killed. */
export const keepThroughKills = async (
  upkeep: Upkeep,
  owner: Pick<pg.Client, 'query'>,
  kept: Record<string, number>,
  check: () => Promise<void>,
): Promise<number> => {
  for (let killed = 0; ; killed++) {
    let left = killed + 1
    const strike = async (tx: Tx): Promise<void> => {
      if (--left > 0) return
      if (left < 0) throw new Error('a process that is dead does nothing more')
      const [own] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await owner.query('select pg_terminate_backend($1)', [own!.pid])
    }
    const db = {
      transaction: <T>(reach: Parameters<Database['transaction']>[0], work: (tx: Tx) => Promise<T>): Promise<T> =>
        upkeep.db.transaction(reach, (tx) =>
          work({
            query: (...given) => strike(tx).then(() => tx.query(...given)) as never,
            execute: (...given) => strike(tx).then(() => tx.execute(...given)),
          }),
        ),
    } as Database
    const isWhole = await keepPartitions({ ...upkeep, db }, kept).then(
      () => true,
      (error: unknown) => {
        if (left > 0) throw error
        return false
      },
    )
    await check()
    if (isWhole) return killed
  }
}
