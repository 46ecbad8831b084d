/** Brings the other shards up to date after the first, one after the other, and lets them follow the tables of the platform. */
import { fillAllowedTransitions } from '../../infra/database/migrations/allowed-transitions.ts'
import { asApp } from '../../infra/database/migrations/app-role.ts'
import type { Machines } from '../../infra/database/migrations/check-schema.ts'
import { newClient, type ServerClient } from '../../infra/database/server-connection.ts'
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
  for (const [shard, address] of shards.entries()) {
    if (shard === 0) continue
    const own = { ownerUrl: withCredentials(address, owner), appUrl: withCredentials(address, app) }
    await migrateDatabase({ ...given, ...own, report: (line) => given.report(`shard ${shard}: ${line}`) })
    await fillAllowedTransitions(own.ownerUrl, machines)
    const isNew = await asOwner(own.ownerUrl, (follower) =>
      asOwner(ownerUrl, (first) =>
        followSharedTables({ first, follower, shard, firstUrl: ownerUrl }, () => refuseTenants(own.appUrl, shard)),
      ),
    )
    if (isNew) given.report(`shard ${shard}: follows the tables of the platform`)
  }
}

/** A shard that is not empty would lose the rows of the platform that its tenants refer to. */
const refuseTenants = (appUrl: string, shard: number): Promise<void> =>
  asApp(appUrl, async (app) => {
    await app.query('begin')
    await app.query('set local role vezne_platform')
    const { rowCount } = await app.query('select tenant_id from realms limit 1')
    await app.query('rollback')
    if (rowCount !== 0)
      throw new StartupError(
        `Shard ${shard} of VEZNE_SHARDS has tenants of its own: a new shard begins with an empty database.`,
      )
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
