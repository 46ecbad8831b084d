/** The oldest PostgreSQL that the program runs on, and its refusal. */
import type pg from 'pg'
import { StartupError } from '../process/startup-error.ts'

export const OLDEST_MAJOR = 15

/** Returns what is wrong with a server of this `server_version_num` and `server_version`; null if it is new enough. */
export const faultOfVersion = (versionNum: number, shown: string): string | null =>
  versionNum >= OLDEST_MAJOR * 10_000
    ? null
    : `The database is PostgreSQL ${shown}; ${OLDEST_MAJOR} or newer is needed. Upgrade the server (pg_upgrade), or name another one.`

/** Throws StartupError for a server that is too old. */
export const requireServerVersion = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ num: number; shown: string }>(
    `select current_setting('server_version_num')::int as num, current_setting('server_version') as shown`,
  )
  const { num, shown } = rows[0]!
  const fault = faultOfVersion(num, shown)
  if (fault !== null) throw new StartupError(fault)
}
