/** `vezne restore from`: a backup into an empty database, with the roles it needs. */
import { join } from 'node:path'
import pg from 'pg'
import { withOwner } from '../attach-runtime.ts'
import { UsageError } from '../command.ts'
import { DUMP, type Manifest, measureFile, readManifest } from './manifest.ts'
import { findTool, runOn } from './postgres-tools.ts'

const JOBS = 4

/** `url` is that of the owner-to-be. What is restored is closed from its first start on. */
export const restoreInto = async (folder: string, url: string): Promise<Manifest> => {
  const manifest = readManifest(folder)
  const { sha256 } = await measureFile(join(folder, DUMP))
  if (sha256 !== manifest.sha256)
    throw new UsageError(`${join(folder, DUMP)} is not the file that its manifest names: fetch another copy`)
  const major = await withOwner(url, async (owner) => {
    await requireEmpty(owner)
    await makeRoles(owner, manifest.roles)
    const { rows } = await owner.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    return Math.floor(rows[0]!.version / 10_000)
  })
  const made = Math.floor(manifest.server_version / 10_000)
  if (major < made) throw new UsageError(`the backup is of PostgreSQL ${made}, and this server is ${major}`)
  const args = ['--no-owner', '--exit-on-error', `--jobs=${JOBS}`]
  await runOn(findTool('pg_restore', Math.max(major, made)), url, [...args, join(folder, DUMP)])
  return manifest
}

const requireEmpty = async (owner: pg.ClientBase): Promise<void> => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  if (rows[0]!.n > 0)
    throw new UsageError(`the database is not empty: it has ${rows[0]!.n} tables; create another one and name that`)
}

/** The dump gives them rights; `migrate` lets the program's role log in afterwards. */
const makeRoles = async (owner: pg.ClientBase, roles: readonly string[]): Promise<void> => {
  const { rows } = await owner.query<{ name: string; is_there: boolean; may: boolean }>(
    `select name, exists (select from pg_roles where rolname = name) as is_there,
        (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may from unnest($1::text[]) name`,
    [roles],
  )
  const missing = rows.filter(({ is_there }) => !is_there).map(({ name }) => name)
  if (missing.length === 0) return
  const statements = missing.map((name) => `create role ${pg.escapeIdentifier(name)} nologin noinherit`)
  if (roles.includes('vezne_app') && roles.includes('vezne_platform'))
    statements.push('grant vezne_platform to vezne_app')
  if (!rows[0]!.may)
    throw new UsageError(
      `the server lacks roles that the backup needs, and this user may not make them. Run as an administrator:\n  ${statements.map((each) => `${each};`).join('\n  ')}`,
    )
  for (const statement of statements) await owner.query(statement)
}
