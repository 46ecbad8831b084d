/** Rate limits of a caller: the organization's bucket, buckets per address, and class limits on top. */
import ipaddr from 'ipaddr.js'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { TariffPlan } from '../callers/realms.ts'
import { COUNTED_CLASSES, type LimitClass } from '../limit-classes.ts'
import type { LimitStore, OrLater } from './limit-store.ts'
import { createMemoryLimits } from './memory-limits.ts'
import { type BucketSize, type LimitDecision, toDecision } from './token-bucket.ts'

export type { LimitDecision as Taken } from './token-bucket.ts'

/** Callers without a token, by address. */
const ANONYMOUS_BUCKET: BucketSize = { ratePerSecond: 50, burst: 100 }
/** A realm without a plan: the platform's own. */
export const PLANLESS_BUCKET: BucketSize = { ratePerSecond: 50, burst: 100 }
const UNLIMITED = 1_000_000
const MINUTE_MS = 60_000

interface LimitedCall {
  limitClass: LimitClass
  /** Real time, ms. */
  nowMs: number
}

/** An API key's own limit, below the organization's. */
export interface KeyLimit {
  readonly clientId: string
  readonly ratePerSecond: number
}

export interface RateLimiter {
  /** Step 3: limits a caller without a token. `realm` is the realm in its path, if any. */
  takeForAnonymous(
    call: LimitedCall & { address: string; realm: { tenantId: string; plan: TariffPlan | null } | null },
  ): OrLater<LimitDecision>
  /** Responses without an endpoint, such as an unknown path. */
  takeForAddress(address: string, nowMs: number): LimitDecision
  /** Step 6: limits the organization of the token, then the class. `subject` is the token's; in the console each person is counted separately. */
  takeForOrganization(
    call: LimitedCall & { tenantId: string; subject?: string; plan: TariffPlan | null; key?: KeyLimit | null },
  ): OrLater<LimitDecision>
  /** Health probes, bank callbacks and hosted pages: the anonymous caller's bucket, full. */
  untouched(nowMs: number): LimitDecision
  /** Windows for other counters, such as failed sign-ins. */
  readonly windows: Pick<LimitStore, 'count' | 'look' | 'forget'>
}

/**
 * `store` is shared by all processes, or this process's memory when it is the only one. A sandbox lets the plan without limits lift
 * the limit of sign-ins an address has; in production nothing does.
 */
export const createRateLimiter = (
  store: LimitStore = createMemoryLimits(),
  { liftsSignIn = true } = {},
): RateLimiter => {
  // Anonymous callers are counted per process even where the rest is shared: a flood of them must not become a flood of writes.
  const anonymousBuckets = createMemoryLimits()
  const takeOfAddress = (address: string, nowMs: number): LimitDecision =>
    anonymousBuckets.take({ key: toNetwork(address), size: ANONYMOUS_BUCKET }, nowMs)

  const withClass = (
    taken: LimitDecision,
    limitClass: LimitClass,
    whose: string,
    nowMs: number,
  ): OrLater<LimitDecision> => {
    return taken.retryAfter === null ? countClass(store, taken, limitClass, whose, nowMs) : taken
  }
  return {
    takeForAddress: takeOfAddress,
    takeForAnonymous({ address, realm, limitClass, nowMs }) {
      const isClass = limitClass !== 'plan' && limitClass !== 'none'
      const isOrganizations = isClass && COUNTED_CLASSES[limitClass].per === 'organization'
      if (realm?.plan?.isUnlimited && (liftsSignIn || !isClass || isOrganizations)) return unlimited(nowMs)
      const whose = isOrganizations && realm ? realm.tenantId : toNetwork(address)
      return withClass(takeOfAddress(address, nowMs), limitClass, whose, nowMs)
    },
    takeForOrganization({ tenantId, plan, limitClass, nowMs, key }) {
      const below = key ? { key: `${tenantId} ${key.clientId}`, size: bucketOfKey(key) } : undefined
      if (plan?.isUnlimited) {
        if (!below) return unlimited(nowMs)
        const words = phrase`${below.size.ratePerSecond} requests a second of this API key`
        return after(store.take(below, nowMs), ({ retryAfter }) => ({
          ...unlimited(nowMs),
          retryAfter,
          ...(retryAfter === null ? {} : { refusedBy: words }),
        }))
      }
      return after(store.take({ key: tenantId, size: plan ?? PLANLESS_BUCKET }, nowMs, below), (taken) =>
        withClass(taken, limitClass, tenantId, nowMs),
      )
    },
    untouched: (nowMs) => toDecision({ tokens: ANONYMOUS_BUCKET.burst, size: ANONYMOUS_BUCKET }, true, nowMs),
    windows: store,
  }
}

/** Counts one more call of its class. Returns `taken`, or a refusal if the class is used up. `whose` names the unit that is counted. */
export const countClass = (
  windows: RateLimiter['windows'],
  taken: LimitDecision,
  limitClass: LimitClass,
  whose: string,
  nowMs: number,
): OrLater<LimitDecision> => {
  if (limitClass === 'plan' || limitClass === 'none') return taken
  const { max, words } = COUNTED_CLASSES[limitClass]
  return after(windows.count(`${limitClass} ${whose}`, MINUTE_MS, nowMs), (window) =>
    window.count <= max ? taken : { ...taken, retryAfter: secondsUntil(window.endsAt, nowMs), refusedBy: words(max) },
  )
}

/** Twice the rate, like the burst in the plans of docs/interface/requests.md#limits. */
const bucketOfKey = ({ ratePerSecond }: KeyLimit): BucketSize => ({ ratePerSecond, burst: ratePerSecond * 2 })

/** The refusal of a call whose {@link LimitDecision} has a retryAfter. */
export const rateLimitExceeded = (taken: LimitDecision): Problem => {
  const wait = taken.retryAfter ?? 1
  const limit = taken.refusedBy ?? phrase`${taken.limit} requests a second`
  return new Problem('rate_limit_exceeded', {
    detail: phrase`The limit of ${limit} is used up; wait ${wait} s, as Retry-After says, and repeat.`,
    headers: { 'retry-after': String(wait) },
  })
}

/** The caller behind an address: an IPv4 address, mapped or not, or the /64 an IPv6 caller can pick addresses from. */
export const toNetwork = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

const unlimited = (nowMs: number): LimitDecision => ({
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetAt: Math.ceil(nowMs / 1000),
  retryAfter: null,
})
const secondsUntil = (ms: number, nowMs: number): number => Math.max(1, Math.ceil((ms - nowMs) / 1000))
const after = <T, U>(value: OrLater<T>, next: (value: T) => OrLater<U>): OrLater<U> =>
  value instanceof Promise ? value.then(next) : next(value)
