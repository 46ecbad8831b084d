/**
 * Limits how many payments and transfers a plan allows per day and month, and an API key with its own figures, by the calendar of
 * Istanbul (docs/interface/identity.md#plans). Exact: each request is granted in the transaction that writes it, one after the other.
 */
import { LRUCache } from 'lru-cache'
import { istanbulTime } from '../../core/clock.ts'
import { type Phrase, phrase } from '../../core/phrases/phrase.ts'
import { Problem, type ProblemCode } from '../../core/problem.ts'
import type { Tx } from '../../infra/database/database.ts'
import { atMost } from '../../infra/process/growing-cache.ts'
import type { Runtime } from '../../infra/runtime.ts'
import type { Realms } from '../callers/realms.ts'
import type { Principal } from '../endpoint.ts'
import { type CountedUse, findCounts, lockQuotas, type Period } from './quota-store.ts'

/** A day and a month; as limits 0 = none. */
export interface Used {
  readonly daily: number
  readonly monthly: number
}
interface Caller {
  readonly tenantId: string
  readonly principal: Pick<Principal, 'clientId' | 'ownLimits'>
}

/** A caller's quota, where plan or key limit it. */
export interface Quota {
  readonly tenantId: string
  readonly clientId: string
  readonly ofPlan: Used
  readonly ofKey: Used
}
export interface QuotaRequest {
  readonly quota: Quota
  /** Creation time by the platform clock. */
  readonly atMs: number
  readonly wanted: number
}

export interface TariffPlanQuota {
  /** Returns null if neither plan nor key has limits; then nothing is read or locked. */
  quotaOf(caller: Caller): Promise<Quota | null>
  /** Throws at once if this process has seen the limit used up; does not report the remaining quota. */
  refuseUsedUp(request: QuotaRequest): void
  /** First in the transaction that writes: which requests are refused, by position; null = granted, or not limited. */
  grant(tx: Tx, requests: readonly (QuotaRequest | null)[]): Promise<(Problem | null)[]>
  /** Returns the use so far: of the key if the key has its own limits, else of the tenant. */
  used(caller: Caller): Promise<Used>
}

const KNOWN_MAX = 10_000

export const createTariffPlanQuota = (runtime: Runtime, realms: Realms): TariffPlanQuota => {
  const usedUp = new LRUCache<string, true>(atMost(KNOWN_MAX))
  return {
    async quotaOf({ tenantId, principal }) {
      const plan = (await realms.realmOfTenant(tenantId))?.plan
      const ofPlan = { daily: plan?.dailyTransactionLimit ?? 0, monthly: plan?.monthlyTransactionLimit ?? 0 }
      const ofKey = { daily: principal.ownLimits.daily ?? 0, monthly: principal.ownLimits.monthly ?? 0 }
      const isLimited = [ofPlan.daily, ofPlan.monthly, ofKey.daily, ofKey.monthly].some((limit) => limit > 0)
      return isLimited ? { tenantId, clientId: principal.clientId, ofPlan, ofKey } : null
    },
    refuseUsedUp(request) {
      for (const bound of boundsOf(request)) if (usedUp.has(bound.key)) throw toRefusal(bound)
    },
    async grant(tx, requests) {
      const limited = requests.filter((request) => request !== null)
      if (limited.length === 0) return requests.map(() => null)
      const bounds = new Map(limited.map((request) => [request, boundsOf(request)]))
      // Both are sent at once; the counts are those of the moment when the lock was taken.
      const [, rows] = await Promise.all([
        lockQuotas(
          tx,
          limited.map(({ quota }) => quota.tenantId),
        ),
        findCounts(tx, periodsOf([...bounds.values()].flat())),
      ])
      const counts = countsByBound(rows)
      return requests.map((request) => {
        if (request === null) return null
        const own = bounds.get(request) as Bound[]
        const broken = own.find(({ counter, limit }) => (counts.get(counter) ?? 0) + request.wanted > limit)
        if (broken === undefined) {
          for (const { counter } of own) counts.set(counter, (counts.get(counter) ?? 0) + request.wanted)
          return null
        }
        if ((counts.get(broken.counter) ?? 0) >= broken.limit) usedUp.set(broken.key, true)
        return toRefusal(broken)
      })
    },
    async used({ tenantId, principal }) {
      const { daily, monthly } = principal.ownLimits
      const [day, month] = periodsAt(runtime.clock.ms())
      const rows = await runtime.db.transaction({ of: tenantId }, (tx) =>
        findCounts(tx, [
          { tenantId, ...day },
          { tenantId, ...month },
        ]),
      )
      const counts = countsByBound(rows)
      const usedIn = (period: Period, own: number | null): number =>
        counts.get(counterOf(tenantId, own === null ? null : principal.clientId, period)) ?? 0
      return { daily: usedIn(day, daily), monthly: usedIn(month, monthly) }
    },
  }
}

