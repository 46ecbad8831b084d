/** GET /api/v1/platform/shards: the servers that tenants are spread over, and how each of them is. */
import { type Static, Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { Nullable } from '../../core/schema.ts'
import { readShards, type ShardFacts } from '../../infra/database/shards/shard-facts.ts'
import { parseServerAddress } from '../../infra/process/server-address.ts'
import { countTenants, type TenantCount } from './tenant-store.ts'

const Shard = Type.Object(
  {
    shard: Type.Integer({ format: 'int32', description: 'Number of the shard: its place in VEZNE_SHARDS, from 0.' }),
    address: Type.String({
      description: 'Hosts, ports and database of the server, as VEZNE_SHARDS has them; never a user or a password.',
    }),
    is_available: Type.Boolean({
      description: 'Whether the shard answers. While it does not, requests of its tenants get 503.',
    }),
    is_closed: Nullable(
      Type.Boolean({
        description:
          'Whether a restore keeps the shard closed: its tenants are read and not written. Null while it does not answer.',
      }),
    ),
    tenants: Nullable(
      Type.Integer({ format: 'int32', description: 'Number of tenants on the shard. Null while it does not answer.' }),
    ),
    size_bytes: Nullable(
      Type.Integer({ format: 'int64', description: 'Size of its database. Null while it does not answer.' }),
    ),
    connections: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'Connections to its server, those of other databases too. Null while it does not answer.',
      }),
    ),
    connections_max: Nullable(
      Type.Integer({
        format: 'int32',
        description: 'Connections that its server takes at most. Null while it does not answer.',
      }),
    ),
    schema_version: Nullable(
      Type.String({ description: 'Newest migration that it has. Null while it does not answer.' }),
    ),
    is_following: Nullable(
      Type.Boolean({
        description:
          'Whether the first shard is sending it the changes of the platform. Null for the first shard, and where that one does not answer.',
      }),
    ),
    behind_bytes: Nullable(
      Type.Integer({
        format: 'int64',
        description:
          "Bytes of the first shard's log that this shard has not confirmed yet. Null for the first shard, and where that one keeps no place for it: changes that it lacks then will not come.",
      }),
    ),
  },
  { $id: 'Shard' },
)
const ShardList = Type.Object(
  {
    items: Type.Array(Shard, {
      description: 'The shards by their numbers; empty where tenants are on one database that is no shard.',
    }),
  },
  { $id: 'ShardList' },
)

const shardBody = ({ shard, own, following }: ShardFacts<TenantCount>, address: string): Static<typeof Shard> => ({
  shard,
  address: describeAddress(address),
  is_available: own !== undefined,
  is_closed: own?.is_closed ?? null,
  tenants: own?.tenants ?? null,
  size_bytes: own?.bytes ?? null,
  connections: own?.connections ?? null,
  connections_max: own?.connections_max ?? null,
  schema_version: own?.schema_version ?? null,
  is_following: following?.isActive ?? null,
  behind_bytes: following?.behindBytes ?? null,
})

/** Parameters may name files of the machine, so they are left out. */
const describeAddress = (url: string): string => {
  const { hosts, rest } = parseServerAddress(url)
  return `${hosts.join(',')}${rest.split('?')[0]}`
}

export const getShards = endpoint({
  method: 'GET',
  path: '/api/v1/platform/shards',
  tag: 'PlatformShards',
  summary: 'List the shards',
  description:
    'The database servers that tenants are spread over. One that does not answer is in the list and holds up no other.',
  allow: 'platform',
  answers: { 200: ShardList },
  async handle({ runtime: { db, config } }) {
    if (config.shards.length === 0) return ok({ items: [] })
    return ok({
      items: (await readShards(db, countTenants)).map((facts) => shardBody(facts, config.shards[facts.shard]!)),
    })
  },
})
