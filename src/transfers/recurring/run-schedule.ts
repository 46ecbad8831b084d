/**
 * The days a plan runs on, by the calendar of Istanbul (docs/interface/transfers.md#recurring-transfers); uses neither
 * a database nor a clock.
 */
import { ISTANBUL, istanbulTime } from '../../core/clock.ts'
import { findDayKind, nextWorkingDay, previousWorkingDay } from '../../reference/transfer-rules/working-days.ts'
import type { TransferType } from '../model/transfer.ts'

export const REPEAT_TYPES = ['daily', 'weekly', 'monthly', 'yearly'] as const
export const HOLIDAY_HANDLINGS = ['next', 'previous', 'skip'] as const
type PlainDate = Temporal.PlainDate

export interface Schedule {
  readonly repeatType: (typeof REPEAT_TYPES)[number]
  /** The first possible run; its time of day in Istanbul applies to every run. */
  readonly startMs: number
  /** The last day on which a run is possible; null if there is none. */
  readonly endMs: number | null
  /** Null means the day of the start. A shorter month uses its last day. */
  readonly monthDay: number | null
  /** 1 for Monday to 7 for Sunday; null means the day of the start. */
  readonly weekDays: readonly number[] | null
  readonly holidayHandling: (typeof HOLIDAY_HANDLINGS)[number]
  readonly transferType: TransferType
}

export interface ScheduledRun {
  readonly atMs: number
  /** Day in Istanbul, YYYY-MM-DD. */
  readonly day: string
}

interface RunBounds {
  /** No run is earlier than this moment. */
  readonly notBeforeMs: number
  /** No run is on this day or earlier; null if there was no run yet. */
  readonly afterDay: string | null
}

/** Longer than any series of closed days across which a holiday rule moves a run. */
const MOVE_MAX_DAYS = 31
/** A plan that finds no working day within this many years never runs. */
const HORIZON_YEARS = 12

/** Returns the first run within the bounds; null if there is none. */
export const nextRun = (schedule: Schedule, { notBeforeMs, afterDay }: RunBounds): ScheduledRun | null => {
  const start = istanbulTime(schedule.startMs)
  const startDay = start.toPlainDate()
  const floor = laterOf(istanbulTime(notBeforeMs).toPlainDate(), afterDay === null ? startDay : toDay(afterDay))
  const endDay = schedule.endMs === null ? null : istanbulTime(schedule.endMs).toPlainDate()
  const first = laterOf(startDay, floor.subtract({ days: MOVE_MAX_DAYS }))
  const last = laterOf(startDay, floor).add({ years: HORIZON_YEARS })
  const isWanted = scheduledDays(schedule, startDay)
  for (let wanted = first; isUpTo(wanted, last); wanted = wanted.add({ days: 1 })) {
    if (!isWanted(wanted)) continue
    const day = adjustForHoliday(schedule, wanted, startDay)
    if (day === null || (afterDay !== null && isUpTo(day, toDay(afterDay)))) continue
    // Days only move forward, so once one is after the end, all later ones are.
    if (endDay !== null && !isUpTo(day, endDay)) return null
    const atMs = day.toZonedDateTime({ timeZone: ISTANBUL, plainTime: start.toPlainTime() }).epochMilliseconds
    if (atMs >= notBeforeMs) return { atMs, day: day.toString() }
  }
  return null
}

/** Returns whether the plan names a day, ignoring holidays. */
const scheduledDays = (schedule: Schedule, startDay: PlainDate): ((day: PlainDate) => boolean) => {
  const { repeatType, monthDay, weekDays } = schedule
  const ofMonth = (day: PlainDate): boolean => day.day === Math.min(monthDay ?? startDay.day, day.daysInMonth)
  switch (repeatType) {
    case 'daily':
      return () => true
    case 'weekly':
      return (day) => (weekDays ?? [startDay.dayOfWeek]).includes(day.dayOfWeek)
    case 'monthly':
      return ofMonth
    case 'yearly':
      return (day) => day.month === startDay.month && ofMonth(day)
  }
}

/**
 * FAST runs on every day and is never moved. A run that would be moved to before the start is moved forward instead.
 */
const adjustForHoliday = (schedule: Schedule, wanted: PlainDate, startDay: PlainDate): PlainDate | null => {
  if (schedule.transferType === 'fast' || findDayKind(wanted) !== 'closed') return wanted
  if (schedule.holidayHandling === 'skip') return null
  if (schedule.holidayHandling === 'next') return nextWorkingDay(wanted)
  const earlier = previousWorkingDay(wanted)
  return isUpTo(startDay, earlier) ? earlier : nextWorkingDay(wanted)
}

const toDay = (text: string): PlainDate => Temporal.PlainDate.from(text)
const isUpTo = (day: PlainDate, last: PlainDate): boolean => Temporal.PlainDate.compare(day, last) <= 0
const laterOf = (a: PlainDate, b: PlainDate): PlainDate => (isUpTo(a, b) ? b : a)
