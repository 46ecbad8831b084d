/** Hour and weekday in Istanbul local time, needed for every payment. */
import { istanbulTime } from '../../core/clock.ts'

const QUARTER_MS = 900_000 // clocks change at whole quarters of an hour, so one computation serves for all of it
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** 0 to 23. */
export const istanbulHour = (ms: number): number => Math.floor((ms + offsetAt(ms)) / HOUR_MS) % 24

/** 1 = Monday to 7 = Sunday; the first day of the epoch was a Thursday. */
export const istanbulWeekday = (ms: number): number => ((Math.floor((ms + offsetAt(ms)) / DAY_MS) + 3) % 7) + 1

const offsetAt = (ms: number): number => {
  const quarter = Math.floor(ms / QUARTER_MS)
  if (quarter !== last.quarter) {
    const zoned = istanbulTime(quarter * QUARTER_MS)
    last = { quarter, offset: zoned.offsetNanoseconds / 1e6 }
  }
  return last.offset
}
let last = { quarter: Number.NaN, offset: 0 }
