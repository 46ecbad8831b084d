/** Schema checks of a process that acts only as the application's role: it creates nothing, and refuses a schema that is not ready for it. */
import type pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { requireServerVersion } from '../server-version.ts'
import { knowsNumber } from '../shards/require-shard.ts'
import { asApp, checkActingRole } from './app-role.ts'
import { refuseBeforeBaseline } from './carry-over.ts'
import { appliedMigrations, KNOWN } from './migration-files.ts'

const TODO = 'run the program once with VEZNE_ROLE=migrate and the DATABASE_URL of the owner'

/** Maps the name of a state machine to its pairs (from, to), as the code has them. */
export type Machines = Readonly<Record<string, readonly (readonly [from: string, to: string])[]>>

/** `shard`: its number, where an engine is asked for it by that. */
export const checkSchema = (appUrl: string, machines: Machines, shard?: number): Promise<void> =>
  asApp(appUrl, async (app) => {
    await requireServerVersion(app)
    await checkActingRole(app)
    const done = await applied(app)
    refuseBeforeBaseline(done)
    const missing = KNOWN.filter((name) => !done.includes(name))
    if (done.length === 0) throw new StartupError(`The database has no schema yet; ${TODO}.`)
    if (missing.length > 0)
      throw new StartupError(`The schema is older than this program (missing: ${missing.join(', ')}); ${TODO}.`)
    if (shard !== undefined && !(await knowsNumber(app, shard)))
      throw new StartupError(`Shard ${shard} does not know its number; ${TODO}.`)
    const steps = await missingSteps(app, machines)
    if (steps.length > 0)
      throw new StartupError(`The database does not allow what this program does (${steps.join(', ')}); ${TODO}.`)
  })

/**
 * Lists the applied migrations. A role that may not read the list never received the grants of this program's
 * migrations.
 */
const applied = (app: pg.Client): Promise<string[]> =>
  appliedMigrations(app).catch((error: Error & { code?: string }) => {
    if (error.code !== '42501') throw error
    throw new StartupError(`The role of DATABASE_APP_URL may not read the schema; ${TODO}.`)
  })

const missingSteps = async (app: pg.Client, machines: Machines): Promise<string[]> => {
  const { rows } = await app.query<{ step: string }>(
    `select machine || ' ' || from_state || '>' || to_state as step from allowed_transitions`,
  )
  const allowed = new Set(rows.map(({ step }) => step))
  return Object.entries(machines)
    .flatMap(([machine, pairs]) => pairs.map(([from, to]) => `${machine} ${from}>${to}`))
    .filter((step) => !allowed.has(step))
}
