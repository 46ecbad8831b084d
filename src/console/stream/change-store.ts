/**
 * SQL of the ids that changed while a tenant's console is looked at. Rows are read up to the oldest open transaction, in the order of
 * transactions, so an id is neither skipped nor reported twice.
 */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'

/** Position of a reader: a transaction, and a row of it. */
export interface Cursor {
  readonly xid: string
  readonly seq: string
}

export interface ChangeRow extends Cursor {
  readonly kind: string
  readonly id: string
  readonly merchantId: string | null
  readonly type: string
}

/** Begins or extends a watch. Returns the transaction from which on nothing is missing. */
export const watch = async (tx: Tx, tenantId: string, seconds: number): Promise<string> => {
  const [row] = await tx.query<{ since: string }>(
    sql`insert into console_watches as w (tenant_id, watched_until, since_xid)
     values (${tenantId}, clock_timestamp() + make_interval(secs => ${seconds}), pg_snapshot_xmax(pg_current_snapshot()))
     on conflict (tenant_id) do update set watched_until = excluded.watched_until,
       since_xid = case when w.watched_until < clock_timestamp() then excluded.since_xid else w.since_xid end
     returning since_xid::text as since`,
  )
  return row!.since
}

/** Position up to which everything is committed or rolled back. */
export const presentCursor = async (tx: Tx): Promise<Cursor> => {
  const [row] = await tx.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid')
  return { xid: row!.xid, seq: '0' }
}

/** Returns changes in order; only of transactions before which none is open. */
export const findChanges = (tx: Tx, tenantId: string, after: Cursor, most: number): Promise<ChangeRow[]> =>
  tx.query<ChangeRow>(
    `select xid::text as xid, seq::text as seq, kind, resource_id as id, merchant_id as "merchantId", type
     from console_changes
     where tenant_id = $1 and (xid, seq) > ($2::xid8, $3::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
     order by xid, seq limit $4`,
    [tenantId, after.xid, after.seq, most],
    'console-changes',
  )

/** Deletes changes older than an hour; a reader that returns later begins again. */
export const dropOldChanges = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx.execute(
    sql`with gone as (
       delete from console_changes where tenant_id = ${tenantId} and at < clock_timestamp() - interval '1 hour' returning xid)
     update console_watches set since_xid = greatest(since_xid, (select max(xid) from gone)) where tenant_id = ${tenantId}
       and exists (select from gone)`,
  )
}
