/** Finds which transfers of a statement belong to a merchant. */
import type { Tx } from '../../infra/database/database.ts'

export const findTransfersOfMerchant = async (
  tx: Tx,
  tenantId: string,
  merchantId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ id: string }>(
    'select id from transfers where tenant_id = $1 and merchant_id = $2 and id = any($3::uuid[])',
    [tenantId, merchantId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}
