/** SQL of the hosts banks may have. */
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, ifGiven, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row } from '../../infra/database/statements/write-rows.ts'

interface HostRow extends Row<'connector_hosts', 'id' | 'connector_type' | 'host' | 'port' | 'note'> {
  /** Null allows the host for connectors of every type. */
  connector_type: string | null
  /** Null allows any port. */
  port: number | null
}

interface HostFilters extends PageRequest {
  connector_type?: string | undefined
  search_term?: string | undefined
}

const COLUMNS = sql`id, connector_type, host, port, note`

/** Sorted by type, then by name. */
export const pageOfHosts = (tx: Tx, filters: HostFilters) =>
  countAndPage<HostRow>(
    tx,
    {
      columns: COLUMNS,
      from: sql`connector_hosts where ${allOf([
        sql`not is_deleted`,
        ifGiven(filters.connector_type, sql`connector_type = ${filters.connector_type} or connector_type is null`),
        contains(['host', 'note'], filters.search_term),
      ])}`,
      order: sql`connector_type nulls first, host, port nulls first, id`,
    },
    filters,
  )

export const isListedHost = async (
  tx: Tx,
  { connectorType, host, port }: { connectorType: string; host: string; port: number },
): Promise<boolean> => {
  const rows = await tx.query(
    sql`select 1 from connector_hosts
      where host = ${host} and (connector_type = ${connectorType} or connector_type is null) and (port = ${port} or port is null) and not is_deleted`,
  )
  return rows.length > 0
}

/** Runs as the platform's role and locks the host until the transaction ends. */
export const lockHost = async (tx: Tx, id: string): Promise<HostRow | undefined> =>
  (
    await tx.query<HostRow>(sql`select ${COLUMNS} from connector_hosts where id = ${id} and not is_deleted for update`)
  )[0]

/** Runs as the platform's role. Returns false if the host is already listed. */
export const insertHost = async (tx: Tx, row: HostRow, now: Date): Promise<boolean> =>
  (await tx.execute(insertInto('connector_hosts', { ...row, created: now }, sql`on conflict do nothing`))) > 0

export const deleteHostRow = (tx: Tx, id: string): Promise<number> =>
  tx.execute(sql`update connector_hosts set is_deleted = true where id = ${id}`)

/** Inserts the hosts that were never listed; a deleted one counts as listed. */
export const seedHostRows = (tx: Tx, rows: readonly HostRow[], now: Date): Promise<number> =>
  tx.execute(
    sql`insert into connector_hosts (id, connector_type, host, port, note, created)
     select id, connector_type, host, port, note, ${now} from jsonb_populate_recordset(null::connector_hosts, ${JSON.stringify(rows)}) fresh
      where not exists (select from connector_hosts known
                         where known.connector_type = fresh.connector_type and known.host = fresh.host
                           and known.port is not distinct from fresh.port)
     on conflict do nothing`,
  )

/** Lists the bank simulator where this start runs it, unless the platform has deleted its row. */
export const followSimulator = async (tx: Tx, row: HostRow, now: Date): Promise<void> => {
  await tx.execute(
    sql`update connector_hosts set host = ${row.host}, port = ${row.port}
      where is_simulator and not is_deleted and (host, port) is distinct from (${row.host}, ${row.port}::integer)`,
  )
  await tx.execute(
    sql`insert into connector_hosts (id, host, port, note, is_simulator, created)
     select ${row.id}, ${row.host}, ${row.port}, ${row.note}, true, ${now} where not exists (select from connector_hosts where is_simulator)
     on conflict do nothing`,
  )
}
