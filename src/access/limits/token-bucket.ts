/** The arithmetic of a token bucket: rate as refill, burst as size, refilled continuously. */
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'

export interface BucketSize {
  readonly ratePerSecond: number
  readonly burst: number
}

export interface Bucket {
  /** May be fractional. */
  tokens: number
  /** Time of the `tokens` count, ms. */
  filledAt: number
}

/** Values of the rate headers. */
export interface LimitDecision {
  /** X-RateLimit-Limit: requests per second of the plan. */
  readonly limit: number
  /** X-RateLimit-Remaining. */
  readonly remaining: number
  /** X-RateLimit-Reset: Unix seconds at which the bucket is full again. */
  readonly resetAt: number
  /** Null if the call is allowed; else the seconds for Retry-After. */
  readonly retryAfter: number | null
  /** Description of the limit that refused, when it was not the bucket. */
  readonly refusedBy?: Phrase
}

export const fullBucket = (size: BucketSize, nowMs: number): Bucket => ({ tokens: size.burst, filledAt: nowMs })

const refill = (bucket: Bucket, size: BucketSize, nowMs: number): void => {
  // A clock set back adds nothing, and must not remove anything either.
  const elapsedMs = Math.max(0, nowMs - bucket.filledAt)
  bucket.tokens = Math.min(size.burst, bucket.tokens + (elapsedMs / 1000) * size.ratePerSecond)
  bucket.filledAt = nowMs
}

/** Level of a bucket after a decision. */
export interface Level {
  readonly tokens: number
  readonly size: BucketSize
}

/** Builds the decision. `below`: an API key's own bucket, where the call needed a token of it as well. */
export const toDecision = ({ tokens, size }: Level, isTaken: boolean, nowMs: number, below?: Level): LimitDecision => {
  const taken = {
    limit: size.ratePerSecond,
    remaining: Math.floor(tokens),
    resetAt: Math.ceil(nowMs / 1000 + (size.burst - tokens) / size.ratePerSecond),
  }
  if (isTaken) return { ...taken, retryAfter: null }
  if (!below || below.tokens >= 1) return { ...taken, retryAfter: waitOf(tokens, size) }
  const own = waitOf(below.tokens, below.size)
  return {
    ...taken,
    retryAfter: tokens >= 1 ? own : Math.max(own, waitOf(tokens, size)),
    refusedBy: phrase`${below.size.ratePerSecond} requests a second of this API key`,
  }
}

const waitOf = (tokens: number, size: BucketSize): number => Math.max(1, Math.ceil((1 - tokens) / size.ratePerSecond))

/** Refills, and takes one token of the bucket and of the one below it, if both have one. */
export const takeOne = (
  bucket: Bucket,
  size: BucketSize,
  nowMs: number,
  below?: { bucket: Bucket; size: BucketSize },
): LimitDecision => {
  refill(bucket, size, nowMs)
  if (below) refill(below.bucket, below.size, nowMs)
  const isTaken = bucket.tokens >= 1 && (!below || below.bucket.tokens >= 1)
  if (isTaken) bucket.tokens -= 1
  if (isTaken && below) below.bucket.tokens -= 1
  return toDecision(
    { tokens: bucket.tokens, size },
    isTaken,
    nowMs,
    below && { tokens: below.bucket.tokens, size: below.size },
  )
}
