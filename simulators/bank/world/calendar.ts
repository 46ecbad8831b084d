/** The bank's own calendar: weekends, fixed holidays, the two feasts. Days are counted since 1970. */
const DAY_MS = 86_400_000
const SATURDAY = 6
const SUNDAY = 0

/** Month and day, in every year. */
const FIXED: ReadonlySet<string> = new Set(['01-01', '04-23', '05-01', '05-19', '07-15', '08-30', '10-29'])
const FIXED_EVE = '10-28'

/** First day of Ramazan Bayramı (three days) and of Kurban Bayramı (four days); the afternoon before is free too. */
const FEASTS: readonly (readonly [first: string, days: number])[] = [
  ['2025-03-30', 3],
  ['2025-06-06', 4],
  ['2026-03-20', 3],
  ['2026-05-27', 4],
  ['2027-03-09', 3],
  ['2027-05-16', 4],
  ['2028-02-26', 3],
  ['2028-05-05', 4],
  ['2029-02-14', 3],
  ['2029-04-24', 4],
  ['2030-02-04', 3],
  ['2030-04-13', 4],
  ['2031-01-24', 3],
  ['2031-04-02', 4],
  ['2032-01-14', 3],
  ['2032-03-22', 4],
  ['2033-01-02', 3],
  ['2033-03-11', 4],
  ['2033-12-23', 3],
  ['2034-03-01', 4],
  ['2034-12-12', 3],
]

const dayNumber = (text: string): number => Date.parse(text) / DAY_MS

const FREE_DAYS: ReadonlySet<number> = new Set(
  FEASTS.flatMap(([first, days]) => Array.from({ length: days }, (_, n) => dayNumber(first) + n)),
)
const FEAST_EVES: ReadonlySet<number> = new Set(FEASTS.map(([first]) => dayNumber(first) - 1))

export const isBankDay = (day: number): boolean => {
  const date = new Date(day * DAY_MS)
  const weekday = date.getUTCDay()
  return !(weekday === SATURDAY || weekday === SUNDAY || FIXED.has(formatDay(date)) || FREE_DAYS.has(day))
}

/** Returns whether it is the eve of a holiday, when banks close at one. */
export const isHalfDay = (day: number): boolean =>
  formatDay(new Date(day * DAY_MS)) === FIXED_EVE || FEAST_EVES.has(day)

const formatDay = (date: Date): string => date.toISOString().slice(5, 10)

/** Returns the day itself if the bank works on it. */
export const bankDayFrom = (day: number): number => (isBankDay(day) ? day : bankDayFrom(day + 1))

/** Returns the day this many months later; in a shorter month its last day. */
export const monthsLater = (day: number, months: number): number => {
  const date = new Date(day * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS
}

/** Formats as YYYY-MM-DD. */
export const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
