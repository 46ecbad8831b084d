/** The port to the store of buckets and windows: this process's memory, or a store all processes share. All times are real time. */
import type { BucketSize, LimitDecision } from './token-bucket.ts'

export type OrLater<T> = T | Promise<T>

/** A fixed window; it starts at its first count. */
export interface Window {
  count: number
  endsAt: number
}

export interface BucketRequest {
  readonly key: string
  readonly size: BucketSize
}

export interface LimitStore {
  /** Takes one token of the bucket, and one of the bucket below it where there is one: of both, or of none. */
  take(bucket: BucketRequest, nowMs: number, below?: BucketRequest): OrLater<LimitDecision>
  /** Adds one to the current window, or opens one. */
  count(key: string, windowMs: number, nowMs: number): OrLater<Window>
  /** The current window, if there is one. */
  look(key: string, nowMs: number): OrLater<Window | null>
  forget(key: string): OrLater<void>
}

/** A store outside this process: every answer may be late, or an error. */
export interface SharedStore extends LimitStore {
  take(bucket: BucketRequest, nowMs: number, below?: BucketRequest): Promise<LimitDecision>
  count(key: string, windowMs: number, nowMs: number): Promise<Window>
  look(key: string, nowMs: number): Promise<Window | null>
  forget(key: string): Promise<void>
  /** A probe like {@link take} that takes nothing: whether the store responds again. */
  probe(bucket: BucketRequest): Promise<unknown>
  close(): Promise<void>
}
