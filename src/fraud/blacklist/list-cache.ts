/** The lists a process knows: the platform's, and those of as many tenants as its memory has room for. */
import { LRUCache } from 'lru-cache'
import type { Runtime } from '../../infra/runtime.ts'
import { type CachedList, createCachedList } from './cached-list.ts'

interface ListCache {
  /** The platform's list, as the tenant's shard has it. */
  ofPlatform(tenantId: string): CachedList
  of(tenantId: string): CachedList
  /** Memory they take, roughly. */
  bytes(): number
  close(): void
}

/** Size of all tenants' lists together: sixteen million entries. An evicted list is read again when it is needed. */
const BYTES_MAX = 64 * 1024 * 1024

export const createListCache = (runtime: Pick<Runtime, 'db' | 'notifications' | 'log'>): ListCache => {
  const { db } = runtime
  const ofPlatform = db.shards.map((shard) => createCachedList({ ...runtime, db: db.on(shard) }, null, () => undefined))
  const lists = new LRUCache<string, CachedList>({ maxSize: BYTES_MAX, sizeCalculation: (list) => list.bytes() })
  const add = (tenantId: string, shard: number): CachedList => {
    const key = keyOf(tenantId, shard)
    const list: CachedList = createCachedList({ ...runtime, db: db.on(shard) }, tenantId, () => {
      // Inserted again so that its weight is updated.
      if (lists.peek(key) === list && lists.delete(key)) lists.set(key, list)
    })
    lists.set(key, list)
    return list
  }
  const stop = runtime.notifications.subscribe('fraud_blacklist', (tenantId) => {
    if (tenantId === '') for (const list of ofPlatform) list.invalidate()
    else for (const shard of db.shards) lists.peek(keyOf(tenantId, shard))?.invalidate()
  })
  return {
    ofPlatform: (tenantId) => ofPlatform[db.shardOf(tenantId)] ?? (ofPlatform[0] as CachedList),
    of(tenantId) {
      const shard = db.shardOf(tenantId)
      return lists.get(keyOf(tenantId, shard)) ?? add(tenantId, shard)
    },
    bytes: () => ofPlatform.reduce((sum, list) => sum + list.bytes(), 0) + lists.calculatedSize,
    close: () => void stop(),
  }
}

/** A list remembers how far it has read as a place among the transactions of one server, which says nothing on another one. */
const keyOf = (tenantId: string, shard: number): string => `${tenantId} ${shard}`