/** One limit of one request: the counted period, and the message when it is reached. */
interface Bound {
  readonly counter: string
  /** Counter and limit: a counter used up under one limit is not under a higher one. */
  readonly key: string
  readonly limit: number
  readonly code: ProblemCode
  readonly words: Phrase
  readonly tenantId: string
  readonly period: Period
}

const boundsOf = ({ quota, atMs }: QuotaRequest): Bound[] => {
  const { tenantId, clientId, ofPlan, ofKey } = quota
  const [day, month] = periodsAt(atMs)
  const bound = (limit: number, client: string | null, period: Period): Bound[] => {
    if (limit === 0) return []
    const counter = counterOf(tenantId, client, period)
    return [
      {
        counter,
        key: `${counter} ${limit}`,
        limit,
        code: period.isMonth ? 'monthly_limit_exceeded' : 'daily_limit_exceeded',
        words: usedUp(limit, client === null, period.isMonth),
        tenantId,
        period,
      },
    ]
  }
  return [
    ...bound(ofPlan.daily, null, day),
    ...bound(ofPlan.monthly, null, month),
    ...bound(ofKey.daily, clientId, day),
    ...bound(ofKey.monthly, clientId, month),
  ]
}

const usedUp = (limit: number, isOfPlan: boolean, isMonth: boolean): Phrase => {
  if (isOfPlan)
    return isMonth
      ? phrase`The plan allows ${limit} payments and transfers a month; they are used up.`
      : phrase`The plan allows ${limit} payments and transfers a day; they are used up.`
  return isMonth
    ? phrase`This API key allows ${limit} payments and transfers a month; they are used up.`
    : phrase`This API key allows ${limit} payments and transfers a day; they are used up.`
}

const toRefusal = ({ code, words }: Bound): Problem => new Problem(code, { detail: words })

/** `clientId` null: of the whole tenant. */
const counterOf = (tenantId: string, clientId: string | null, { startsOn, isMonth }: Period): string =>
  `${tenantId} ${clientId ?? ''} ${isMonth ? 'month' : 'day'} ${startsOn}`

const countsByBound = (rows: readonly CountedUse[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { tenant_id, client_id, starts_on, is_month, count } of rows)
    for (const clientId of [null, client_id]) {
      const counter = counterOf(tenant_id, clientId, { startsOn: starts_on, isMonth: is_month })
      counts.set(counter, (counts.get(counter) ?? 0) + count)
    }
  return counts
}

const periodsOf = (bounds: readonly Bound[]) => {
  const periods = new Map(
    bounds.map(({ tenantId, period }) => [counterOf(tenantId, null, period), { tenantId, ...period }]),
  )
  return [...periods.values()]
}

/** The day and the month of a moment, in Istanbul. */
const periodsAt = (ms: number): [day: Period, month: Period] => {
  const day = istanbulTime(ms).toPlainDate()
  return [
    { startsOn: day.toString(), isMonth: false },
    { startsOn: day.with({ day: 1 }).toString(), isMonth: true },
  ]
}
