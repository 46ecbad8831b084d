/** When EFT runs: working days from nine to five in Istanbul, to one on the eve of a holiday. The bank's own calendar. */
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ISTANBUL_MS = 3 * HOUR_MS // since 2016 the year round

const OPENS_HOUR = 9
const CLOSES_HOUR = 17
const CLOSES_HOUR_HALF = 13
const SATURDAY = 6
const SUNDAY = 0

/** Month and day, every year. */
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

/** `now` where EFT runs, else when it does next. */
export const nextEftOpening = (now: number): number => {
  const local = now + ISTANBUL_MS
  for (let day = Math.floor(local / DAY_MS); ; day++) {
    const closes = closingHour(day)
    if (closes === undefined) continue
    const opening = day * DAY_MS + OPENS_HOUR * HOUR_MS
    if (local < opening) return opening - ISTANBUL_MS
    if (local < day * DAY_MS + closes * HOUR_MS) return now
  }
}

/** Undefined: closed all day. */
const closingHour = (day: number): number | undefined => {
  const date = new Date(day * DAY_MS)
  const weekday = date.getUTCDay()
  const name = date.toISOString().slice(5, 10)
  if (weekday === SATURDAY || weekday === SUNDAY || FIXED.has(name) || FREE_DAYS.has(day)) return undefined
  return name === FIXED_EVE || FEAST_EVES.has(day) ? CLOSES_HOUR_HALF : CLOSES_HOUR
}
