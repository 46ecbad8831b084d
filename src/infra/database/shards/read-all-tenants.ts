/** Reads every shard such that no tenant is missed: one that moves is on neither of two shards for a moment. */
import type { Database, Tx } from '../database.ts'
import { FIRST_SHARD } from '../database.ts'
import { sql } from '../statements/sql.ts'
import { findHiddenTenants } from './hidden-tenants.ts'

/**
 * Returns what `read` finds on each shard, in their order; undefined where a tenant moves meanwhile, and so may be
 * missing. `read` has to read a table of tenants.
 */
export const readAllTenants = async <T>(
  shards: readonly Database[],
  read: (tx: Tx, shard: Database) => Promise<T>,
): Promise<T[] | undefined> => {
  const [first, ...others] = shards as [Database, ...Database[]]
  if (others.length === 0) return [await first.transaction({ as: 'platform' }, (tx) => read(tx, first))]
  const before = await mapVersion(first)
  const found: T[] = []
  for (const shard of shards) {
    // A tenant is neither hidden nor shown again while a transaction has a table of tenants.
    const { answer, hidden } = await shard.transaction({ as: 'platform' }, async (tx) => ({
      answer: await read(tx, shard),
      hidden: await findHiddenTenants(tx),
    }))
    if (hidden.length > 0 && (await countHere(first, hidden, shard)) > 0) return undefined
    found.push(answer)
  }
  return (await mapVersion(first)) === before ? found : undefined
}

/** The map of tenants has a new version whenever one of them has moved. */
const mapVersion = (first: Database): Promise<string> =>
  first.transaction({ of: [] }, async (tx) => {
    const [row] = await tx.query<{ version: string }>(
      'select coalesce(max(version), 0)::text as version from tenant_shards',
    )
    return row!.version
  })

/** Counts those whose place is this shard: the others have left it. One that is not on the map is on the first shard. */
const countHere = (first: Database, hidden: readonly string[], { shards: [shard] }: Database): Promise<number> =>
  first.transaction({ of: [] }, async (tx) => {
    const [row] = await tx.query<{ here: number }>(
      sql`select count(*)::int as here from unnest(${hidden}::uuid[]) as hidden (id)
           left join tenant_shards t on t.id = hidden.id where coalesce(t.shard, ${FIRST_SHARD}) = ${shard}`,
    )
    return row!.here
  })
