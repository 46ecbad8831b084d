/** The arithmetic of a token bucket: rate as refill, burst as size, refilled continuously. */

export interface BucketSize {
  readonly ratePerSecond: number
  readonly burst: number
}

export interface Bucket {
  /** May be a fraction. */
  tokens: number
  /** When `tokens` was right, ms. */
  filledAt: number
}

/** What the rate headers say. */
export interface Taken {
  /** X-RateLimit-Limit: requests per second of the plan. */
  readonly limit: number
  /** X-RateLimit-Remaining. */
  readonly remaining: number
  /** X-RateLimit-Reset: Unix seconds at which the bucket is full again. */
  readonly resetAt: number
  /** Null = go on; else refused, and the seconds for Retry-After. */
  readonly retryAfter: number | null
  /** Which limit refused, in words, when it was not the bucket. */
  readonly refusedBy?: string
}

export const fullBucket = (size: BucketSize, nowMs: number): Bucket => ({ tokens: size.burst, filledAt: nowMs })

export const refill = (bucket: Bucket, size: BucketSize, nowMs: number): void => {
  // A clock set back adds nothing; it must not take anything away either.
  const elapsedMs = Math.max(0, nowMs - bucket.filledAt)
  bucket.tokens = Math.min(size.burst, bucket.tokens + (elapsedMs / 1000) * size.ratePerSecond)
  bucket.filledAt = nowMs
}

/** Refills, and takes one token if there is one. */
export const takeOne = (bucket: Bucket, size: BucketSize, nowMs: number): Taken => {
  refill(bucket, size, nowMs)
  const isTaken = bucket.tokens >= 1
  if (isTaken) bucket.tokens -= 1
  return takenOf(bucket.tokens, isTaken, size, nowMs)
}

/** `tokens`: what is left after the decision. */
export const takenOf = (tokens: number, isTaken: boolean, size: BucketSize, nowMs: number): Taken => ({
  limit: size.ratePerSecond,
  remaining: Math.floor(tokens),
  resetAt: Math.ceil(nowMs / 1000 + (size.burst - tokens) / size.ratePerSecond),
  retryAfter: isTaken ? null : Math.max(1, Math.ceil((1 - tokens) / size.ratePerSecond)),
})
