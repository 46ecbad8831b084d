/**
 * A bounded cache. It trusts its entries while this process certainly receives every notification, and only briefly
 * otherwise.
 */
import { LRUCache } from 'lru-cache'
import { atMost } from '../process/growing-cache.ts'
import type { NotificationFreshness } from './notifications.ts'

interface InvalidatedCache<Value> {
  get(key: string): Promise<Value>
  drop(key: string): void
  /** Drops the entries of one group of {@link InvalidatedCacheOptions.groupOf}, such as a tenant. */
  dropGroup(group: string): void
  clear(): void
}

interface InvalidatedCacheOptions<Value> {
  entriesMax: number
  freshness: NotificationFreshness
  load: (key: string) => Promise<Value>
  groupOf?: (key: string) => string
  /**
   * Decides whether a value is cached; by default every value is. A value that is not cached is still returned to the
   * callers of its load.
   */
  isKept?: (value: Value) => boolean
}

interface Entry<Value> {
  readonly value: Promise<Value>
  /** When the load began. */
  readonly since: number
  readonly epoch: number
}

/**
 * How long entries are trusted while notifications are uncertain: a change takes effect within this time, with or
 * without a notification.
 */
const DISCONNECTED_MS = 400
/** Bounds the effect of changes without a notification, for example while the database's triggers are disabled. */
const TRUSTED_MS = 600_000

export const createInvalidatedCache = <Value>(options: InvalidatedCacheOptions<Value>): InvalidatedCache<Value> => {
  const { entriesMax, freshness, load, groupOf = (key) => key, isKept = () => true } = options
  const groups = new Map<string, Set<string>>()
  const leave = (key: string): void => {
    const group = groupOf(key)
    const keys = groups.get(group)
    keys?.delete(key)
    if (keys?.size === 0) groups.delete(group)
  }
  // Promises are cached, not values: concurrent callers share a load, and a load that a drop overtakes returns to its
  // callers but is not cached.
  const entries = new LRUCache<string, Entry<Value>>({
    ...atMost(entriesMax),
    dispose: (_, key, why) => void (why !== 'set' && leave(key)),
  })
  const isFresh = ({ since, epoch }: Entry<Value>, group: string): boolean => {
    const age = performance.now() - since
    return age < DISCONNECTED_MS || (age < TRUSTED_MS && epoch === freshness.epoch(group) && freshness.isCurrent(group))
  }
  const dropOnly = (key: string, entry: Entry<Value>): void => {
    if (entries.peek(key) === entry) entries.delete(key)
  }
  const begin = (key: string): Promise<Value> => {
    const group = groupOf(key)
    const entry = { since: performance.now(), epoch: freshness.epoch(group), value: load(key) }
    entries.set(key, entry)
    const keys = groups.get(group)
    if (keys) keys.add(key)
    else groups.set(group, new Set([key]))
    entry.value.then(
      (value) => void (isKept(value) || dropOnly(key, entry)),
      () => dropOnly(key, entry),
    )
    return entry.value
  }
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && isFresh(entry, groupOf(key)) ? entry.value : begin(key)
    },
    drop: (key) => void entries.delete(key),
    dropGroup(group) {
      for (const key of [...(groups.get(group) ?? [])]) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}
