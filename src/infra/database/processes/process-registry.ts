/**
 * Shows that this process runs by an advisory lock under its number, which the server drops the moment the process
 * dies. A suspended process keeps its lock and its leases; they are not taken over, since it may continue at any moment
 * and what it has sent is not known.
 */
import type pg from 'pg'
import type { Tx } from '../database.ts'
import { openReconnectingClient } from '../reconnecting-client.ts'

/** First key of the advisory locks of running processes. */
const PROCESS_LOCK_CLASS = 7_281_001
const RETRY_MS = 500
const GATHER_MS = 4 * RETRY_MS // after an outage of the server, the other processes are back within this time

export interface ProcessRegistry {
  /** The value of lease_owner for what this process works on. */
  readonly processNo: number
  /**
   * Returns false while this process, and so perhaps all of them, has to register again; no lease is taken over then.
   */
  canTrustLeases(): boolean
  close(): Promise<void>
}

/** Owners whose process runs, as SQL; a lease of any other owner may be taken over at once. */
export const LIVING_PROCESSES = `select objid::int from pg_locks
  where locktype = 'advisory' and classid = ${PROCESS_LOCK_CLASS} and granted`

/** The same for this database only, because one server may have several. */
export const LIVING_HERE = `${LIVING_PROCESSES} and database = (select oid from pg_database where datname = current_database())`

/** A restored database gives numbers out again that processes from before it still have. */
const takeNumber = async (client: Pick<pg.ClientBase, 'query'>): Promise<number> => {
  for (;;) {
    const { rows } = await client.query<{ n: number; is_free: boolean }>(
      `select n, pg_try_advisory_lock($1, n) as is_free from (select nextval('process_numbers')::int as n offset 0) next`,
      [PROCESS_LOCK_CLASS],
    )
    if (rows[0]!.is_free) return rows[0]!.n
  }
}

/** Returns a number of this database for a process that works on another shard. */
export const nextProcessNo = async (tx: Tx): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(`select nextval('process_numbers')::int as n`)
  return row!.n
}

/** `given` is a number that no other process has on any shard; its server may be unavailable at first. */
export const openProcessRegistry = async (
  url: string,
  onError: (error: Error) => void,
  given?: number,
): Promise<ProcessRegistry> => {
  let processNo = given ?? 0
  let isBack = 0
  const connection = await openReconnectingClient({
    url,
    name: 'vezne-presence',
    retryMs: RETRY_MS,
    onError,
    mayBeAway: given !== undefined,
    async begin(client, isFirst) {
      if (isFirst && given === undefined) {
        processNo = await takeNumber(client)
        return
      }
      await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCK_CLASS, processNo])
      if (!isFirst) isBack = performance.now()
    },
  })
  return {
    processNo,
    canTrustLeases: () =>
      connection.current() !== undefined && (isBack === 0 || performance.now() - isBack > GATHER_MS),
    close: () => connection.close(),
  }
}
