/** Facts that each shard tells of itself. One that is unavailable tells none, and holds up no other. */
import { type Database, FIRST_SHARD, type Tx } from '../database.ts'
import { isAbsence } from '../database-errors.ts'
import { SLOTS, type SlotRow, shardOfSlot } from './following.ts'

export interface ShardFacts<More> {
  readonly shard: number
  /** Undefined where the shard does not answer. */
  readonly own: (OwnFacts & More) | undefined
  /** How it follows the first; undefined for the first itself, and where that one does not answer. */
  readonly following: FollowingFacts | undefined
}

interface OwnFacts {
  readonly bytes: number
  readonly connections: number
  readonly connections_max: number
  /** File name of the newest migration. */
  readonly schema_version: string | null
  /** A restore keeps it closed for its tenants. */
  readonly is_closed: boolean
}

interface FollowingFacts {
  /** Whether the first shard is sending to it. */
  readonly isActive: boolean
  /** Undefined where the first shard keeps no place for it. */
  readonly behindBytes: number | undefined
}

/** `readMore` reads across the tenants of a shard. */
export const readShards = async <More extends object>(
  db: Database,
  readMore: (tx: Tx) => Promise<More>,
): Promise<ShardFacts<More>[]> => {
  const slots = unlessAway(readSlots(db.on(FIRST_SHARD)))
  const all = db.shards.map(async (shard) => ({ shard, own: await unlessAway(readOwn(db.on(shard), readMore)) }))
  const places = await slots
  return (await Promise.all(all)).map((each) => ({ ...each, following: followingOf(each.shard, places) }))
}

const unlessAway = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (isAbsence(error)) return undefined
    throw error
  }
}

const readSlots = (first: Database): Promise<SlotRow[]> =>
  first.transaction({ of: [], mode: 'read' }, (tx) => tx.query<SlotRow>(SLOTS))

const followingOf = (shard: number, places: readonly SlotRow[] | undefined): FollowingFacts | undefined => {
  if (shard === FIRST_SHARD || places === undefined) return undefined
  const place = places.find((each) => shardOfSlot(each) === shard)
  const isLost = place?.state === 'lost'
  return {
    isActive: place?.active ?? false,
    behindBytes: place === undefined || isLost ? undefined : Math.max(0, place.behind ?? 0),
  }
}

const readOwn = async <More>(shard: Database, readMore: (tx: Tx) => Promise<More>): Promise<OwnFacts & More> => {
  const facts = await shard.transaction({ of: [], mode: 'read' }, readServer)
  return { ...facts, ...(await shard.transaction({ as: 'platform', mode: 'read' }, readMore)) }
}

const readServer = async (tx: Tx): Promise<OwnFacts> => {
  const [row] = await tx.query<OwnFacts>(
    `select pg_database_size(current_database()) as bytes,
       (select sum(numbackends)::int from pg_stat_database) as connections, current_setting('max_connections')::int as connections_max,
       (select max(name) from schema_migrations) as schema_version,
       exists (select from restores where finished is null) as is_closed`,
  )
  return row!
}
