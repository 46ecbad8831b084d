/** Reads of the API request log. */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'
import { allOf, type Sql, sql } from '../../infra/database/statements/sql.ts'
import type { RequestLogRow } from './insert-request-logs.ts'

export type StoredLog = Omit<RequestLogRow, 'request_timestamp' | 'response_timestamp'> & {
  request_timestamp: Date
  response_timestamp: Date | null
}

/** Returns the logs in the order of the given ids. */
export const findLogs = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<StoredLog[]> => {
  if (ids.length === 0) return []
  const rows = await tx.query<StoredLog>(
    sql`select * from api_request_logs where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** `conditions` restrict the log to calls that the caller may see. */
export const findLog = async (
  tx: Tx,
  tenantId: string,
  id: string,
  conditions: readonly Sql[],
): Promise<StoredLog | undefined> => {
  const [row] = await tx.query<StoredLog>(
    sql`select * from api_request_logs where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and ${allOf(conditions)}`,
  )
  return row
}

/** Exchanges of these transactions, oldest first: all, or `rowsMax` of them. */
export const findLogsOfTransactions = (
  tx: Tx,
  tenantId: string,
  transactionIds: readonly string[],
  rowsMax: number,
): Promise<StoredLog[]> =>
  tx.query<StoredLog>(
    `select * from (select * from api_request_logs where ${isOfTenant('tenant_id')} and transaction_id = any($2::uuid[]) limit $3) found
     order by id`,
    [tenantId, transactionIds, rowsMax],
  )
