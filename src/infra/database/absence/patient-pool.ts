/**
 * Connections for libraries that give up when a connection is refused: a caller waits until the database accepts one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionError } from '../database-errors.ts'
import { newPool } from '../server-connection.ts'

const RETRY_MS = 1_000

interface PatientPool {
  readonly pool: pg.Pool
  /** Ends the waiting: from now on a refused connection is an error again. */
  stopWaiting(): void
}

export const openPatientPool = (url: string, config: pg.PoolConfig, onRefused: (error: Error) => void): PatientPool => {
  const pool = newPool(url, config)
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const ending = new AbortController()
  const connectAtLast = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return await tried(await connect())
      } catch (error) {
        if (ending.signal.aborted || !isConnectionError(error)) throw error
        onRefused(error as Error)
        await sleep(RETRY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
      }
    }
  }
  pool.connect = ((taken?: Taken) => {
    const connecting = connectAtLast()
    if (taken === undefined) return connecting
    connecting.then(
      (client) => process.nextTick(taken, undefined, client, client.release.bind(client)),
      (error: Error) => process.nextTick(taken, error, undefined, () => undefined),
    )
    return undefined
  }) as pg.Pool['connect']
  return { pool, stopWaiting: () => ending.abort() }
}

/** Tests a connection that was idle: if the server ended it, this finds out before a caller uses it. */
const tried = async (client: pg.PoolClient): Promise<pg.PoolClient> => {
  try {
    await client.query('select 1')
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void
