/** Reads of transfers. */
import type { Tx } from '../../infra/database/database.ts'
import { ifGiven, sql } from '../../infra/database/statements/sql.ts'
import type { TransferRow } from '../model/transfer.ts'

/** Returns transfers in the order of the ids given. */
export const findTransfers = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<TransferRow[]> => {
  if (ids.length === 0) return []
  const rows = await tx.query<TransferRow>(
    sql`select * from transfers where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export const findTransfer = async (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  id: string,
): Promise<TransferRow | undefined> => {
  const [row] = await tx.query<TransferRow>(
    sql`select * from transfers where tenant_id = ${tenantId} and id = ${id} and ${ifGiven(merchantId, sql`merchant_id = ${merchantId}`)}`,
  )
  return row
}
