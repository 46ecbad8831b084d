/** Times as banks write them: without a zone, in Europe/Istanbul, which is three hours ahead all year. */

const OFFSET_MS = 3 * 60 * 60 * 1000

/** `20260105 10:15:30`, `2026-01-05 10:15:30.123`, `2026-01-05T10:15:30` or `20260105`; null otherwise. */
export const parseBankTime = (text: string | null | undefined): number | null => {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d*)?)?$/.exec(text ?? '')
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const ms = Number((match[7] ?? '').padEnd(3, '0'))
  return Date.UTC(year!, month! - 1, day, hour, minute, second, ms) - OFFSET_MS
}

/** `2026-01-05T10:15:30.123`. */
export const bankTimeText = (ms: number): string => new Date(ms + OFFSET_MS).toISOString().slice(0, -1)
