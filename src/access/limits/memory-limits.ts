/** Buckets and windows in this process's memory: bounded, so that a flood of addresses cannot fill it. */
import { LRUCache } from 'lru-cache'
import type { LimitStore, Window } from './limit-store.ts'
import { type Bucket, type BucketSize, fullBucket, type Taken, takeOne } from './token-bucket.ts'

// Full, an entry costs some 200 bytes: 20 MB at most. A forgotten bucket is a full one.
const BUCKETS_MAX = 50_000
const WINDOWS_MAX = 50_000

export interface MemoryLimits extends LimitStore {
  take(key: string, size: BucketSize, nowMs: number): Taken
}

export const memoryLimits = (): MemoryLimits => {
  const buckets = new LRUCache<string, Bucket>({ max: BUCKETS_MAX })
  const windows = new LRUCache<string, Window>({ max: WINDOWS_MAX })

  const look = (key: string, nowMs: number): Window | null => {
    const window = windows.get(key)
    return window && window.endsAt > nowMs ? window : null
  }
  return {
    take(key, size, nowMs) {
      const bucket = buckets.get(key) ?? fullBucket(size, nowMs)
      const taken = takeOne(bucket, size, nowMs)
      buckets.set(key, bucket)
      return taken
    },
    count(key, windowMs, nowMs) {
      const window = look(key, nowMs) ?? { count: 0, endsAt: nowMs + windowMs }
      window.count++
      windows.set(key, window)
      return window
    },
    look,
    forget: (key) => void windows.delete(key),
  }
}
