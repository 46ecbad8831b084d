/**
 * Gives a shard the rows of the platform as the first one had them when a slot began: whatever comes after that is sent by
 * the slot. Its tenants go on meanwhile, as rows that theirs refer to are changed in their place and not made again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../process/startup-error.ts'
import { newClient } from '../server-connection.ts'

type Owner = Pick<pg.Client, 'query'>

/** The moment that a slot begins at; it can be read as long as the slot's session is open. */
interface SlotBeginning {
  readonly snapshot: string
  close(): Promise<void>
}

const CONNECT_MS = 10_000
const LOT_ROWS = 1_000
const LOCK_MS = 2_000 // then what the shard's tenants wait for goes first
const PATIENCE_MS = 60_000
const AGAIN_MS = 500
const IN_USE = new Set(['55P03', '40P01'])
const FOREIGN_KEY_VIOLATION = '23503'
/** Columns that say when and by what a row came to its own server. */
const STAMPS: Readonly<Record<string, string>> = {
  written_at: 'clock_timestamp()',
  written_by: 'pg_current_xact_id()',
}

/** Only a session that replicates gets both at once. */
export const createSlot = async (firstUrl: string, slot: string): Promise<SlotBeginning> => {
  const config = { replication: 'database', connectionTimeoutMillis: CONNECT_MS } as pg.ClientConfig
  const session = newClient(firstUrl, config)
  session.on('error', () => undefined) // the statement in flight reports it
  await session.connect()
  try {
    const { rows } = await session.query<{ snapshot_name: string }>(
      `CREATE_REPLICATION_SLOT ${pg.escapeIdentifier(slot)} LOGICAL pgoutput EXPORT_SNAPSHOT`,
    )
    return { snapshot: rows[0]!.snapshot_name, close: () => session.end() }
  } catch (error) {
    await session.end()
    throw error
  }
}

interface SharedTable {
  /** As SQL writes it. */
  readonly name: string
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Columns that are of its own server. */
  readonly stamps: readonly string[]
  /** Rows of the first shard, as JSON. */
  readonly rows: readonly string[]
}

/** Returns the tables whose rows were not those of the first shard. Nothing is written where a tenant's row would lose the one it refers to. */
export const copySharedTables = async (first: Owner, snapshot: string, follower: Owner): Promise<string[]> => {
  const tables = await readTables(first, snapshot)
  for (const until = performance.now() + PATIENCE_MS; ; await sleep(AGAIN_MS))
    try {
      return await writeTables(follower, tables)
    } catch (error) {
      await follower.query('rollback')
      const { code, detail } = error as { code?: string; detail?: string }
      if (code === FOREIGN_KEY_VIOLATION) throw missingRow(detail, error)
      if (code === undefined || !IN_USE.has(code) || performance.now() > until) throw error
    }
}

const missingRow = (detail: string | undefined, cause: unknown): StartupError =>
  new StartupError(
    `A row of the platform that tenants of this shard need is not on the first shard: ${detail ?? ''} Nothing was changed. Make it there again, or give those tenants another one, and repeat.`,
    { cause },
  )

const readTables = async (first: Owner, snapshot: string): Promise<SharedTable[]> => {
  await first.query('begin isolation level repeatable read read only')
  try {
    await first.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`)
    await first.query(`set local timezone to 'UTC'`)
    const { rows: found } = await first.query<Omit<SharedTable, 'rows' | 'stamps'> & { stamped: boolean }>(
      `select quote_ident(t.name) as name, t.on_arrival is not null as stamped,
         (select array_agg(quote_ident(attname)::text order by attnum) from pg_attribute
           where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
         (select array_agg(quote_ident(attname)::text) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
           where i.indrelid = c.oid and i.indisprimary) as key
       from shared_tables t join pg_class c on c.oid = to_regclass(quote_ident(t.name)) order by 1`,
    )
    const tables: SharedTable[] = []
    for (const { stamped, ...table } of found) {
      const { rows } = await first.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table.name} t`)
      const stamps = stamped ? Object.keys(STAMPS) : []
      tables.push({ ...table, stamps, rows: rows.map(({ row }) => row) })
    }
    return tables
  } finally {
    await first.query('rollback')
  }
}

