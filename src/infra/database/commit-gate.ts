/**
 * Notices that the server has stopped confirming commits. A synchronous standby that hangs holds commits indefinitely,
 * and no server timeout ends that wait. From then on nothing more is written, so that neither connections nor servers
 * fill with waiting commits.
 */
import { every } from '../process/every.ts'
import { CommitsHangError } from './database-errors.ts'
import { newClient } from './server-connection.ts'

export interface CommitGate {
  /** False while commits hang: a write would hang, too. */
  isOpen(): boolean
  /** Reports that a commit has been sent. Returns the function to call when it is answered. */
  sent(): () => void
  close(): void
}

/** A commit that takes longer than this is investigated; most take about one millisecond. */
const SLOW_MS = 1_000
const LOOK_EVERY_MS = 500
const CONNECT_MS = 1_000
/** Other programs with the same role wait for the same standby. */
const LOOK = `select from pg_stat_activity
  where datname = current_database() and usename = current_user and wait_event = 'SyncRep'
    and clock_timestamp() - query_start > interval '${SLOW_MS} ms' limit 1`

export const openCommitGate = (url: string, onError: (error: Error) => void): CommitGate => {
  const pending = new Set<{ since: number }>() // in the order they were sent
  let areHanging = false

  const look = (): Promise<void> =>
    waitingForStandby(url)
      .then((is) => {
        if (is && !areHanging) onError(new CommitsHangError())
        areHanging = is
      })
      .catch(onError) // the write itself will notice that the server cannot be reached
  const stop = every(LOOK_EVERY_MS, () => {
    const [oldest] = pending
    return areHanging || (oldest !== undefined && performance.now() - oldest.since > SLOW_MS) ? look() : undefined
  })

  return {
    isOpen: () => !areHanging,
    sent() {
      const one = { since: performance.now() }
      pending.add(one)
      return () => void pending.delete(one)
    },
    close: stop,
  }
}

const waitingForStandby = async (url: string): Promise<boolean> => {
  const client = newClient(url, {
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    application_name: 'vezne-commits',
  })
  client.on('error', () => undefined) // the query in flight reports the error
  try {
    await client.connect()
    return (await client.query(LOOK)).rowCount === 1
  } finally {
    client.end().catch(() => undefined)
  }
}
