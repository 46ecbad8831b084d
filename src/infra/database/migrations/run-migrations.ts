/** Applies pending migrations while programs keep running: nothing waits for a lock longer than half a second. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationBuilder, runner } from 'node-pg-migrate'
import type pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { findTableUsers } from '../table-users.ts'
import { appliedMigrations, MIGRATIONS_FOLDER, migrationNames } from './migration-files.ts'

/**
 * A statement that waits for an exclusive lock blocks all that come after it: it waits briefly, then retries. Its wait is
 * shorter than the server's deadlock_timeout of a second, so that of a deadlock it is the migration that gives way, never
 * a payment.
 */
const LOCK_TIMEOUT = '500ms'
const ATTEMPTS_MAX = 60 // of one file, some five minutes
/** Pauses grow to ten times this: where a table is busy for long, callers wait for the migration a tenth of the time. */
const PAUSE_MS = 500
const PAUSES_MAX = 10
const LOCK_NOT_AVAILABLE = '55P03'

/** Applies the pending migrations and returns their names. */
export const runMigrations = async (
  owner: pg.Client,
  report: (line: string) => void,
  folder = MIGRATIONS_FOLDER,
  attemptsMax = ATTEMPTS_MAX,
): Promise<string[]> => {
  const before = await appliedMigrations(owner)
  await owner.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
  for (let attempt = 1, applied = before.length; !(await isDone(owner, attempt, report, folder)); attempt++) {
    if (attempt >= attemptsMax) throw await tablesInUse(owner, folder)
    const now = (await appliedMigrations(owner)).length
    if (now > applied) attempt = 1
    applied = now
    await sleep(PAUSE_MS * Math.min(attempt, PAUSES_MAX) * (0.5 + Math.random()))
  }
  await owner.query('reset lock_timeout')
  return (await appliedMigrations(owner)).filter((name) => !before.includes(name))
}

/**
 * Returns false if a table was in use the whole time. Files that ran before that are committed, each in its own
 * transaction.
 */
const isDone = async (
  owner: pg.Client,
  attempt: number,
  report: (line: string) => void,
  folder: string,
): Promise<boolean> => {
  const messages: string[] = []
  try {
    await runner({
      dbClient: owner,
      dir: folder,
      direction: 'up',
      migrationsTable: 'schema_migrations',
      noLock: true, // the caller's lock also covers the roles
      checkOrder: false, // the caller has checked
      migrationLoaderStrategies: [{ extensions: ['.sql'], loader }],
      logger: {
        debug: () => undefined,
        info: () => undefined,
        warn: () => undefined,
        error: (text) => messages.push(text),
      },
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) {
      for (const text of messages) report(text)
      throw error
    }
    await owner.query('rollback')
    if (attempt === 1) report('a table is in use; the migration is tried again until it is free for a moment')
    return false
  }
}

/** Read after the last attempt, so the sessions are those that most likely stood in its way. */
const tablesInUse = async (owner: pg.Client, folder: string): Promise<StartupError> => {
  const applied = await appliedMigrations(owner)
  const file = migrationNames(folder).find((name) => !applied.includes(name))
  const users = await findTableUsers(owner)
  return new StartupError(
    `The tables that migration ${file} changes were in use at each attempt. Nothing of it was applied, and programs that run go on as before. The longest transactions now: ${users.join(', ')}. Start this again when they are shorter; where they never are, stop the programs for a moment.`,
  )
}

const loader = async (paths: string[]) =>
  paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    return { id: path, filePaths: [path], actions: { up: (pgm: MigrationBuilder) => addSteps(pgm, text) } }
  })

const CONCURRENT = /^\s*create (?:unique )?index concurrently (\w+)/im
const CONCURRENT_DROP = /^\s*drop index concurrently /im

/**
 * An index on a table in use is created or dropped in a separate file, outside a transaction; the remains of an
 * interrupted attempt are dropped first.
 */
const addSteps = (pgm: MigrationBuilder, text: string): void => {
  const index = CONCURRENT.exec(text)?.[1]
  if (index !== undefined) {
    pgm.noTransaction()
    pgm.sql(`drop index concurrently if exists ${index}`)
  }
  if (CONCURRENT_DROP.test(text)) pgm.noTransaction()
  pgm.sql(text)
}
