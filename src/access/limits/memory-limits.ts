/** Buckets and windows in this process's memory: bounded, so that a flood of addresses cannot fill it. */
import { LRUCache } from 'lru-cache'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { BucketRequest, LimitStore, Window } from './limit-store.ts'
import { type Bucket, fullBucket, type LimitDecision, takeOne } from './token-bucket.ts'

// Full, an entry costs some 200 bytes: 20 MB at most. A forgotten bucket is a full one.
const BUCKETS_MAX = 50_000
const WINDOWS_MAX = 50_000

interface MemoryLimits extends LimitStore {
  take(bucket: BucketRequest, nowMs: number, below?: BucketRequest): LimitDecision
}

export const createMemoryLimits = (): MemoryLimits => {
  const buckets = new LRUCache<string, Bucket>(atMost(BUCKETS_MAX))
  const windows = new LRUCache<string, Window>(atMost(WINDOWS_MAX))

  const bucketOf = ({ key, size }: BucketRequest, nowMs: number): Bucket => {
    const bucket = buckets.get(key)
    if (bucket) return bucket
    const fresh = fullBucket(size, nowMs)
    buckets.set(key, fresh)
    return fresh
  }
  const look = (key: string, nowMs: number): Window | null => {
    const window = windows.get(key)
    return window && window.endsAt > nowMs ? window : null
  }
  return {
    take(asked, nowMs, below) {
      const bucket = bucketOf(asked, nowMs)
      return below
        ? takeOne(bucket, asked.size, nowMs, { bucket: bucketOf(below, nowMs), size: below.size })
        : takeOne(bucket, asked.size, nowMs)
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
