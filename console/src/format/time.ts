/** Times in the tenant's zone, with UTC in addition; relative times follow the platform's clock, not the browser's. */

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
/** Formats to the thousandth of a second, for steps of one payment that follow each other closely. */
export const exactClock = (iso: string, locale: string, timeZone: string): string =>
  formatOf(locale, { ...CLOCK, second: '2-digit', fractionalSecondDigits: 3, timeZone }).format(new Date(iso))
export const utc = (iso: string): string => `${new Date(iso).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats `2 hours ago` or `in 3 days`, relative to `now`. */
export const relative = (iso: string, now: number, locale: string): string => {
  const distance = Date.parse(iso) - now
  if (Math.abs(distance) < 60_000) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(distance / size), unit)
}

/** Returns the moment a day begins in the zone, in the interface's format. */
export const startOfDay = (date: string, timeZone: string): string => {
  const guess = Date.parse(`${date}T00:00:00Z`)
  const shown = formatOf('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(guess)
  return new Date(2 * guess - Date.parse(`${shown.replace(' ', 'T')}Z`)).toISOString()
}

/** Returns the date in the zone at a moment, as `2026-11-23`. */
export const dateIn = (ms: number, timeZone: string): string =>
  formatOf('sv-SE', { timeZone, dateStyle: 'short' }).format(ms)

/** Returns the last moment of the day at the resolution of the platform's clock. */
export const endOfDay = (date: string, timeZone: string): string =>
  new Date(Date.parse(startOfDay(dayAfter(date, 1), timeZone)) - 1).toISOString()

/** Returns the calendar day this many days later; earlier for a negative number. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
