/**
 * The dates of a plan's installments, by the calendar of Istanbul (docs/interface/cards.md#recurring-plans); uses
 * neither a database nor a clock.
 */
import { istanbulTime } from '../../core/clock.ts'

export const RECURRING_PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const
export type RecurringPeriod = (typeof RECURRING_PERIODS)[number]

interface RecurringPlanCalendar {
  /** The first installment; its time of day in Istanbul applies to all. */
  readonly startMs: number
  readonly period: RecurringPeriod
  /** Number of periods between two installments. */
  readonly interval: number
  readonly installments: number
  /** A sandbox plan that names no start has periods of 60 seconds. */
  readonly isInSandboxTime: boolean
}

const SANDBOX_PERIOD_MS = 60_000
const UNITS = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const

/** Counts each date from the start, so that a shorter month moves only its own installment, to its last day. */
export const dueDates = ({
  startMs,
  period,
  interval,
  installments,
  isInSandboxTime,
}: RecurringPlanCalendar): number[] => {
  const start = istanbulTime(startMs)
  return Array.from({ length: installments }, (_, at) =>
    isInSandboxTime
      ? startMs + at * interval * SANDBOX_PERIOD_MS
      : start.add({ [UNITS[period]]: at * interval }, { overflow: 'constrain' }).epochMilliseconds,
  )
}

/**
 * Returns the index (from 1) of the first installment due after the month in which the card expires; null if the card
 * outlives the plan.
 */
export const firstUncovered = (
  dates: readonly number[],
  { expireYear, expireMonth }: { expireYear: number; expireMonth: number },
): number | null => {
  const at = dates.findIndex((ms) => {
    const { year, month } = istanbulTime(ms)
    return year * 12 + month > expireYear * 12 + expireMonth
  })
  return at < 0 ? null : at + 1
}
