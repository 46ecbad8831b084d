/** SQL that notes the use of a key. */
import type { Tx } from '../../infra/postgres.ts'

export const touchClient = (tx: Tx, tenantId: string, id: string, now: Date): Promise<number> =>
  tx.execute('update clients set last_used_at = $3 where tenant_id = $1 and id = $2', [tenantId, id, now])
