/** `vezne backup role`: a role that reads every row, for pg_dump; as the owner a dump of tables under row security fails, or is empty. */
import { randomBytes } from 'node:crypto'
import { stdout } from 'node:process'
import pg from 'pg'
import { findDatabaseUrl, loadCliConfig, withOwner, withRuntime } from '../attach-runtime.ts'
import { auditCommand } from '../audit-command.ts'
import { UsageError } from '../command.ts'
import { settingsOfShards } from '../shards/each-shard.ts'

export const BACKUP_ROLE = 'vezne_backup'

/** Each shard has the role, with the same password. */
export const makeRole = async (name = BACKUP_ROLE): Promise<void> => {
  const config = loadCliConfig()
  const url = await findDatabaseUrl(config)
  const password = randomBytes(32).toString('base64url')
  for (const { config: own } of settingsOfShards(config))
    await withOwner(await findDatabaseUrl(own), (owner) => makeBackupRole(owner, name, password))
  const made = { kind: 'backup_role', id: name, before: null, after: { name } }
  await withRuntime(({ runtime }) => auditCommand(runtime, 'vezne backup role', made), config)
  stdout.write(`${linesFor(url, name, password).join('\n')}\n`)
}

/** Creates or alters the role: it bypasses row security, reads everything, and writes nothing. */
export const makeBackupRole = async (owner: pg.Client, name: string, password: string): Promise<void> => {
  const role = pg.escapeIdentifier(name)
  const { rows } = await owner.query<{ is_there: boolean; is_other: boolean; may: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as is_there,
       exists (select from pg_roles where rolname = $1 and (rolsuper or rolcreaterole or not rolbypassrls)) as is_other,
       rolsuper or (rolcreaterole and rolbypassrls and current_setting('server_version_num')::int >= 160000) as may
     from pg_roles where rolname = current_user`,
    [name],
  )
  if (rows[0]?.may !== true)
    throw new UsageError(`The user of DATABASE_URL may not make a role that looks past row security. Run as an administrator:
  create role ${role} login bypassrls password '...';
  grant pg_read_all_data to ${role};
  alter role ${role} set default_transaction_read_only = on;`)
  // The program's role past row security would see every tenant, and an administrator would lose its rights.
  if (rows[0].is_other)
    throw new UsageError(`the role ${name} is there already and is no role for backups; name another one`)
  const verb = rows[0].is_there ? 'alter' : 'create'
  await owner.query('begin')
  await owner.query(
    `${verb} role ${role} login bypassrls nosuperuser nocreaterole nocreatedb password ${pg.escapeLiteral(password)}`,
  )
  await owner.query(`grant pg_read_all_data to ${role}`)
  await owner.query(`alter role ${role} set default_transaction_read_only = on`)
  await owner.query('commit')
}

const linesFor = (url: string, name: string, password: string): string[] => {
  const address = new URL(url)
  address.username = name
  address.password = password
  return [
    `role      ${name}`,
    `password  ${password}  (shown this once)`,
    '',
    `DATABASE_BACKUP_URL=${address.href}`,
    '',
    'then: vezne backup make <folder>',
  ]
}
