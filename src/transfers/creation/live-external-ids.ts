/** Finds which external ids belong to transfers of a merchant that are neither failed nor rejected. */
import type { Tx } from '../../infra/database/database.ts'

export const findLiveExternalIds = async (
  tx: Tx,
  tenantId: string,
  merchantId: string,
  wanted: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (wanted.length === 0) return new Set()
  const rows = await tx.query<{ external_id: string }>(
    `select external_id from transfer_external_ids
      where tenant_id = $1 and merchant_id = $2 and external_id = any($3::text[])`,
    [tenantId, merchantId, wanted],
    'live-external-ids',
  )
  return new Set(rows.map(({ external_id }) => external_id))
}
