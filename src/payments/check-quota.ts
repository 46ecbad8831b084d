/** The plan's number of payments a day and a month, counted by the calendar of Istanbul (contract/identity 7.1). */

import { idAt } from '../core/id.ts'
import { Problem, type ProblemCode } from '../core/problem.ts'
import type { PaymentDesk, Quota } from './payment-desk.ts'
import { countPaymentsSince } from './payment-store.ts'

/** Plans without limits cost nothing here; calls side by side may overshoot by as many as run at once. */
export const checkQuota = async (desk: PaymentDesk, tenantId: string, quota: Quota): Promise<void> => {
  if (quota.daily === 0 && quota.monthly === 0) return
  const today = Temporal.Instant.fromEpochMilliseconds(desk.house.clock.ms())
    .toZonedDateTimeISO('Europe/Istanbul')
    .startOfDay()
  const periods: [limit: number, since: Temporal.ZonedDateTime, code: ProblemCode, words: string][] = [
    [quota.daily, today, 'daily_limit_exceeded', 'a day'],
    [quota.monthly, today.with({ day: 1 }), 'monthly_limit_exceeded', 'a month'],
  ]
  for (const [limit, since, code, words] of periods) {
    if (limit === 0) continue
    const firstId = idAt(since.epochMilliseconds, 'first')
    const count = await desk.house.db.inTenant(tenantId, (tx) => countPaymentsSince(tx, tenantId, firstId))
    if (count >= limit)
      throw new Problem(code, { detail: `The plan allows ${limit} payments ${words}; they are used up.` })
  }
}
