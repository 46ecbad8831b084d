/**
 * Turkey's working days: weekends, the fixed holidays, the two that follow the moon, and the half days before them. The
 * table is our own, because date-holidays is 45 MB, partly CC-BY, and has no half days. It ends in 2034; until lines
 * are added, EFT then also operates on those holidays.
 */
import { readFileSync } from 'node:fs'

type DayKind = 'working' | 'half' | 'closed'

const SATURDAY = 6
const HEADER = 1
const YEARLY = /^\d{2}-\d{2}$/

interface Holiday {
  /** MM-DD for every year, or a day of one year. */
  readonly firstDay: string
  readonly days: number
  readonly hasHalfDayBefore: boolean
}

const HOLIDAYS: readonly Holiday[] = readFileSync(new URL('../data/holidays.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(HEADER)
  .map((line) => line.split(';') as [string, string, string, string])
  .map(([firstDay, days, half]) => ({ firstDay, days: Number(days), hasHalfDayBefore: half === 'true' }))

/** Returns every holiday of a year and its eves, by day; cached, since a year is looked up often. */
const kindsOfYear = (year: number): ReadonlyMap<string, DayKind> => {
  const cachedYear = years.get(year)
  if (cachedYear) return cachedYear
  const kinds = new Map<string, DayKind>()
  for (const { firstDay, days, hasHalfDayBefore } of HOLIDAYS) {
    const first = Temporal.PlainDate.from(YEARLY.test(firstDay) ? `${year}-${firstDay}` : firstDay)
    const eve = first.subtract({ days: 1 }).toString()
    // With two holidays in a row, the eve of the second may be the first holiday itself.
    if (hasHalfDayBefore && !kinds.has(eve)) kinds.set(eve, 'half')
    for (let n = 0; n < days; n++) kinds.set(first.add({ days: n }).toString(), 'closed')
  }
  years.set(year, kinds)
  return kinds
}
const years = new Map<number, ReadonlyMap<string, DayKind>>()

/** The years whose moving holidays are in the table; for days outside of them it is not known whether banks work. */
export const KNOWN_YEARS: { readonly first: number; readonly last: number } = (() => {
  const years = HOLIDAYS.filter(({ firstDay }) => !YEARLY.test(firstDay)).map(({ firstDay }) =>
    Number(firstDay.slice(0, 4)),
  )
  return { first: Math.min(...years), last: Math.max(...years) }
})()

export const findDayKind = (day: Temporal.PlainDate): DayKind =>
  day.dayOfWeek >= SATURDAY ? 'closed' : (kindsOfYear(day.year).get(day.toString()) ?? 'working')

/** Returns the day itself if banks work on it, half days included. */
export const nextWorkingDay = (day: Temporal.PlainDate): Temporal.PlainDate => {
  while (findDayKind(day) === 'closed') day = day.add({ days: 1 })
  return day
}

/** Returns the day itself if banks work on it, half days included. */
export const previousWorkingDay = (day: Temporal.PlainDate): Temporal.PlainDate => {
  while (findDayKind(day) === 'closed') day = day.subtract({ days: 1 })
  return day
}
