/** Finds which accounts a tenant has paid before. */
import type { Tx } from '../../infra/database/database.ts'
import { isOfTenant } from '../../infra/database/key-join.ts'

export const findPaidReceiverKeys = async (
  tx: Tx,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ key: string }>(
    `select wanted.key from unnest($2::text[]) as wanted (key)
      where exists (select from transfers t
        where ${isOfTenant('t.tenant_id')} and t.receiver_key = any(array[wanted.key]) and t.status = 'completed')`,
    [tenantId, keys],
    'known-receivers',
  )
  return new Set(rows.map((row) => row.key))
}
