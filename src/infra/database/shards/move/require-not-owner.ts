/**
 * Refuses a move by a map that is older than the rows: shard 0 was restored, or failed over without the end of a move.
 * Rows of a tenant on a shard that is not its own are always closed there, from before the first one comes until the last one is gone.
 */
import type { ServerClient } from '../../server-connection.ts'
import { closedName } from './close-on-shard.ts'
import { MoveRefusedError } from './move-refused.ts'
import { findTenantTables } from './tenant-tables.ts'

/** `owner` is that of a shard which, by the map, is not the tenant's own. */
export const requireNotOwner = async (owner: ServerClient, tenantId: string): Promise<void> => {
  const { rowCount: closed } = await owner.query(
    `select from pg_policy where polrelid = 'data_keys'::regclass and polname = $1`,
    [closedName(tenantId)],
  )
  if (closed !== 0) return
  const tables = await findTenantTables(owner)
  const { rows } = await owner.query<{ name: string }>(
    `${tables.map(({ name }) => `select '${name}' as name where exists (select from ${name} where tenant_id = $1)`).join(' union all ')} limit 1`,
    [tenantId],
  )
  if (rows[0] !== undefined)
    throw new MoveRefusedError(
      `the shard that is not the tenant's own has rows of it in ${rows[0].name} and is open to it, so the map of shard 0 is older than they are (docs/shards.md, "A map that is older")`,
    )
}
