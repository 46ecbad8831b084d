/** Reads of the API request log. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idAt } from '../../core/id.ts'
import { limitOf, offsetOf } from '../../core/pagination.ts'
import type { Tx } from '../../infra/database/database.ts'
import { fetchRows, queryBuilder, toLikePattern } from '../../infra/database/query-builder.ts'
import type { RequestLogRow } from './insert-request-logs.ts'
import type { RequestLogFilters } from './request-log-schemas.ts'

export type StoredLog = Omit<RequestLogRow, 'request_timestamp' | 'response_timestamp'> & {
  request_timestamp: Date
  response_timestamp: Date | null
}
interface Tables {
  api_request_logs: StoredLog
}
const db = queryBuilder<Tables>()

/** The calls a caller sees: those of payments within its scope, and of transfers with a role of that surface. */
interface LogReach {
  /** Null: all merchants of the tenant. */
  readonly merchantId: string | null
  readonly seesTransfers: boolean
}
type Asked = RequestLogFilters & { readonly reach: LogReach }

export const countLogs = async (tx: Tx, tenantId: string, filters: Asked): Promise<number> => {
  const query = db
    .selectFrom('api_request_logs')
    .select(sql<number>`count(*)`.as('count'))
    .where((eb) => eb.and(conditions(eb, tenantId, filters)))
  return (await fetchRows(tx, query))[0]?.count ?? 0
}

/** Newest first. Keys are found first, in the index, so that a far page does not read the rows it skips. */
export const pageOfLogs = async (tx: Tx, tenantId: string, filters: Asked): Promise<StoredLog[]> => {
  const keys = db
    .selectFrom('api_request_logs')
    .select('id')
    .where((eb) => eb.and(conditions(eb, tenantId, filters)))
    .orderBy('tenant_id', 'desc')
    .orderBy('id', 'desc')
    .limit(limitOf(filters))
    .offset(offsetOf(filters))
  const ids = (await fetchRows(tx, keys)).map((row) => row.id)
  const rows = await tx.query<StoredLog>(
    'select * from api_request_logs where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, ids],
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Every exchange of these transactions, oldest first. */
export const findLogsOfTransactions = (
  tx: Tx,
  tenantId: string,
  transactionIds: readonly string[],
): Promise<StoredLog[]> =>
  tx.query<StoredLog>(
    'select * from api_request_logs where tenant_id = $1 and transaction_id = any($2::uuid[]) order by id',
    [tenantId, transactionIds],
  )

const conditions = (
  eb: ExpressionBuilder<Tables, 'api_request_logs'>,
  tenantId: string,
  filters: Asked,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [eb('tenant_id', '=', tenantId), ...reachCondition(filters.reach)]
  const { request_timestamp_from: from, request_timestamp_to: to } = filters
  if (from !== undefined) all.push(sql<boolean>`request_timestamp >= ${from}::timestamptz`)
  // The id is made when the exchange is recorded, after it was sent: a bound the index can use.
  if (from !== undefined) all.push(eb('id', '>=', idAt(Date.parse(from), 'first')))
  if (to !== undefined) all.push(sql<boolean>`request_timestamp <= ${to}::timestamptz`)
  if (filters.transaction_id !== undefined) all.push(eb('transaction_id', '=', filters.transaction_id))
  if (filters.connector_configuration_id !== undefined)
    all.push(eb('configuration_id', '=', filters.connector_configuration_id))
  if (filters.connector_code !== undefined) all.push(eb('connector_code', '=', filters.connector_code))
  if (filters.method !== undefined) all.push(eb('method', '=', filters.method.toUpperCase()))
  if (filters.status_code !== undefined) all.push(eb('status_code', '=', filters.status_code))
  if (filters.is_success !== undefined) all.push(eb('is_success', '=', filters.is_success))
  if (filters.correlation_id !== undefined) all.push(eb('correlation_id', '=', filters.correlation_id.toLowerCase()))
  if (filters.endpoint !== undefined) all.push(sql<boolean>`endpoint ilike ${toLikePattern(filters.endpoint)}`)
  if (filters.error_categories !== undefined && filters.error_categories.length > 0)
    all.push(sql<boolean>`error_category = any(${filters.error_categories}::text[])`)
  if (filters.search_term !== undefined && filters.search_term !== '') {
    const part = toLikePattern(filters.search_term)
    all.push(
      sql<boolean>`(endpoint ilike ${part} or request_body ilike ${part} or response_body ilike ${part} or error_message ilike ${part})`,
    )
  }
  return all
}

/** A call belongs to a payment, to a capture, void or refund of one, or to a transfer. */
const reachCondition = ({ merchantId, seesTransfers }: LogReach): Expression<SqlBool>[] => {
  if (merchantId === null) return seesTransfers ? [] : [sql<boolean>`not ${belongsTo('transfers', null)}`]
  const tables = ['payments', 'payment_operations', ...(seesTransfers ? ['transfers'] : [])]
  return [
    sql<boolean>`(${sql.join(
      tables.map((table) => belongsTo(table, merchantId)),
      sql` or `,
    )})`,
  ]
}

const belongsTo = (table: string, merchantId: string | null): Expression<SqlBool> =>
  sql<boolean>`exists (select from ${sql.table(table)} o where o.tenant_id = api_request_logs.tenant_id
    and o.id = api_request_logs.transaction_id ${merchantId === null ? sql`` : sql`and o.merchant_id = ${merchantId}`})`
