/** Which shard each tenant is on: all of them in memory, as every shard has the list. */
import { every } from '../../process/every.ts'
import { type Database, FIRST_SHARD, type TenantShards } from '../database.ts'
import type { Notifications } from '../notifications.ts'
import { sql } from '../statements/sql.ts'
import type { Row } from '../statements/write-rows.ts'
import { onAnyShard } from './across-shards.ts'
import { REFUSES } from './move/tenant-moves.ts'

interface TenantDirectory extends TenantShards {
  /** Reads the list from a shard that is there, and follows its changes. Returns a function that stops. */
  follow(db: Database, notifications: Notifications): Promise<() => void>
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
  let read: () => Promise<void> = async () => undefined
  const take = (row: Known): void => {
    shardOf.set(row.id, row.shard)
    shardOfSlug.set(row.slug, row.shard)
    for (const name of [row.id, row.slug])
      if (row.moves) moving.add(name)
      else moving.delete(name)
    version = Math.max(version, row.version)
  }
  return {
    shardOf: (tenantId) => shardOf.get(tenantId) ?? shardOf.get(tenantId.toLowerCase()) ?? FIRST_SHARD,
    shardOfSlug: (slug) => shardOfSlug.get(slug) ?? FIRST_SHARD,
    isMoving: (idOrSlug) => (idOrSlug === undefined ? moving.size > 0 : moving.has(idOrSlug)),
    refresh: () => read(),
    async follow(db, notifications) {
      read = async () => {
        for (const row of await onAnyShard(db, (shard) => readChanges(shard, version))) take(row)
      }
      await read()
      const again = (): Promise<void> => read().catch(() => undefined) // a second later again
      const unsubscribe = notifications.subscribe('shards', () => void again())
      const stop = every(REFRESH_MS, again)
      return () => {
        stop()
        unsubscribe()
      }
    },
  }
}

/** Versions are in the order of the commits, so nothing with a lower one appears later. */
const readChanges = (db: Database, version: number): Promise<Known[]> =>
  db.transaction({ of: [], mode: 'read' }, (tx) =>
    tx.query<Known>(
      sql`select id, slug, shard, version, coalesce(${REFUSES}, false) as moves from tenant_shards where version > ${version}`,
    ),
  )
