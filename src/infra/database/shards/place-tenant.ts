/** Gives a new tenant its shard, before anything else of it is written. */
import { type Database, FIRST_SHARD, type Tx } from '../database.ts'
import { sql } from '../statements/sql.ts'
import { allThatAnswer } from './across-shards.ts'

interface NewTenant {
  readonly id: string
  readonly slug: string
  /** The shard that was asked for; undefined: the one with most room. */
  readonly shard: number | undefined
  /** Returns the id of a tenant with this slug that was there before there were shards. */
  readonly findOlder: (tx: Tx) => Promise<string | undefined>
}

export interface Placed {
  readonly id: string
  readonly shard: number
}

/**
 * Returns the id and the shard of the tenant with this slug. They are those of an earlier call if there was one: it may
 * have been broken off before the tenant was made. Without shards nothing is asked.
 */
export const placeTenant = async (db: Database, tenant: NewTenant): Promise<Placed> => {
  if (db.shards.length === 1) return { id: tenant.id, shard: FIRST_SHARD }
  const shard = tenant.shard ?? (await findRoom(db))
  const placed = await db.transaction({ as: 'platform', on: FIRST_SHARD }, (tx) => claimPlace(tx, { ...tenant, shard }))
  await db.refreshTenants()
  return placed
}

const claimPlace = async (
  tx: Tx,
  { id, slug, shard, findOlder }: NewTenant & { readonly shard: number },
): Promise<Placed> => {
  // One at a time, so that versions are in the order of the commits.
  await tx.execute('lock table tenant_shards in share row exclusive mode')
  const [known] = await tx.query<Placed>(sql`select id, shard from tenant_shards where slug = ${slug}`)
  if (known !== undefined) return known
  const older = await findOlder(tx)
  if (older !== undefined) return { id: older, shard: FIRST_SHARD }
  await tx.execute(
    sql`insert into tenant_shards (id, slug, shard, version)
     select ${id}, ${slug}, ${shard}, coalesce(max(version), 0) + 1 from tenant_shards`,
  )
  return { id, shard }
}

/** Returns the shard whose database is the smallest, of those that are there. */
const findRoom = async (db: Database): Promise<number> => {
  const { answers, failure } = await allThatAnswer(db.shards.map((shard) => readSize(db, shard)))
  const [roomiest] = [...answers].sort((one, other) => one.bytes - other.bytes)
  if (roomiest === undefined) throw failure
  return roomiest.shard
}

const readSize = (db: Database, shard: number): Promise<{ shard: number; bytes: number }> =>
  db.transaction({ of: [], on: shard, mode: 'read' }, async (tx) => {
    const [row] = await tx.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
    return { shard, bytes: row!.bytes }
  })
