/**
 * Reads on a standby, under the condition that everything committed before the read began is in it; otherwise the
 * primary answers. The standby has to have replayed as much of the same timeline as the primary had written by then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionPool, openConnectionPool, type PooledClient } from './connection-pool.ts'
import { isConnectionError, NoStandbyError } from './database-errors.ts'
import type { LogPositionRow } from './promotions/promotion-guard.ts'
import { rolledBack } from './transaction-statements.ts'

export interface Replica {
  /** `position` is the primary's current one. Returns undefined if the replica cannot answer and the primary has to. */
  read<T>(
    position: () => Promise<LogPositionRow>,
    work: (client: PooledClient) => Promise<T>,
  ): Promise<{ readonly value: T } | undefined>
  close(): Promise<void>
}

const BEHIND_MS = 100
const PAUSE_MS = 5
/** How long a replica that was unavailable, behind or promoted is not asked again. */
const REST_MS = 1_000
/** Codes by which a recovery that cannot wait for the read cancels it. */
const CANCELLED = new Set(['40001', '40P01'])

/** Must run before the transaction starts: its snapshot contains only what was replayed by then. */
const HAS_REPLAYED = {
  name: 'has-replayed',
  text: `select pg_is_in_recovery() as follows,
    pg_last_wal_replay_lsn() >= $1::pg_lsn and exists (select from promotions where timeline = $2) as has`,
}

/** `url` names the program's role and one or several servers; a server that is a standby is chosen. */
export const openReplica = (
  url: string,
  { connections, onError }: { connections: number; onError: (error: Error) => void },
): Replica => {
  const pool: ConnectionPool = openConnectionPool(url, { connections, onError, wanted: 'standby' })
  let restsUntil = 0
  const rest = (): void => {
    restsUntil = performance.now() + REST_MS
  }
  return {
    async read(position, work) {
      if (performance.now() < restsUntil) return undefined
      const { position: wanted, timeline } = await position()
      let client: PooledClient
      try {
        client = await pool.checkOut()
      } catch (error) {
        rest()
        onError(error as Error)
        return undefined
      }
      try {
        const hasIt = await catchesUp(client, [wanted, timeline])
        if (!hasIt) {
          rest()
          client.release()
          return undefined
        }
        const value = await work(client)
        client.release()
        return { value }
      } catch (error) {
        const isLost = isConnectionError(error)
        pool.checkInAfterFailure(client, error, !isLost && (await rolledBack(client)))
        if (!isLost && !CANCELLED.has((error as { code?: string }).code ?? '')) throw error
        if (isLost) rest()
        onError(error as Error)
        return undefined
      }
    },
    close: () => pool.close(),
  }
}

const catchesUp = async (
  client: PooledClient,
  wanted: readonly [position: string, timeline: number],
): Promise<boolean> => {
  const until = performance.now() + BEHIND_MS
  for (;;) {
    const { rows } = await client.query<{ follows: boolean; has: boolean }>({ ...HAS_REPLAYED, values: [...wanted] })
    if (!rows[0]!.follows) throw new NoStandbyError()
    if (rows[0]!.has) return true
    if (performance.now() >= until) return false
    await sleep(PAUSE_MS)
  }
}
