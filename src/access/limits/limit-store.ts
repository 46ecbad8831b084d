/** Where buckets and windows are kept: this process's memory, or a place all processes share. All times are real time. */
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
  /** Adds one to the window that runs, or opens one. */
  count(key: string, windowMs: number, nowMs: number): OrLater<Window>
  /** The window that runs, if one does. */
  look(key: string, nowMs: number): OrLater<Window | null>
  forget(key: string): OrLater<void>
}

/** A place outside this process: every answer may be late, or an error. */
export interface SharedStore extends LimitStore {
  take(bucket: BucketRequest, nowMs: number, below?: BucketRequest): Promise<LimitDecision>
  count(key: string, windowMs: number, nowMs: number): Promise<Window>
  look(key: string, nowMs: number): Promise<Window | null>
  forget(key: string): Promise<void>
  /** Asks as {@link take} does and takes nothing: whether it answers again. */
  probe(bucket: BucketRequest): Promise<unknown>
  close(): Promise<void>
}
