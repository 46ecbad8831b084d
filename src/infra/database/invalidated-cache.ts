/** A bounded cache that trusts its entries for as long as this process certainly hears of every change, and briefly when it does not. */
import { LRUCache } from 'lru-cache'
import type { NotificationFreshness } from './notifications.ts'

interface InvalidatedCache<Value> {
  get(key: string): Promise<Value>
  drop(key: string): void
  /** Drops what {@link InvalidatedCacheOptions.groupOf} puts together: all of a tenant. */
  dropGroup(group: string): void
  clear(): void
}

interface InvalidatedCacheOptions<Value> {
  entriesMax: number
  freshness: NotificationFreshness
  load: (key: string) => Promise<Value>
  groupOf?: (key: string) => string
  /** Default: every value is. A value that is not kept still answers the callers of its load. */
  isKept?: (value: Value) => boolean
}

interface Entry<Value> {
  readonly value: Promise<Value>
  /** When its load began. */
  readonly since: number
  readonly epoch: number
}

/** While notices are not certain: a change holds within this, told or not. */
const DEAF_MS = 400
/** Against what nobody tells of: somebody who turned the database's triggers off. */
const TRUSTED_MS = 600_000

export const openInvalidatedCache = <Value>(options: InvalidatedCacheOptions<Value>): InvalidatedCache<Value> => {
  const { entriesMax, freshness, load, groupOf = (key) => key, isKept = () => true } = options
  const groups = new Map<string, Set<string>>()
  const leave = (key: string): void => {
    const group = groupOf(key)
    const keys = groups.get(group)
    keys?.delete(key)
    if (keys?.size === 0) groups.delete(group)
  }
  // Promises are kept, not values: callers at once share a load, and a load that a drop overtakes answers its callers
  // but cannot come back in.
  const entries = new LRUCache<string, Entry<Value>>({
    max: entriesMax,
    dispose: (_, key, why) => void (why !== 'set' && leave(key)),
  })
  const isFresh = ({ since, epoch }: Entry<Value>): boolean => {
    const age = performance.now() - since
    return age < DEAF_MS || (age < TRUSTED_MS && epoch === freshness.epoch() && freshness.isCurrent())
  }
  const dropOnly = (key: string, entry: Entry<Value>): void => {
    if (entries.peek(key) === entry) entries.delete(key)
  }
  const begin = (key: string): Promise<Value> => {
    const entry = { since: performance.now(), epoch: freshness.epoch(), value: load(key) }
    entries.set(key, entry)
    const group = groupOf(key)
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
      const known = entries.get(key)
      return known && isFresh(known) ? known.value : begin(key)
    },
    drop: (key) => void entries.delete(key),
    dropGroup(group) {
      for (const key of [...(groups.get(group) ?? [])]) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}
