/** Limits people in the console: one bucket per person, sign-ins per address, expensive operations per organization; separate from the limits of the organization's API clients. */

import { LRUCache } from 'lru-cache'
import { phrase } from '../../core/phrases/phrase.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import { countClass, type RateLimiter, toNetwork } from './rate-limiter.ts'
import { type Bucket, type BucketSize, fullBucket, takeOne } from './token-bucket.ts'

/** A screen asks for some ten things at once. */
const PERSON_BUCKET: BucketSize = { ratePerSecond: 20, burst: 200 }
const PEOPLE_MAX = 20_000
const SIGN_INS_MAX = 60 // an office shares one address, and a person with a code signs in with two requests
const MINUTE_MS = 60_000

/** Password guesses count together with those of every other sign-in: `windows` are the platform's. */
export const createPeopleLimiter = (platform: RateLimiter): RateLimiter => {
  const buckets = new LRUCache<string, Bucket>(atMost(PEOPLE_MAX))
  return {
    takeForAddress: platform.takeForAddress,
    untouched: platform.untouched,
    windows: platform.windows,
    takeForAnonymous: async ({ address, limitClass, nowMs }) => {
      const taken = platform.untouched(nowMs)
      if (limitClass !== 'token') return taken
      const { count, endsAt } = await platform.windows.count(`console sign-in ${toNetwork(address)}`, MINUTE_MS, nowMs)
      if (count <= SIGN_INS_MAX) return taken
      const retryAfter = Math.max(1, Math.ceil((endsAt - nowMs) / 1000))
      return { ...taken, retryAfter, refusedBy: phrase`${SIGN_INS_MAX} sign-ins a minute per address` }
    },
    takeForOrganization({ tenantId, subject, plan, limitClass, nowMs }) {
      const key = `${tenantId} ${subject ?? ''}`
      const bucket = buckets.get(key) ?? fullBucket(PERSON_BUCKET, nowMs)
      buckets.set(key, bucket)
      const taken = takeOne(bucket, PERSON_BUCKET, nowMs)
      if (taken.retryAfter !== null || plan?.isUnlimited) return taken
      return countClass(platform.windows, taken, limitClass, `console ${tenantId}`, nowMs)
    },
  }
}
