/**
 * Lets the other shards have the tables of the platform: the first one publishes them, each of the others subscribes to
 * them and refuses to be written to. As the owners of the schema; repeated, it adds what is new.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { parseServerAddress } from '../../process/server-address.ts'
import { StartupError } from '../../process/startup-error.ts'
import { copySharedTables, createSlot } from './copy-shared-tables.ts'

type Owner = Pick<pg.Client, 'query'>

const PUBLICATION = 'vezne_platform'
const SYNC_MS = 60_000
const LOOK_MS = 100

/** The name of a shard's subscription. */
export const subscriptionName = (shard: number): string => `vezne_shard_${shard}`

export const publishSharedTables = async (first: Owner): Promise<void> => {
  const { rows: levels } = await first.query<{ wal_level: string }>('show wal_level')
  if (levels[0]!.wal_level !== 'logical')
    throw new StartupError(
      "The tables of the platform reach the other shards by logical replication, and the first shard's wal_level is not logical. Run as an administrator, and restart that server:\n  alter system set wal_level = logical;",
    )
  const { rowCount } = await first.query('select from pg_publication where pubname = $1', [PUBLICATION])
  if (rowCount === 0) await withRights(() => first.query(`create publication ${PUBLICATION}`))
  const missing = await first.query<{ name: string }>(
    `select quote_ident(name) as name from shared_tables
     except select quote_ident(tablename) from pg_publication_tables where pubname = $1 order by 1`,
    [PUBLICATION],
  )
  for (const { name } of missing.rows) await first.query(`alter publication ${PUBLICATION} add table ${name}`)
}

interface Following {
  readonly first: Owner
  readonly follower: Owner
  readonly shard: number
  /** Address of the first shard as its owner, for the server of the follower. */
  readonly firstUrl: string
}

/**
 * Does the parts that are not done yet. `mayFollow` is called before a shard that follows nothing gets the rows of the platform.
 * Returns the tables whose rows it had otherwise; undefined where it followed before.
 */
export const followSharedTables = async (
  following: Following,
  mayFollow: () => Promise<void>,
): Promise<readonly string[] | undefined> => {
  const { first, follower, shard } = following
  const name = subscriptionName(shard)
  const isWhole = await hasSubscription(first, follower, name)
  let copied: readonly string[] | undefined
  if (isWhole) await refresh(following, name)
  else {
    await mayFollow()
    copied = await subscribe(following, name)
  }
  await waitUntilCopied(follower, name)
  await closeSharedTables(follower)
  return copied
}

/** Drops a subscription that has lost its place in the first shard's log, or came with a dump and follows nothing. */
const hasSubscription = async (first: Owner, follower: Owner, name: string): Promise<boolean> => {
  const { rows } = await follower.query<{ slot: string | null; tables: number }>(
    `select s.subslotname::text as slot, (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid) as tables
      from pg_subscription s join pg_database d on d.oid = s.subdbid where s.subname = $1 and d.datname = current_database()`,
    [name],
  )
  const [found] = rows
  if (found === undefined) return false
  const { rowCount } = await first.query(
    `select from pg_replication_slots where slot_name = $1 and database = current_database() and wal_status is distinct from 'lost'`,
    [found.slot],
  )
  if (rowCount === 1 && found.tables > 0) return true
  await follower.query(`alter subscription ${name} disable`)
  await follower.query(`alter subscription ${name} set (slot_name = none)`)
  await follower.query(`drop subscription ${name}`)
  return false
}

const subscribe = async ({ first, follower, firstUrl }: Following, name: string): Promise<readonly string[]> => {
  await stampArrivals(follower)
  const slot = await slotName(first, name)
  await first.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  )
  // Made before the shard's transaction: on one server, it would wait for that one's end.
  const beginning = await withRights(() => createSlot(firstUrl, slot))
  try {
    const copied = await copySharedTables(first, beginning.snapshot, follower)
    await withRights(() =>
      follower.query(
        `create subscription ${name} connection ${connectionOf(firstUrl)} publication ${PUBLICATION} with (create_slot = false, copy_data = false, slot_name = '${slot}')`,
      ),
    )
    return copied
  } finally {
    await beginning.close()
  }
}

