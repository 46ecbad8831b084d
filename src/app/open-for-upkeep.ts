/** A separate connection for maintenance that no request waits for: its statements may take an hour, such as an index of a month. */
import { Database } from '../infra/database/database.ts'
import type { Log } from '../infra/process/log.ts'

const STATEMENT_MS = 3_600_000

export const openForUpkeep = (appUrl: string, log: Pick<Log, 'error'>): Database =>
  Database.open(appUrl, {
    connections: 1,
    statementMs: STATEMENT_MS,
    onError: (err) => log.error('upkeep.connection_failed', { err }),
  })
