/** A small cache that may be lost: bounded, a few seconds old at most, one load for callers at once. */
import { LRUCache } from 'lru-cache'

/** What changes takes effect within 5 s even when no notice says so; this leaves room for the load itself. */
const FRESH_MS = 4_500

export interface ShortCache<Value> {
  get(key: string): Promise<Value>
  drop(key: string): void
  clear(): void
}

export const shortCache = <Value>(entriesMax: number, load: (key: string) => Promise<Value>): ShortCache<Value> => {
  // Promises are kept, not values: callers at once share a load, and a load that a drop overtakes answers its callers
  // but cannot come back in.
  const cache = new LRUCache<string, Promise<Value>>({ max: entriesMax, ttl: FRESH_MS })
  return {
    get(key) {
      const known = cache.get(key)
      if (known) return known
      const fresh = load(key)
      cache.set(key, fresh)
      fresh.catch(() => cache.peek(key) === fresh && cache.delete(key))
      return fresh
    },
    drop: (key) => void cache.delete(key),
    clear: () => cache.clear(),
  }
}
