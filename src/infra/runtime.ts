/** The infrastructure that app.ts passes to every part of the program: settings, database, clock, sealer, log, notifications. */

import type { Sealer } from './crypto/sealer.ts'
import type { Database } from './database/database.ts'
import type { DatabaseClock } from './database/database-clock.ts'
import type { Notifications } from './database/notifications.ts'
import type { ReleaseSteps } from './database/processes/release-steps.ts'
import type { Restores } from './database/promotions/restores.ts'
import type { Config } from './process/config.ts'
import type { Log } from './process/log.ts'

export interface Runtime {
  readonly config: Config
  readonly db: Database
  readonly clock: DatabaseClock
  readonly sealer: Sealer
  readonly log: Log
  readonly notifications: Notifications
  /** Whether the database is one that was restored, and what that asks of the rest. */
  readonly restores: Restores
  /** Steps that wait until the release before has gone. */
  readonly releaseSteps: ReleaseSteps
}
