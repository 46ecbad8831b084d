/** How many payments a day and a month a plan allows, and an API key with figures of its own, counted by the calendar of Istanbul (contract/identity 7.1). */

import type { Call } from '../access/endpoint.ts'
import { idAt } from '../core/id.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import type { House } from '../infra/house.ts'
import type { PaymentDesk, Quota } from './payment-desk.ts'
import { countPaymentsSince } from './payment-store.ts'

/** Plans and keys without limits cost nothing here; calls side by side may overshoot by as many as run at once. */
export const checkQuota = async (
  { house }: PaymentDesk,
  { tenantId, principal }: Pick<Call, 'tenantId' | 'principal'>,
  quota: Quota,
): Promise<void> => {
  const { daily, monthly } = principal.ownLimits
  const own = { daily: daily ?? 0, monthly: monthly ?? 0 }
  await checkCounts(house, quota, 'The plan', (since) => countSince(house, tenantId, since))
  await checkCounts(house, own, 'This API key', (since) => countSince(house, tenantId, since, principal.clientId))
}

type Count = (since: Temporal.ZonedDateTime) => Promise<number>

const checkCounts = async (house: House, quota: Quota, whose: string, count: Count): Promise<void> => {
  if (quota.daily === 0 && quota.monthly === 0) return
  const { day, month } = periodsAt(house)
  const periods: [limit: number, since: Temporal.ZonedDateTime, code: ProblemCode, words: string][] = [
    [quota.daily, day, 'daily_limit_exceeded', 'a day'],
    [quota.monthly, month, 'monthly_limit_exceeded', 'a month'],
  ]
  for (const [limit, since, code, words] of periods)
    if (limit > 0 && (await count(since)) >= limit)
      throw new Problem(code, { detail: `${whose} allows ${limit} payments ${words}; they are used up.` })
}

/** What is used by now, as {@link checkQuota} counts it: of the key's own figure where it has one, else of the plan's. */
export const usedQuota = async (
  house: House,
  { tenantId, principal }: Pick<Call, 'tenantId' | 'principal'>,
): Promise<Quota> => {
  const { day, month } = periodsAt(house)
  const { daily, monthly } = principal.ownLimits
  const usedSince = (since: Temporal.ZonedDateTime, own: number | null): Promise<number> =>
    countSince(house, tenantId, since, own === null ? undefined : principal.clientId)
  return { daily: await usedSince(day, daily), monthly: await usedSince(month, monthly) }
}

const periodsAt = ({ clock }: House): { day: Temporal.ZonedDateTime; month: Temporal.ZonedDateTime } => {
  const day = Temporal.Instant.fromEpochMilliseconds(clock.ms()).toZonedDateTimeISO('Europe/Istanbul').startOfDay()
  return { day, month: day.with({ day: 1 }) }
}

const countSince = (
  { db }: House,
  tenantId: string,
  since: Temporal.ZonedDateTime,
  clientId?: string,
): Promise<number> =>
  db.inTenant(tenantId, (tx) => countPaymentsSince(tx, tenantId, idAt(since.epochMilliseconds, 'first'), clientId))
