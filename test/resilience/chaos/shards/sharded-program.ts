/** The program over several database servers with a tenant under load on each; behind PgDog where the machine has it. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCredentials } from '../../../../src/infra/process/server-address.ts'
import { type PgdogServer, pgdogVersion, preparePgdog } from '../../../support/pgdog-server.ts'
import { openShardServers, type ShardServer, shardAddresses } from '../../../support/shard-server.ts'
import { openProgram, type Program, type Stand } from '../program.ts'
import { makeLoadTenant } from './make-load-tenant.ts'

export interface ShardedProgram extends Program {
  readonly servers: readonly ShardServer[]
  readonly pgdog: PgdogServer | undefined
  /** The shard of each tenant under load, by its slug. */
  readonly places: Map<string, number>
  /** The shards that it has been on. */
  readonly visited: Map<string, Set<number>>
}

const APP = { user: 'vezne_app', password: randomBytes(18).toString('base64url') }

interface ShardOptions {
  readonly shards: number
  /** Default: where PGDOG names one. */
  readonly hasEngine?: boolean
  /** Default: one on each. */
  readonly hasTenants?: boolean
}

/** One database of the program's own where there is one shard only. */
export const openOverShards = (shards: number, env: Record<string, string> = {}): Promise<Program> =>
  shards === 1 ? openProgram(env) : openShardedProgram({ shards }, env)

export const openShardedProgram = async (
  { shards, hasEngine = pgdogVersion() !== undefined, hasTenants = true }: ShardOptions,
  env: Record<string, string> = {},
): Promise<ShardedProgram> => {
  const servers = await openShardServers(shards)
  const pgdog = hasEngine ? await openEngine(servers) : undefined
  const url = pgdog?.url ?? servers[0]!.url
  const program = await openProgram({
    DATABASE_URL: url,
    DATABASE_APP_URL: withCredentials(url, APP),
    VEZNE_SHARDS: shardAddresses(servers),
    VEZNE_SHARD_STATEMENT: pgdog === undefined ? '' : 'set "pgdog.shard" to %',
    VEZNE_MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    ...env,
  })
  const { start, end } = program
  let stands: readonly Stand[] = [program]
  const places = new Map([[program.tenant.slug, 0]])
  const visited = new Map<string, Set<number>>()
  return Object.assign(program, {
    servers,
    pgdog,
    places,
    visited,
    ownerUrl: () => servers[0]!.url,
    databases: servers.map((server) => ({ url: () => server.url, pid: server.pid })),
    stands: () => stands,
    async start(plan?: Parameters<Program['start']>[0]) {
      const running = await start(plan)
      if (hasTenants && stands.length === 1) {
        stands = await spread(program, servers, places)
        for (const [slug, shard] of places) visited.set(slug, new Set([shard]))
      }
      return running
    },
    async end() {
      await end()
      await pgdog?.stop()
      for (const server of servers) await server.end()
    },
  })
}

const openEngine = async (servers: readonly ShardServer[]): Promise<PgdogServer> => {
  const owner = new URL(servers[0]!.url)
  const pgdog = await preparePgdog(
    servers.map(({ url }) => url),
    [
      { name: owner.username, password: owner.password },
      { name: APP.user, password: APP.password },
    ],
  )
  await pgdog.start()
  return pgdog
}

/** The demo data is on the first; the others get a tenant each, whose clients are written down beside those of the demo. */
const spread = async (
  program: Program,
  servers: readonly ShardServer[],
  places: Map<string, number>,
): Promise<Stand[]> => {
  const stands: Stand[] = [program]
  const path = join(program.dataDir, 'demo.json')
  for (let shard = 1; shard < servers.length; shard++) {
    const { tenant, clients } = await makeLoadTenant(program, shard, servers[shard]!)
    const demo = JSON.parse(readFileSync(path, 'utf8'))
    demo.tenants.push({ slug: tenant.slug, tenant_id: tenant.id, clients })
    writeFileSync(path, JSON.stringify(demo))
    places.set(tenant.slug, shard)
    const { http, token, moveClock } = program
    stands.push({ http, token, moveClock, tenant, ownerUrl: () => servers[places.get(tenant.slug)!]!.url })
  }
  return stands
}
