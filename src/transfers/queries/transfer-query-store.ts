/** Reads of transfers. */
import type { Tx } from '../../infra/database/database.ts'
import type { TransferRow } from '../model/transfer.ts'

/** Returns transfers in the order of the ids given. */
export const findTransfers = async (tx: Tx, tenantId: string, ids: readonly string[]): Promise<TransferRow[]> => {
  if (ids.length === 0) return []
  const rows = await tx.query<TransferRow>('select * from transfers where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    ids,
  ])
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

export const findTransfer = async (
  tx: Tx,
  tenantId: string,
  merchantId: string | null,
  id: string,
): Promise<TransferRow | undefined> => {
  const [row] = await tx.query<TransferRow>(
    'select * from transfers where tenant_id = $1 and id = $2 and ($3::uuid is null or merchant_id = $3)',
    [tenantId, id, merchantId],
  )
  return row
}
