/** SQL of connectors, as the operations read and change them. */
import { isoTime } from '../../core/clock.ts'
import type { PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { countAndPage } from '../../infra/database/statements/count-and-page.ts'
import { allOf, contains, type Sql, sql } from '../../infra/database/statements/sql.ts'
import { insertInto, type Row, updateTable } from '../../infra/database/statements/write-rows.ts'

export interface ConnectorRow extends Row<'connectors'> {
  extra_properties: Record<string, string>
}
export interface Counted extends ConnectorRow {
  configuration_count: number
}
interface ConnectorFilters extends PageRequest {
  include_inactive?: boolean | undefined
  search_term?: string | undefined
}

const liveConnectors = (tenantId: string, { include_inactive, search_term }: ConnectorFilters): Sql =>
  sql`connectors where ${allOf([
    sql`tenant_id = ${tenantId} and not is_deleted`,
    !include_inactive && sql`is_active`,
    contains(['name', 'code'], search_term),
  ])}`

export const countConnectors = async (tx: Tx, tenantId: string): Promise<number> => {
  const from = liveConnectors(tenantId, { include_inactive: true })
  const [row] = await tx.query<{ count: number }>(sql`select count(*) as count from ${from}`)
  return row!.count
}

const COUNTED = sql`connectors.*, (select count(*) from connector_configurations c
    where c.tenant_id = connectors.tenant_id and c.connector_id = connectors.id and not c.is_deleted) as configuration_count`

/** Newest first. */
export const pageOfConnectors = (tx: Tx, tenantId: string, filters: ConnectorFilters) =>
  countAndPage<Counted>(
    tx,
    { columns: COUNTED, from: liveConnectors(tenantId, filters), order: sql`created desc, id desc` },
    filters,
  )

export const connectorById = async (tx: Tx, tenantId: string, id: string): Promise<Counted | undefined> => {
  const from = liveConnectors(tenantId, { include_inactive: true })
  return (await tx.query<Counted>(sql`select ${COUNTED} from ${from} and id = ${id}`))[0]
}

export const connectorByCode = async (tx: Tx, tenantId: string, code: string): Promise<string | undefined> => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from connectors where tenant_id = ${tenantId} and code = ${code} and not is_deleted`,
  )
  return rows[0]?.id
}

/** Sorted by code. */
export const allConnectors = (tx: Tx, tenantId: string): Promise<ConnectorRow[]> =>
  tx.query<ConnectorRow>(sql`select * from connectors where tenant_id = ${tenantId} and not is_deleted order by code`)

/** Locks the connector until the transaction ends. */
export const lockConnector = async (tx: Tx, tenantId: string, id: string): Promise<Counted | undefined> => {
  await tx.execute(sql`select from connectors where tenant_id = ${tenantId} and id = ${id} for update`)
  return connectorById(tx, tenantId, id)
}

/** Returns false when the code is taken. */
export const insertConnector = async (tx: Tx, row: ConnectorRow): Promise<boolean> =>
  (await tx.execute(
    insertInto(
      'connectors',
      {
        tenant_id: row.tenant_id,
        id: row.id,
        name: row.name,
        code: row.code,
        type: row.type,
        extra_properties: JSON.stringify(row.extra_properties),
        is_active: row.is_active,
        created: row.created,
        last_modified: row.last_modified,
      },
      sql`on conflict (tenant_id, code) where not is_deleted do nothing`,
    ),
  )) > 0

/** Writes the mutable columns of a connector. */
export const replaceConnector = (tx: Tx, row: ConnectorRow): Promise<number> =>
  tx.execute(
    updateTable(
      'connectors',
      { tenant_id: row.tenant_id, id: row.id },
      {
        name: row.name,
        type: row.type,
        extra_properties: JSON.stringify(row.extra_properties),
        is_active: row.is_active,
        is_deleted: row.is_deleted,
        last_modified: row.last_modified,
      },
    ),
  )

export const connectorBody = (row: Counted) => ({
  extra_properties_dict: row.extra_properties,
  id: row.id,
  name: row.name,
  code: row.code,
  type: row.type,
  is_active: row.is_active,
  created: isoTime(row.created),
  last_modified: isoTime(row.last_modified),
  configuration_count: row.configuration_count,
})

/** Returns the members that people can set; the number of its configurations is not one of them. */
export const settableBody = (row: Counted) => {
  const { configuration_count: _, ...set } = connectorBody(row)
  return set
}
