/** Hours of the night in which a channel receives nothing, or only critical messages. Pure. */
import { istanbulTime } from '../../core/clock.ts'

export interface QuietHours {
  /** Minutes of the day in Istanbul; the first is quiet, the second is not. `to` below `from`: over midnight. */
  readonly from: number
  readonly to: number
}

const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000

/** Returns when they end, if it is quiet at this moment; else null. Equal ends are a whole day. */
export const endOfQuiet = ({ from, to }: QuietHours, nowMs: number): number | null => {
  const { hour, minute } = istanbulTime(nowMs)
  const now = hour * 60 + minute
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  if (!isQuiet) return null
  const left = (to - now + DAY_MINUTES) % DAY_MINUTES
  return Math.floor(nowMs / MINUTE_MS) * MINUTE_MS + left * MINUTE_MS
}

/** 1350: `22:30`. */
export const toClockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The text has the form of {@link CLOCK_PATTERN}. */
export const fromClockText = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

export const CLOCK_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
