/** Where buckets and windows are kept: this process's memory, or a table all processes share. All times are real time. */
import type { BucketSize, Taken } from './token-bucket.ts'

export type OrLater<T> = T | Promise<T>

/** A fixed window; it starts at its first count. */
export interface Window {
  count: number
  endsAt: number
}

export interface LimitStore {
  /** Takes one token of a bucket if there is one. */
  take(key: string, size: BucketSize, nowMs: number): OrLater<Taken>
  /** Adds one to the window that runs, or opens one. */
  count(key: string, windowMs: number, nowMs: number): OrLater<Window>
  /** The window that runs, if one does. */
  look(key: string, nowMs: number): OrLater<Window | null>
  forget(key: string): OrLater<void>
}
