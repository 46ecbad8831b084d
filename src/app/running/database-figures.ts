/** Figures of the database server for `/metrics`: connections, transactions, standbys. */
import type { Tx } from '../../infra/database/database.ts'
import { figure } from '../../infra/process/metrics.ts'

const connections = figure('vezne_database_connections')
const connectionsMax = figure('vezne_database_connections_max')
const transactions = figure('vezne_database_transactions_open')
const oldest = figure('vezne_database_oldest_transaction_seconds')
const lagSeconds = figure('vezne_database_replication_lag_seconds')
const lagBytes = figure('vezne_database_replication_lag_bytes')
const size = figure('vezne_database_size_bytes')

export const DATABASE_FIGURES = [connections, connectionsMax, transactions, oldest, lagSeconds, lagBytes]

/** A role that may read the statistics of others takes that right; any role sees its own sessions. */
const SEE_OTHERS = `select set_config('role', 'pg_read_all_stats', true) where pg_has_role(current_user, 'pg_read_all_stats', 'member')`

interface Sessions {
  connections: number
  connections_max: number
  open: number
  oldest_s: number
}

const SESSIONS = `
select (select sum(numbackends)::int from pg_stat_database) as connections,
  current_setting('max_connections')::int as connections_max,
  count(*) filter (where xact_start is not null and pid <> pg_backend_pid())::int as open,
  coalesce(extract(epoch from clock_timestamp() - min(xact_start) filter (where pid <> pg_backend_pid())), 0)::float8 as oldest_s
from pg_stat_activity where datname = current_database()`

interface Standby {
  standby: string
  lag_s: number | null
  lag_bytes: number | null
}

/** While something is missing there, the time since it last spoke counts, too: one that hangs reports no delay. */
const STANDBYS = `
select application_name as standby, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint as lag_bytes,
  case when replay_lsn >= pg_current_wal_lsn() then 0
    else extract(epoch from greatest(coalesce(replay_lag, '0'), clock_timestamp() - reply_time)) end::float8 as lag_s
from pg_stat_replication where replay_lsn is not null`

/** Needs a separate transaction, since it may change the role until its end. */
export const readDatabase = async (tx: Tx): Promise<void> => {
  await tx.query(SEE_OTHERS)
  const [found] = await tx.query<Sessions>(SESSIONS)
  connections.set(found!.connections)
  connectionsMax.set(found!.connections_max)
  transactions.set(found!.open)
  oldest.set(Math.max(0, found!.oldest_s))
  const standbys = await tx.query<Standby>(STANDBYS)
  for (const lag of [lagSeconds, lagBytes]) lag.reset()
  for (const { standby, lag_s, lag_bytes } of standbys) {
    lagSeconds.set({ standby }, Math.max(0, lag_s ?? 0))
    lagBytes.set({ standby }, Math.max(0, lag_bytes ?? 0))
  }
}

export const readSize = async (tx: Tx): Promise<void> => {
  const [found] = await tx.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  size.set(found!.bytes)
}
