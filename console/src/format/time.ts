/** Times in the tenant's zone, with UTC beside them; relative times follow the platform's clock, not the browser's. */

const cache = new Map<string, Intl.DateTimeFormat>()
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale}${JSON.stringify(options)}`
  const format = cache.get(key) ?? new Intl.DateTimeFormat(locale, options)
  cache.set(key, format)
  return format
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

export const dayAndTime = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { ...DAY, ...CLOCK, timeZone }).format(new Date(iso))
export const day = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { ...DAY, timeZone }).format(new Date(iso))
export const clock = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { ...CLOCK, timeZone }).format(new Date(iso))
/** To the thousandth of a second: where steps of one payment follow each other. */
export const exactClock = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { ...CLOCK, second: '2-digit', fractionalSecondDigits: 3, timeZone }).format(new Date(iso))
export const utc = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** `2 hours ago`, `in 3 days`, reckoned from `now`. */
export const relative = (iso: string, now: number, locale: string): string => {
  const distance = Date.parse(iso) - now
  if (Math.abs(distance) < 60_000) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(distance / size), unit)
}

/** The moment a day of the zone begins, as the interface takes it. */
export const startOfDay = (date: string, timeZone: string): string => {
  const guess = Date.parse(`${date}T00:00:00Z`)
  const shown = formatOf('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(guess)
  return new Date(2 * guess - Date.parse(`${shown.replace(' ', 'T')}Z`)).toISOString()
}

/** The date in the zone at a moment, as `2026-11-23`. */
export const dateIn = (ms: number, timeZone: string): string =>
  formatOf('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)

/** The last moment of it that the platform's clock tells apart. */
export const endOfDay = (date: string, timeZone: string): string =>
  new Date(Date.parse(startOfDay(dayAfter(date, 1), timeZone)) - 1).toISOString()

/** So many days of the calendar later; earlier below zero. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
