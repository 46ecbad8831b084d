/** Parses times and dates of requests: ISO 8601, with an offset, and of a day that exists. */
import { isoTime } from '../../core/clock.ts'

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2})?)$/

/** The moment in the interface's own form (UTC, milliseconds, +00:00), or undefined when the text is not one. */
export const parseDateTime = (text: string): string | undefined => {
  const match = DATE_TIME.exec(text)
  if (!match) return undefined
  const [
    ,
    date = '',
    hour = '',
    minute = '',
    second = '0',
    fraction = '',
    ,
    sign,
    offsetHour = '0',
    offsetMinute = '0',
  ] = match
  const day = dayMs(date)
  const fits = +hour < 24 && +minute < 60 && +second < 60 && +offsetHour < 24 && +offsetMinute < 60
  if (day === undefined || !fits) return undefined
  const offset = (sign === '-' ? -1 : 1) * (+offsetHour * 60 + +offsetMinute)
  const ms =
    day + (+hour * 60 + +minute - offset) * 60_000 + +second * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
  return ms < FIRST_MS || ms > LAST_MS ? undefined : isoTime(ms)
}

/** Returns whether the text is YYYY-MM-DD of a day that exists. */
export const isDate = (text: string): boolean => dayMs(text) !== undefined

// The years PostgreSQL and a four-digit year both know.
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

const dayMs = (date: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms) || ms < FIRST_MS) return undefined
  return new Date(ms).toISOString().slice(0, 10) === date ? ms : undefined
}
