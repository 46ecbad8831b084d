/** The period that a reconciliation compares. */
import { ISTANBUL, isoTime, istanbulDay } from '../../core/clock.ts'
import { idAt } from '../../core/id.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { fieldProblem } from '../../core/problem.ts'
import type { StartBody } from './reconciliation-schemas.ts'

const LENGTHS = { daily: { days: 1 }, monthly: { months: 1 }, yearly: { years: 1 } } as const

interface ComparedPeriod {
  readonly period_start: string
  readonly period_end: string
  /** The day it begins, in Istanbul. */
  readonly reconciliation_date: string
  readonly first_id: string
  readonly last_id: string
}

/** The end is the first moment after the period. */
export const toComparedPeriod = ({ period, period_start, period_end }: StartBody): ComparedPeriod => {
  const start = Temporal.Instant.from(period_start).toZonedDateTimeISO(ISTANBUL)
  if (period !== 'custom') return between(start.epochMilliseconds, start.add(LENGTHS[period]).epochMilliseconds)
  if (period_end === undefined) throw fieldProblem('period_end', 'required', phrase`is required for a custom period`)
  const end = Date.parse(period_end)
  if (end <= start.epochMilliseconds)
    throw fieldProblem('period_end', 'out_of_range', phrase`is not after period_start`)
  return between(start.epochMilliseconds, end)
}

export const between = (startMs: number, endMs: number): ComparedPeriod => ({
  period_start: isoTime(startMs),
  period_end: isoTime(endMs),
  reconciliation_date: istanbulDay(startMs),
  first_id: idAt(startMs, 'first'),
  last_id: idAt(endMs - 1, 'last'),
})