/** A shard follows the host that takes the writes: a standby has no slot to read from. */
const connectionOf = (firstUrl: string): string => {
  const url = firstUrl.trim()
  if (!parseServerAddress(url).wantsPrimary || url.includes('target_session_attrs')) return pg.escapeLiteral(url)
  return pg.escapeLiteral(`${url}${url.includes('?') ? '&' : '?'}target_session_attrs=read-write`)
}

/** Names of slots are those of a whole server, which may have other databases. */
const slotName = async (first: Owner, name: string): Promise<string> => {
  const { rows } = await first.query<{ oid: number }>(
    'select oid::int8 as oid from pg_database where datname = current_database()',
  )
  return `${name}_${rows[0]!.oid}`
}

/** Empties tables that are about to be copied: rows that migrations make are on the first shard, too. */
const emptyTables = async (follower: Owner, names: readonly string[]): Promise<void> => {
  // Districts before their cities.
  for (const name of [...names].sort().reverse()) await follower.query(`delete from ${name}`)
}

/** Returns the shared tables that the subscription does not follow, as SQL writes them. */
const findUnfollowed = async (follower: Owner, name: string): Promise<string[]> => {
  const { rows } = await follower.query<{ name: string }>(
    `select quote_ident(t.name) as name from shared_tables t where not exists (
       select from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
        where s.subname = $1 and r.srrelid = to_regclass(quote_ident(t.name)))`,
    [name],
  )
  return rows.map((row) => row.name)
}

/** The triggers fire for rows that are replicated, and for no others. */
const stampArrivals = async (follower: Owner): Promise<void> => {
  await follower.query(`do $$
    declare target record;
    begin
      for target in select name, on_arrival from shared_tables where on_arrival is not null loop
        execute format('create or replace trigger %I before insert on %I for each row execute function %I()',
          target.on_arrival, target.name, target.on_arrival);
        execute format('alter table %I enable replica trigger %I', target.name, target.on_arrival);
      end loop;
    end $$`)
}

const refresh = async ({ follower, firstUrl }: Following, name: string): Promise<void> => {
  await withRights(() => follower.query(`alter subscription ${name} connection ${connectionOf(firstUrl)}`))
  const unfollowed = await findUnfollowed(follower, name)
  if (unfollowed.length === 0) return
  await emptyTables(follower, unfollowed)
  await stampArrivals(follower)
  await withRights(() => follower.query(`alter subscription ${name} refresh publication`))
}

const waitUntilCopied = async (follower: Owner, name: string): Promise<void> => {
  for (const until = performance.now() + SYNC_MS; performance.now() < until; await sleep(LOOK_MS)) {
    const { rows } = await follower.query<{ open: number }>(
      `select count(*)::int as open from shared_tables t where not exists (
         select from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
          where s.subname = $1 and r.srrelid = to_regclass(quote_ident(t.name)) and r.srsubstate = 'r')`,
      [name],
    )
    if (rows[0]!.open === 0) return
  }
  throw new StartupError(
    `The tables of the platform have not reached the shard of ${name} within a minute: the log of its server says why its subscription does not copy them.`,
  )
}

/** Rows that arrive from the first shard pass, and notify the processes as a change that is made here does. */
const closeSharedTables = async (follower: Owner): Promise<void> => {
  await follower.query(`do $$
    declare target record;
    begin
      for target in select t.name from shared_tables t where not exists (
          select from pg_trigger g where g.tgrelid = to_regclass(quote_ident(t.name)) and g.tgname = 'refuse_shared_write') loop
        execute format('create trigger refuse_shared_write before insert or update or delete or truncate on %I
          for each statement execute function refuse_shared_write()', target.name);
      end loop;
      for target in select g.tgrelid::regclass as name, g.tgname as told from shared_tables t
          join pg_trigger g on g.tgrelid = to_regclass(quote_ident(t.name)) join pg_proc p on p.oid = g.tgfoid
          where p.proname in ('tell_change', 'tell_reference_change') and g.tgenabled = 'O' loop
        execute format('alter table %s enable always trigger %I', target.name, target.told);
      end loop;
    end $$`)
}

const withRights = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    throw new StartupError(
      `The user of DATABASE_URL may not replicate tables between the shards (${(error as Error).message}). Run as an administrator on each shard:
  alter role <that user> replication;
  grant pg_create_subscription to <that user>; -- PostgreSQL 16 or newer; before that a superuser migrates`,
      { cause: error },
    )
  }
}
