/** When the bank pays a movement, by Turkish business days, month ends, blocked days and a fixed weekday. */
import { KNOWN_YEARS, nextWorkingDay } from '../../reference/transfer-rules/working-days.ts'
import type { MerchantTerms } from './terms.ts'

type ValueDateTerms = Pick<MerchantTerms, 'value_date_plan' | 'blocked_days' | 'payout_weekday'>

/**
 * Returns one date per installment, YYYY-MM-DD; null if the holidays of its year are not in the table. `day` is the
 * movement's day in Istanbul.
 */
export const computeValueDates = (plan: ValueDateTerms, day: string, installments: number): (string | null)[] => {
  const from = Temporal.PlainDate.from(day)
  const first = firstDayOf(plan, from)
  return Array.from({ length: installments }, (_, n) => {
    if (plan.value_date_plan !== 'per_installment') return businessDayFrom(first)
    // Counted from the first payment, so that months of different length never change the order of the dates.
    const firstDate = businessDayFrom(first)
    return firstDate === null ? null : businessDayFrom(Temporal.PlainDate.from(firstDate).add({ months: n }))
  })
}

const firstDayOf = (plan: ValueDateTerms, day: Temporal.PlainDate): Temporal.PlainDate => {
  switch (plan.value_date_plan) {
    case 'next_day':
    case 'per_installment':
      return day.add({ days: 1 })
    case 'blocked_n':
      return day.add({ days: (plan.blocked_days ?? 0) + 1 })
    case 'weekly': {
      const next = day.add({ days: 1 })
      return next.add({ days: ((plan.payout_weekday ?? 1) - next.dayOfWeek + 7) % 7 })
    }
  }
}

/** Returns the value date of what is taken back at once: a refund or a chargeback. */
export const valueDateOfRefund = (day: string): string | null =>
  businessDayFrom(Temporal.PlainDate.from(day).add({ days: 1 }))

const businessDayFrom = (day: Temporal.PlainDate): string | null => {
  if (!isKnown(day)) return null
  const found = nextWorkingDay(day)
  return isKnown(found) ? found.toString() : null
}

const isKnown = ({ year }: Temporal.PlainDate): boolean => year >= KNOWN_YEARS.first && year <= KNOWN_YEARS.last
