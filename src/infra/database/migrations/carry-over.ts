/** The way of a database that was made before the baseline: its schema is the same, so only the names of its migrations change. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { appliedMigrations, KNOWN } from './migration-files.ts'

/** The files of the baseline, one a noun, end with this one. */
const BASELINE_LAST = '0018_settlements'
const BASELINE = KNOWN.filter((name) => name <= BASELINE_LAST)

/** What the baseline took the place of: the first of these files, the last, and all their names, in order, a line each. */
const BEFORE = {
  first: '0001_platform',
  last: '0481_settlement-runs-begun-by-statement',
  sha256: 'd1c1e1effb87f917f54dc519d86c8ec75607e7a55ca8fe05e287182443f4ddc7',
}

/** Throws for a database from before the baseline, and says what to do with it. */
export const refuseBeforeBaseline = (applied: readonly string[]): void => {
  const todo = todoBeforeBaseline(applied)
  if (todo !== undefined) throw new StartupError(`This database was made before the baseline of migrations; ${todo}.`)
}

/** Undefined where there is nothing to do: the database is of the baseline, or empty. */
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

/** As the owner, in one transaction; returns how many names went, and 0 where the database is of the baseline already. */
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

/** In the baseline they hold from the beginning; before it they were added to tables in use, and held for new rows alone. */
const validateChecks = async (owner: Pick<pg.Client, 'query'>): Promise<void> => {
  const { rows } = await owner.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where connamespace = 'public'::regnamespace and not convalidated order by 1`,
  )
  for (const { statement } of rows) await owner.query(statement)
}
