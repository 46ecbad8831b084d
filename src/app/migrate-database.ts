/** Brings the schema up to date as its owner, one starting process at a time, and prepares the role the program acts as. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { appPassword } from '../infra/crypto/app-role-password.ts'
import type { WrappedKey } from '../infra/crypto/key-store.ts'
import { unwrapKey } from '../infra/crypto/key-wrap.ts'
import type { Kms } from '../infra/crypto/kms.ts'
import { ensureAppRole, makeAppRole } from '../infra/database/migrations/app-role.ts'
import { refuseBeforeBaseline } from '../infra/database/migrations/carry-over.ts'
import { appliedMigrations, KNOWN, MIGRATION_LOCK } from '../infra/database/migrations/migration-files.ts'
import { runMigrations } from '../infra/database/migrations/run-migrations.ts'
import { setRetentionClock } from '../infra/database/partitions/retention-clock.ts'
import { newClient, newPool } from '../infra/database/server-connection.ts'
import { requireServerVersion } from '../infra/database/server-version.ts'
import { prepareJobs } from '../infra/process/jobs.ts'
import { StartupError } from '../infra/process/startup-error.ts'

export interface MigrateOptions {
  ownerUrl: string
  /** The role to act as, where the owner may not create one. */
  appUrl: string | undefined
  kms: Kms
  /** Old months end by the platform's clock, which a sandbox can move; in production by the database's own. */
  isSandbox: boolean
  report: (line: string) => void
}

const TURN_MS = 100

/** Returns the address of the database as the program's role. */
export const migrateDatabase = async ({
  ownerUrl,
  appUrl,
  kms,
  isSandbox,
  report,
}: MigrateOptions): Promise<string> => {
  const owner = newClient(ownerUrl, {
    connectionTimeoutMillis: 10_000,
    application_name: 'vezne-migrate',
  })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect()
  try {
    await owner.requireOwnSession()
    await requireServerVersion(owner)
    await checkRights(owner)
    await takeTurn(owner)
    const isFirst = (await checkHistory(owner)) === 0
    await checkSeal(owner, kms)
    const password = await appPassword(owner, kms)
    const found = appUrl ?? (await makeAppRole(owner, ownerUrl, password.text))
    if (appUrl !== undefined) await ensureAppRole(owner, appUrl)
    const done = await runMigrations(owner, report)
    if (isFirst) report(`made the schema, ${done.length} files of migrations/`)
    else if (done.length > 0) report(`brought the schema up to date (${done.join(', ')})`)
    if (appUrl === undefined) await password.keep(owner)
    await owner.query('grant select on schema_migrations to vezne_app') // a process that acts as the role checks it itself
    await setRetentionClock(owner, isSandbox)
    await prepareJobs(owner, (options) => newPool(ownerUrl, options))
    return found
  } finally {
    await owner.end()
  }
}

/** Polls, because an index that is built concurrently would wait for a statement that waits for the lock. */
const takeTurn = async (owner: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await owner.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK])
    if (rows[0]?.mine) return
    await sleep(TURN_MS)
  }
}

const checkRights = async (owner: pg.Client): Promise<void> => {
  const { rows } = await owner.query<{
    may_make: boolean
    may_schema: boolean
    who: string
    base: string
  }>(
    `select has_schema_privilege('public', 'create') as may_make, has_database_privilege(current_database(), 'create') as may_schema,
       quote_ident(current_user) as who, quote_ident(current_database()) as base`,
  )
  const { may_make, may_schema, who, base } = rows[0]!
  const missing = [
    ...(may_make ? [] : [`grant create, usage on schema public to ${who};`]),
    ...(may_schema ? [] : [`grant create on database ${base} to ${who};`]),
  ]
  if (missing.length > 0)
    throw new StartupError(
      `The user of DATABASE_URL may not make the schema. Run as an administrator:\n  ${missing.join('\n  ')}`,
    )
}

/** Migrations of a later release are fine, and run together with this one; a gap before our newest file means another history. Returns how many are applied. */
const checkHistory = async (owner: pg.Client): Promise<number> => {
  const applied = await appliedMigrations(owner)
  refuseBeforeBaseline(applied)
  const strange = applied.filter((name) => !KNOWN.includes(name) && name < KNOWN.at(-1)!)
  if (strange.length > 0)
    throw new StartupError(
      `This database was made by a version of the program from before its first release (${strange.join(', ')}), and cannot be brought up to date. Start with an empty database, or an empty VEZNE_DATA_DIR.`,
    )
  return applied.length
}

/** A database sealed with another master key is refused before anything in it is touched. */
const checkSeal = async (owner: pg.Client, kms: Kms): Promise<void> => {
  const { rows } = await owner.query<{ made: boolean }>(
    `select to_regclass('public.platform_keys') is not null as made`,
  )
  if (!rows[0]!.made) return
  const sealed = await owner.query<WrappedKey>('select name as id, master_key_id, wrapped from platform_keys')
  for (const row of sealed.rows) await unwrapKey(kms, row, [row.id])
}
