/** Which shard each tenant is on: all of them in memory, as every shard has the list. */
import { every } from '../../process/every.ts'
import { type Database, FIRST_SHARD, type TenantShards } from '../database.ts'
import type { Notifications } from '../notifications.ts'
import type { Restores } from '../promotions/restores.ts'
import { sql } from '../statements/sql.ts'
import type { Row } from '../statements/write-rows.ts'
import { onAnyShard } from './across-shards.ts'
import { REFUSES } from './move/tenant-moves.ts'

interface TenantDirectory extends TenantShards {
  /**
   * Reads the list from a shard that is there, and follows its changes. `restores` are those of the first shard. Returns a
   * function that stops.
   */
  follow(db: Database, notifications: Notifications, restores: Pick<Restores, 'onChange'>): Promise<() => void>
}

interface Known extends Row<'tenant_shards', 'id' | 'slug' | 'shard' | 'version'> {
  readonly moves: boolean
}

const REFRESH_MS = 1_000 // a notification may be lost, and a shard be behind

export const createTenantDirectory = (): TenantDirectory => {
  const shardOf = new Map<string, number>()
  const shardOfSlug = new Map<string, number>()
  const moving = new Set<string>() // ids and slugs
  let version = 0
  const take = (row: Known): void => {
    shardOf.set(row.id, row.shard)
    shardOfSlug.set(row.slug, row.shard)
    for (const name of [row.id, row.slug])
      if (row.moves) moving.add(name)
      else moving.delete(name)
    version = Math.max(version, row.version)
  }
  const forget = (): void => {
    for (const known of [shardOf, shardOfSlug, moving]) known.clear()
    version = 0
  }
  let restoresMet = 0
  /** So many restores had been met when the first shard's list was read; undefined: another shard has added to it since. */
  let isOf: number | undefined
  const readFrom = async (shard: Database): Promise<void> => {
    const isFirst = shard.shards[0] === FIRST_SHARD
    const met = restoresMet
    const isWhole = isFirst && isOf !== met
    const rows = await readChanges(shard, isWhole ? 0 : version)
    if (isWhole) forget()
    for (const row of rows) take(row)
    isOf = isFirst ? met : undefined
  }
  let refresh: TenantShards['refresh'] = async () => undefined
  return {
    shardOf: (tenantId) => shardOf.get(tenantId) ?? shardOf.get(tenantId.toLowerCase()) ?? FIRST_SHARD,
    shardOfSlug: (slug) => shardOfSlug.get(slug) ?? FIRST_SHARD,
    isMoving: (idOrSlug) => (idOrSlug === undefined ? moving.size > 0 : moving.has(idOrSlug)),
    refresh: () => refresh(),
    async follow(db, notifications, restores) {
      refresh = shareReads(() => onAnyShard(db, readFrom))
      await refresh()
      const again = (): Promise<void> => refresh().catch(() => undefined) // a second later again
      const unsubscribe = notifications.subscribe('shards', () => void again())
      const silence = restores.onChange(() => {
        restoresMet++
        void again()
      })
      const stop = every(REFRESH_MS, again)
      return () => {
        stop()
        silence()
        unsubscribe()
      }
    },
  }
}

/**
 * Callers who come while a read is under way share the next one, which begins after all of them: names that no tenant has can be asked
 * for without any right, and cost one read at a time however many they are.
 */
const shareReads = (read: () => Promise<void>): (() => Promise<void>) => {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    next = undefined
    return read()
  }
  return () => {
    next ??= last.then(begin, begin)
    last = next
    return next
  }
}

/** Versions are in the order of the commits, so nothing with a lower one appears later. */
const readChanges = (db: Database, version: number): Promise<Known[]> =>
  db.transaction({ of: [], mode: 'read' }, (tx) =>
    tx.query<Known>(
      sql`select id, slug, shard, version, coalesce(${REFUSES}, false) as moves from tenant_shards where version > ${version}`,
    ),
  )
