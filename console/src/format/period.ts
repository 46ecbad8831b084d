/** Periods by which a list is filtered, as calendar days. Pure. */
import { dayAfter } from './time.ts'

/** Both days are included; without a last day the period is open. */
export interface Days {
  readonly first?: string | undefined
  readonly last?: string | undefined
}

const DAY = /^2\d{3}-\d{2}-\d{2}$/
const MONDAY = 1

/** Returns the days a period means on a given day. Pure. */
export const toDays = ({ period, from, to }: Readonly<Record<string, string>>, today: string): Days => {
  if (period === 'today') return { first: today }
  if (period === 'yesterday') return { first: dayAfter(today, -1), last: dayAfter(today, -1) }
  if (period === 'week') return { first: dayAfter(today, -((weekdayOf(today) - MONDAY + 7) % 7)) }
  if (period === 'month') return { first: `${today.slice(0, 8)}01` }
  if (period === '7d') return { first: dayAfter(today, -6) }
  if (period === '30d') return { first: dayAfter(today, -29) }
  if (period !== 'own') return {}
  const [first, last] = [from, to].map((day) => (isDay(day) ? day : undefined))
  // The same days in reverse order are accepted.
  return first !== undefined && last !== undefined && first > last ? { first: last, last: first } : { first, last }
}

/** Checks a day, because people also type addresses. */
export const isDay = (text: string | undefined): boolean =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
