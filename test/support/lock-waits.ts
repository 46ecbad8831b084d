/** The longest lock wait in a database, sampled often. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const LOOK_MS = 25

export interface LockWaits {
  /** Returns the longest wait seen, in milliseconds; repeated calls return the same. */
  stop(): Promise<number>
}

/** Waits of the migration itself are left out: it is the others who must not wait. */
export const watchLocks = async (url: string): Promise<LockWaits> => {
  const client = new pg.Client({ connectionString: url, application_name: 'lock-waits' })
  await client.connect()
  let longest = 0
  let isOver = false
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart)) * 1000, 0)::float8 as ms
         from pg_locks l join pg_stat_activity a using (pid)
         where not l.granted and l.locktype <> 'advisory' and a.datname = current_database()
           and a.application_name <> 'vezne-migrate'`,
      )
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await sleep(LOOK_MS)
    }
  }
  const watching = watch()
  return {
    async stop() {
      if (!isOver) {
        isOver = true
        await watching
        await client.end()
      }
      return longest
    },
  }
}
