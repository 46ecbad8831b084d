/** Rows of a tenant on a shard that it has never been on: there must be none, in any table. */
import { findTenantTables } from '../../../../src/infra/database/shards/move/tenant-tables.ts'
import { asOwner } from '../platform-records.ts'
import type { Program } from '../program.ts'
import type { ShardedProgram } from './sharded-program.ts'

const SHOWN_MAX = 3

export const findStrays = async (program: Program | ShardedProgram): Promise<string[]> => {
  if (!('visited' in program)) return []
  const found: string[] = []
  for (const [shard, { url }] of program.servers.entries())
    for (const { tenant } of program.stands())
      if (!program.visited.get(tenant.slug)!.has(shard))
        found.push(...(await rowsOf(url, tenant.id)).map((row) => `${tenant.slug} on shard ${shard}: ${row}`))
  return found
}

const rowsOf = (url: string, tenantId: string): Promise<string[]> =>
  asOwner(url, async (client) => {
    const found: string[] = []
    for (const { name } of await findTenantTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t where tenant_id = $1 limit ${SHOWN_MAX}`,
        [tenantId],
      )
      found.push(...rows.map(({ row }) => `${name} ${row.slice(0, 400)}`))
    }
    return found
  })
