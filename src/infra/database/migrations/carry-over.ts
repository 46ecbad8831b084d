/** Carries a database over that was made before the baseline of migrations: its schema is the same, so only the names of its migrations change. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { appliedMigrations, KNOWN } from './migration-files.ts'

/** Last file of the baseline. */
const BASELINE_LAST = '0018_settlements'
const BASELINE = KNOWN.filter((name) => name <= BASELINE_LAST)

/** Files that the baseline replaced: the first, the last, and the digest of all their names, in order, one per line. */
const BEFORE = {
  first: '0001_platform',
  last: '0481_settlement-runs-begun-by-statement',
  sha256: 'd1c1e1effb87f917f54dc519d86c8ec75607e7a55ca8fe05e287182443f4ddc7',
}

/** Throws for a database from before the baseline, with what to do about it. */
export const refuseBeforeBaseline = (applied: readonly string[]): void => {
  const todo = todoBeforeBaseline(applied)
  if (todo !== undefined) throw new StartupError(`This database was made before the baseline of migrations; ${todo}.`)
}

/** Returns what to do about a database from before the baseline; undefined for any other. */
export const todoBeforeBaseline = (applied: readonly string[]): string | undefined => {
  if (!applied.includes(BEFORE.first)) return undefined
  return isWhole(applied)
    ? 'carry it over once: npm run vezne -- database carry-over (docs/migrations.md); a sandbox may start anew with an empty VEZNE_DATA_DIR'
    : `its last migration is ${applied.at(-1)}, and only a database with all of them up to ${BEFORE.last} can be carried over. Run a version of the program that has them, or start with an empty database or VEZNE_DATA_DIR`
}

const isWhole = (applied: readonly string[]): boolean =>
  createHash('sha256')
    .update([...applied].sort().join('\n'))
    .digest('hex') === BEFORE.sha256

/** Replaces the names in one transaction, as the owner; returns how many there were, and 0 where the database is of the baseline already. */
export const carryOver = async (owner: Pick<pg.Client, 'query'>): Promise<number> => {
  await owner.query('begin')
  try {
    await owner.query('lock table schema_migrations in access exclusive mode')
    const applied = await appliedMigrations(owner)
    if (!applied.includes(BEFORE.first)) {
      await owner.query('rollback')
      return 0
    }
    if (!isWhole(applied)) refuseBeforeBaseline(applied)
    await validateChecks(owner)
    await owner.query('delete from schema_migrations')
    await owner.query(
      'insert into schema_migrations (name, run_on) select name, now() from unnest($1::text[]) as name',
      [BASELINE],
    )
    await owner.query('commit')
    return applied.length
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** Checks that were added to tables in use hold for newer rows only; in the baseline they hold for all rows. */
const validateChecks = async (owner: Pick<pg.Client, 'query'>): Promise<void> => {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where connamespace = 'public'::regnamespace and not convalidated order by 1`,
  )
  for (const { statement } of rows) await owner.query(statement)
}
