/** What a manifest says of a database, read in one snapshot. */
import type pg from 'pg'
import type { DatabaseIdentity } from '../../infra/database/promotions/restore-recognition.ts'
import { UsageError } from '../command.ts'

export interface DatabaseFacts {
  readonly server_version: number
  readonly database: string
  readonly schema_version: string
  readonly identity: DatabaseIdentity | null
  readonly position: string
  readonly master_key_ids: string[]
  readonly roles: string[]
}

/** Refuses a role from which row security would hide every tenant. */
export const requireWholeView = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ name: string; sees: boolean }>(
    'select current_user as name, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.sees)
    throw new UsageError(
      `row security hides the tenants from ${rows[0]?.name}; make a role for backups (vezne backup role) and name it in DATABASE_BACKUP_URL`,
    )
}

export const readFacts = async (client: pg.ClientBase): Promise<DatabaseFacts> => {
  const { rows } = await client.query<DatabaseFacts>(FACTS)
  const facts = rows[0]!
  if (facts.schema_version === null) throw new UsageError('the database has no schema yet')
  const { rows: own } = await client.query<DatabaseIdentity & { databaseOid: string }>(
    'select lineage, system, database_oid as "databaseOid", timeline, epoch from database_identity',
  )
  const [identity] = own
  return {
    ...facts,
    identity: identity
      ? { ...identity, databaseOid: Number(identity.databaseOid), epoch: Number(identity.epoch) }
      : null,
  }
}

/** Roles are those that rights of tables or policies name, without the owner, which is another one after a restore. */
const FACTS = `select current_setting('server_version_num')::int as server_version, current_database() as database,
  (select max(name) from schema_migrations) as schema_version, pg_current_wal_lsn()::text as position,
  array(select distinct master_key_id from (select master_key_id from data_keys union all select master_key_id from platform_keys) k order by 1) as master_key_ids,
  array(select distinct rolname::text from pg_roles where oid in (
      select (aclexplode(relacl)).grantee from pg_class where relnamespace = 'public'::regnamespace
      union select unnest(polroles) from pg_policy)
    and oid not in (select relowner from pg_class where relnamespace = 'public'::regnamespace)
    and rolname not like 'pg\\_%' order by 1) as roles`

/** Rows of every table, of one snapshot. */
export const countRows = async (client: pg.ClientBase): Promise<Record<string, number>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') and c.relpersistence = 'p' order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*) as n from ${name}`)
    counts[name] = Number(rows[0]!.n)
  }
  return counts
}

/** Tables whose rows differ, in words. */
export const differences = (
  expected: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
): string[] =>
  Object.entries(expected)
    .filter(([table, rows]) => found[table] !== rows)
    .map(([table, rows]) => `${table} has ${found[table] ?? 'no'} rows instead of ${rows}`)