const writeTables = async (follower: Owner, tables: readonly SharedTable[]): Promise<string[]> => {
  await follower.query('begin')
  await follower.query(`set local timezone to 'UTC'; set local lock_timeout = ${LOCK_MS}`)
  const differing: SharedTable[] = []
  for (const table of tables) {
    await stage(follower, table)
    if (await differs(follower, table)) differing.push(table)
  }
  const restore: string[] = []
  for (const table of differing) restore.push(...(await unguard(follower, table)))
  // Districts go before their cities, and come after them.
  for (const { name, key } of differing.toReversed())
    await follower.query(
      `delete from public.${name} t where not exists (select from ${staged(name)} a where ${equal(key, 't', 'a')})`,
    )
  for (const table of differing) await takeOver(follower, table)
  for (const statement of restore) await follower.query(statement)
  await follower.query('commit')
  return differing.map(({ name }) => name)
}

const staged = (table: string): string => `pg_temp.${table}`
const equal = (columns: readonly string[], one: string, other: string): string =>
  columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' and ')

const stage = async (follower: Owner, { name, rows }: SharedTable): Promise<void> => {
  await follower.query(`create temp table ${name} on commit drop as select * from public.${name} with no data`)
  for (let at = 0; at < rows.length; at += LOT_ROWS)
    await follower.query(
      `insert into ${staged(name)} select * from jsonb_populate_recordset(null::public.${name}, $1::jsonb)`,
      [`[${rows.slice(at, at + LOT_ROWS).join(',')}]`],
    )
}

/** Rows of both sides with the same key, whose other columns differ. */
const changed = ({ key, stamps }: SharedTable): string => {
  const content = (row: string): string => `(to_jsonb(${row}) - array[${stamps.map((each) => `'${each}'`)}]::text[])`
  return `${equal(key, 't', 'a')} and ${content('t')} is distinct from ${content('a')}`
}

const differs = async (follower: Owner, table: SharedTable): Promise<boolean> => {
  const { name, key } = table
  const { rows } = await follower.query<{ differs: boolean }>(
    `select exists (select from public.${name} t full join ${staged(name)} a on ${equal(key, 't', 'a')}
         where t.${key[0]} is null or a.${key[0]} is null)
       or exists (select from public.${name} t, ${staged(name)} a where ${changed(table)}) as differs`,
  )
  return rows[0]!.differs
}

/**
 * Lets this transaction write the table, and two rows exchange a value that only one may have. Returns the statements that
 * guard it again.
 */
const unguard = async (follower: Owner, { name }: SharedTable): Promise<string[]> => {
  const { rows } = await follower.query<{ undo: string; redo: string }>(
    `with own as (select 'public.${name}'::regclass as oid)
     select format('alter table public.${name} disable trigger %I', tgname) as undo, format('alter table public.${name} enable trigger %I', tgname) as redo
       from pg_trigger join own on tgrelid = own.oid where tgname = 'refuse_shared_write'
     union all
     select format('alter table public.${name} drop constraint %I', conname), format('alter table public.${name} add constraint %I %s', conname, pg_get_constraintdef(c.oid))
       from pg_constraint c join own on conrelid = own.oid where contype in ('u', 'x')
        and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid)
     union all
     select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index i join own on indrelid = own.oid where indisunique and not indisprimary
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { undo } of rows) await follower.query(undo)
  return rows.map(({ redo }) => redo)
}

const takeOver = async (follower: Owner, table: SharedTable): Promise<void> => {
  const { name, key, columns, stamps } = table
  const takenValue = (column: string): string => (stamps.includes(column) ? STAMPS[column]! : `a.${column}`)
  const changing = columns.filter((column) => !key.includes(column))
  if (changing.length > 0)
    await follower.query(
      `update public.${name} t set ${changing.map((column) => `${column} = ${takenValue(column)}`).join(', ')}
       from ${staged(name)} a where ${changed(table)}`,
    )
  await follower.query(
    `insert into public.${name} (${columns.join(', ')}) overriding system value select ${columns.map(takenValue).join(', ')}
     from ${staged(name)} a where not exists (select from public.${name} t where ${equal(key, 't', 'a')})`,
  )
}
