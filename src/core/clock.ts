/** The one source of "now". Business time only: leases, tokens and deadlines use real time (docs/ARCHITECTURE.md, Glossary). */
export interface Clock {
  /** Milliseconds since 1970, including the sandbox's offset. */
  ms(): number
  now(): Date
}

/** Formats a moment as the interface does: UTC, milliseconds, offset as +00:00. */
export const isoTime = (moment: Date | number): string => {
  const ms = +moment
  // A caller that formats a moment usually formats it several times.
  if (ms !== lastMs) {
    lastText = `${new Date(ms).toISOString().slice(0, -1)}+00:00`
    lastMs = ms
  }
  return lastText
}
let lastMs = Number.NaN
let lastText = ''

/** Returns null for null, and otherwise {@link isoTime}; for columns that may be empty. */
export const isoTimeOrNull = (moment: Date | number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : isoTime(moment)

/** Formats a duration as the interface does: hh:mm:ss.fffffff. */
export const durationText = (ms: number): string => {
  const whole = Math.floor(ms / 1000)
  const two = (n: number): string => String(n).padStart(2, '0')
  const fraction = String(Math.round((ms - whole * 1000) * 10_000)).padStart(7, '0')
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}.${fraction}`
}

/** Time zone in which the platform's days begin and end. */
export const ISTANBUL = 'Europe/Istanbul'

export const istanbulTime = (ms: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ISTANBUL)

/** The day a moment falls on in Istanbul, YYYY-MM-DD: void window and daily limits use it. */
export const istanbulDay = (moment: Date | number): string => DAY_FORMAT.format(moment)
const DAY_FORMAT = new Intl.DateTimeFormat('en-CA', { timeZone: ISTANBUL })
