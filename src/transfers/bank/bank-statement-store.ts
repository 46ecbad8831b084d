/** Finds which transfers of a statement belong to a merchant. */
import type { Tx } from '../../infra/database/database.ts'
import { sql } from '../../infra/database/statements/sql.ts'

export const findTransfersOfMerchant = async (
  tx: Tx,
  tenantId: string,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string }>(
    sql`select id from transfers where tenant_id = ${tenantId} and merchant_id = ${merchantId} and id = any(${ids}::uuid[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
