/** Times as Turkish banks write them: without a zone, in Istanbul local time. */
const ISTANBUL_MS = 3 * 3_600_000 // since 2016 all year

/** Formats as 20260105 10:15:30. */
export const stamp = (ms: number): string => {
  const [day, time] = new Date(ms + ISTANBUL_MS).toISOString().split('T') as [string, string]
  return `${day.replaceAll('-', '')} ${time.slice(0, 8)}`
}

/** Formats as 20260105. */
export const stampDay = (ms: number): string => stamp(ms).slice(0, 8)

/** Formats as 05.01.2026 10:15:30. */
export const stampDots = (ms: number): string => {
  const text = stamp(ms)
  return `${text.slice(6, 8)}.${text.slice(4, 6)}.${text.slice(0, 4)} ${text.slice(9)}`
}

/** Formats as 2026-01-05 10:15:30.123. */
export const stampMs = (ms: number): string => new Date(ms + ISTANBUL_MS).toISOString().replace('T', ' ').slice(0, 23)

/** Formats as 2026-01-05T10:15:30.123. */
export const stampT = (ms: number): string => stampMs(ms).replace(' ', 'T')

/** Parses 2026-01-05T10:15:30.123 into ms. */
export const readStampT = (text: string): number | undefined => {
  const ms = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/.test(text) ? Date.parse(`${text}+03:00`) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** Formats as 0105-101530. */
export const stampHost = (ms: number): string => stamp(ms).slice(4).replaceAll(':', '').replace(' ', '-')

/** Parses 05/01/2026 00:00 into ms. */
export const readDayTime = (text: string): number | undefined => {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})$/.exec(text)
  if (!match) return undefined
  const [, day, month, year, hour, minute] = match.map(Number)
  return Date.UTC(year!, month! - 1, day!, hour!, minute!) - ISTANBUL_MS
}
