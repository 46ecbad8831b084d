/** When EFT runs: on working days from nine to five in Istanbul, until one on the eve of a holiday. */
import { isBankDay, isHalfDay } from '../world/calendar.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const ISTANBUL_MS = 3 * HOUR_MS // since 2016 all year

const OPENS_HOUR = 9
const CLOSES_HOUR = 17
const CLOSES_HOUR_HALF = 13
/** Returns `now` if EFT runs, otherwise when it runs next. */
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

/** Returns undefined if it is closed all day. */
const closingHour = (day: number): number | undefined => {
  if (!isBankDay(day)) return undefined
  return isHalfDay(day) ? CLOSES_HOUR_HALF : CLOSES_HOUR
}
