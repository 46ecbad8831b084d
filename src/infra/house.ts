/** The machinery every part of the program is handed by app.ts: settings, database, clock, seals, log, notices. */
import type { Config } from './config.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Log } from './log.ts'
import type { Notices } from './notices.ts'
import type { Database } from './postgres.ts'
import type { Sealer } from './secrets.ts'

export interface House {
  readonly config: Config
  readonly db: Database
  readonly clock: DatabaseClock
  readonly sealer: Sealer
  readonly log: Log
  readonly notices: Notices
}
