/** Converts days in Istanbul to moments. */
import { ISTANBUL } from '../../core/clock.ts'

const toStart = (day: string, later = 0): number =>
  Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(ISTANBUL).epochMilliseconds

/** Returns a period whose end is the first moment after it. */
export const findPeriod = ({
  period_start,
  period_end,
}: {
  readonly period_start: string
  readonly period_end: string
}): { readonly start: number; readonly end: number } => ({ start: toStart(period_start), end: toStart(period_end, 1) })
