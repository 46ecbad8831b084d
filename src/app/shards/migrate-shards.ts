/** Brings the other shards up to date after the first, one after the other, and lets them follow the tables of the platform. */
import { deleteOtherSteps } from '../../infra/crypto/rotation-store.ts'
import { fillAllowedTransitions } from '../../infra/database/migrations/allowed-transitions.ts'
import { asApp } from '../../infra/database/migrations/app-role.ts'
import type { Machines } from '../../infra/database/migrations/check-schema.ts'
import { newClient, type ServerClient } from '../../infra/database/server-connection.ts'
import { numberShard } from '../../infra/database/shards/require-shard.ts'
import { followSharedTables, publishSharedTables } from '../../infra/database/shards/share-tables.ts'
import { parseServerAddress, withCredentials } from '../../infra/process/server-address.ts'
import { StartupError } from '../../infra/process/startup-error.ts'
import { type MigrateOptions, migrateDatabase } from '../migrate-database.ts'

/** `ownerUrl` and `appUrl`: of the first shard, which is up to date. */
export const migrateShards = async (
  shards: readonly string[],
  { ownerUrl, appUrl, machines, ...given }: MigrateOptions & { readonly appUrl: string; readonly machines: Machines },
): Promise<void> => {
  const [owner, app] = [parseServerAddress(ownerUrl), parseServerAddress(appUrl)]
  await asOwner(ownerUrl, publishSharedTables)
  await asOwner(ownerUrl, (first) => numberShard(first, 0))
  for (const [shard, address] of shards.entries()) {
    if (shard === 0) continue
    const own = { ownerUrl: withCredentials(address, owner), appUrl: withCredentials(address, app) }
    await migrateDatabase({ ...given, ...own, report: (line) => given.report(`shard ${shard}: ${line}`) })
    await fillAllowedTransitions(own.ownerUrl, machines)
    await asOwner(own.ownerUrl, (owner) => numberShard(owner, shard))
    const copied = await asOwner(own.ownerUrl, (follower) =>
      asOwner(ownerUrl, (first) =>
        followSharedTables({ first, follower, shard, firstUrl: ownerUrl }, () =>
          prepareTenants(own.appUrl, first, shard),
        ),
      ),
    )
    if (copied !== undefined)
      given.report(
        `shard ${shard}: follows the tables of the platform${copied.length > 0 ? `; it had other rows in ${copied.join(', ')}` : ''}`,
      )
  }
}

/**
 * Throws where the shard has tenants that have their place elsewhere, or nowhere: it is one of another platform, or the
 * first shard has lost their places. Steps of rotations that the first shard does not know are deleted; the values stay
 * sealed.
 */
const prepareTenants = (appUrl: string, first: ServerClient, shard: number): Promise<void> =>
  asApp(appUrl, async (app) => {
    const { rows: placed } = await first.query<{ id: string }>('select id from tenant_shards where shard = $1', [shard])
    const { rows: known } = await first.query<{ generation: number }>('select generation from key_rotations')
    await app.query('begin')
    await app.query('set local role vezne_platform')
    const { rows: strange } = await app.query<{ slug: string }>(
      'select slug from realms where tenant_id <> all ($1::uuid[]) order by slug limit 10',
      [placed.map(({ id }) => id)],
    )
    if (strange.length > 0) {
      await app.query('rollback')
      throw new StartupError(
        `Shard ${shard} of VEZNE_SHARDS has tenants of its own, which the first shard does not place there: ${strange.map(({ slug }) => slug).join(', ')}. A new shard begins with an empty database; where the first shard lost their places, see docs/shards.md, "Following again".`,
      )
    }
    await deleteOtherSteps(
      app,
      known.map(({ generation }) => generation),
    )
    await app.query('commit')
  })

const asOwner = async <T>(url: string, work: (owner: ServerClient) => Promise<T>): Promise<T> => {
  const owner = newClient(url, { connectionTimeoutMillis: 10_000, application_name: 'vezne-migrate' })
  owner.on('error', () => undefined) // the statement in flight reports it
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
