/** SQL of connectors, as the operations read and change them. */
import { type ExpressionBuilder, sql } from 'kysely'
import { isoTime } from '../../core/clock.ts'
import { limitOf, offsetOf, type PageRequest } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'

export interface ConnectorRow {
  tenant_id: string
  id: string
  name: string
  code: string
  type: string
  extra_properties: Record<string, string>
  is_active: boolean
  is_deleted: boolean
  created: Date
  last_modified: Date
}
export interface Counted extends ConnectorRow {
  configuration_count: number
}
interface ConnectorFilters extends PageRequest {
  include_inactive?: boolean | undefined
  search_term?: string | undefined
}

const db = queryBuilder<{ connectors: ConnectorRow }>()

export const countConnectors = async (tx: Tx, tenantId: string, filters: ConnectorFilters): Promise<number> => {
  const query = db
    .selectFrom('connectors')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => conditions(eb, tenantId, filters))
  return (await fetchRows(tx, query))[0]?.count ?? 0
}

/** Newest first. */
export const pageOfConnectors = (tx: Tx, tenantId: string, filters: ConnectorFilters): Promise<Counted[]> =>
  fetchRows(
    tx,
    db
      .selectFrom('connectors')
      .selectAll()
      .select(CONFIGURATION_COUNT)
      .where((eb) => conditions(eb, tenantId, filters))
      .orderBy('created', 'desc')
      .orderBy('id', 'desc')
      .limit(limitOf(filters))
      .offset(offsetOf(filters)),
  )

export const connectorById = async (tx: Tx, tenantId: string, id: string): Promise<Counted | undefined> => {
  const query = db
    .selectFrom('connectors')
    .selectAll()
    .select(CONFIGURATION_COUNT)
    .where((eb) => eb.and([conditions(eb, tenantId, { include_inactive: true }), eb('id', '=', id)]))
  return (await fetchRows(tx, query))[0]
}

export const connectorByCode = async (tx: Tx, tenantId: string, code: string): Promise<string | undefined> => {
  const rows = await tx.query<{ id: string }>(
    'select id from connectors where tenant_id = $1 and code = $2 and not is_deleted',
    [tenantId, code],
  )
  return rows[0]?.id
}

/** Sorted by code. */
export const allConnectors = (tx: Tx, tenantId: string): Promise<ConnectorRow[]> =>
  tx.query<ConnectorRow>('select * from connectors where tenant_id = $1 and not is_deleted order by code', [tenantId])

/** Locks the connector until the transaction ends. */
export const lockConnector = async (tx: Tx, tenantId: string, id: string): Promise<Counted | undefined> => {
  await tx.execute('select from connectors where tenant_id = $1 and id = $2 for update', [tenantId, id])
  return connectorById(tx, tenantId, id)
}

/** Returns false when the code is taken. */
export const insertConnector = async (tx: Tx, row: ConnectorRow): Promise<boolean> =>
  (await tx.execute(
    `insert into connectors (tenant_id, id, name, code, type, extra_properties, is_active, created, last_modified)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_id, code) where not is_deleted do nothing`,
    [
      row.tenant_id,
      row.id,
      row.name,
      row.code,
      row.type,
      JSON.stringify(row.extra_properties),
      row.is_active,
      row.created,
      row.last_modified,
    ],
  )) > 0

/** Writes the mutable columns of a connector. */
export const replaceConnector = (tx: Tx, row: ConnectorRow): Promise<number> =>
  tx.execute(
    `update connectors set name = $3, type = $4, extra_properties = $5, is_active = $6, is_deleted = $7, last_modified = $8
      where tenant_id = $1 and id = $2`,
    [
      row.tenant_id,
      row.id,
      row.name,
      row.type,
      JSON.stringify(row.extra_properties),
      row.is_active,
      row.is_deleted,
      row.last_modified,
    ],
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

const CONFIGURATION_COUNT = sql<number>`
  (select count(*) from connector_configurations c
    where c.tenant_id = connectors.tenant_id and c.connector_id = connectors.id and not c.is_deleted)`.as(
  'configuration_count',
)

const conditions = (
  eb: ExpressionBuilder<{ connectors: ConnectorRow }, 'connectors'>,
  tenantId: string,
  { include_inactive, search_term }: ConnectorFilters,
) =>
  eb.and([
    eb('tenant_id', '=', tenantId),
    eb('is_deleted', '=', false),
    ...(include_inactive ? [] : [eb('is_active', '=', true)]),
    ...(search_term
      ? [eb.or([eb('name', 'ilike', toLikePattern(search_term)), eb('code', 'ilike', toLikePattern(search_term))])]
      : []),
  ])
