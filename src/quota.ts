/** How many payments and transfers a day and a month a plan allows, and an API key with figures of its own, counted by the calendar of Istanbul (contract/identity 7.1). */
import type { Realms } from './access/callers/realms.ts'
import type { Principal } from './access/endpoint.ts'
import { idAt } from './core/id.ts'
import { Problem, type ProblemCode } from './core/problem.ts'
import type { House } from './infra/house.ts'
import { countPaymentsSince } from './payments/payment-store.ts'
import { countTransfersSince } from './transfers/reading/transfer-list-store.ts'

/** A day and a month; as limits 0 = none. */
export interface Used {
  daily: number
  monthly: number
}
interface Caller {
  readonly tenantId: string
  readonly principal: Pick<Principal, 'clientId' | 'ownLimits'>
}

export interface PlanQuota {
  /** Throws daily_limit_exceeded or monthly_limit_exceeded when plan or key do not allow so many more. */
  check(caller: Caller, wanted: number): Promise<void>
  /** What is used by now, as {@link check} counts it: by the key where the key has figures of its own, else by the tenant. */
  used(caller: Caller): Promise<Used>
}

/** Plans and keys without limits cost nothing here; calls side by side may overshoot by as many as run at once. */
export const openPlanQuota = (house: House, realms: Realms): PlanQuota => ({
  async check({ tenantId, principal }, wanted) {
    const plan = (await realms.realmOfTenant(tenantId))?.plan
    const ofPlan = { daily: plan?.dailyTransactionLimit ?? 0, monthly: plan?.monthlyTransactionLimit ?? 0 }
    const { daily, monthly } = principal.ownLimits
    const own = { daily: daily ?? 0, monthly: monthly ?? 0 }
    await checkCounts(house, ofPlan, wanted, 'The plan', (since) => countSince(house, tenantId, since))
    await checkCounts(house, own, wanted, 'This API key', (since) =>
      countSince(house, tenantId, since, principal.clientId),
    )
  },
  async used({ tenantId, principal }) {
    const { day, month } = periodsAt(house)
    const { daily, monthly } = principal.ownLimits
    const usedSince = (since: Temporal.ZonedDateTime, own: number | null): Promise<number> =>
      countSince(house, tenantId, since, own === null ? undefined : principal.clientId)
    return { daily: await usedSince(day, daily), monthly: await usedSince(month, monthly) }
  },
})

type Count = (since: Temporal.ZonedDateTime) => Promise<number>

const checkCounts = async (house: House, limits: Used, wanted: number, whose: string, count: Count): Promise<void> => {
  if (limits.daily === 0 && limits.monthly === 0) return
  const { day, month } = periodsAt(house)
  const periods: [limit: number, since: Temporal.ZonedDateTime, code: ProblemCode, words: string][] = [
    [limits.daily, day, 'daily_limit_exceeded', 'a day'],
    [limits.monthly, month, 'monthly_limit_exceeded', 'a month'],
  ]
  for (const [limit, since, code, words] of periods)
    if (limit > 0 && (await count(since)) + wanted > limit)
      throw new Problem(code, { detail: `${whose} allows ${limit} payments and transfers ${words}; they are used up.` })
}

const periodsAt = ({ clock }: House): { day: Temporal.ZonedDateTime; month: Temporal.ZonedDateTime } => {
  const day = Temporal.Instant.fromEpochMilliseconds(clock.ms()).toZonedDateTimeISO('Europe/Istanbul').startOfDay()
  return { day, month: day.with({ day: 1 }) }
}

/** `clientId`: of this API key alone. */
const countSince = async (
  { db }: House,
  tenantId: string,
  since: Temporal.ZonedDateTime,
  clientId?: string,
): Promise<number> => {
  const firstId = idAt(since.epochMilliseconds, 'first')
  return db.inTenant(tenantId, async (tx) => {
    const payments = await countPaymentsSince(tx, tenantId, firstId, clientId)
    return payments + (await countTransfersSince(tx, tenantId, firstId, clientId))
  })
}
