/** Parses the terms of a plan and checks its dates together. Pure. */

import { isoTime } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { type FieldCode, fieldProblem, Problem } from '../../core/problem.ts'
import { type RecurringTransferRow, type RecurringTransferTerms, toSchedule } from './recurring-transfer-row.ts'
import type { RecurringTransferInput } from './recurring-transfer-schemas.ts'
import { nextRun, type ScheduledRun } from './run-schedule.ts'

/** A caller's clock may be slightly behind ours, so a "now" of a moment ago is not in the past. */
const PAST_TOLERANCE_MS = 60_000
const YEAR_MS = 366 * 86_400_000
const START_AHEAD_MAX_YEARS = 10
const END_AHEAD_MAX_YEARS = 100

/** Throws if members contradict each other. */
export const parseRecurringTransferTerms = (body: RecurringTransferInput): RecurringTransferTerms => {
  checkEnd(body)
  checkDays(body)
  return {
    plan_name: body.plan_name,
    account_id: body.connector_account_id,
    recipient_id: body.recipient_id,
    amount: body.amount,
    currency: body.currency ?? 'TRY',
    description: body.description ?? null,
    transfer_type: body.transfer_type,
    repeat_type: body.repeat_type,
    start_date: new Date(body.start_date),
    end_type: body.end_type,
    end_date: body.end_date === undefined ? null : new Date(body.end_date),
    repeat_count: body.repeat_count ?? null,
    month_day: body.month_day ?? null,
    week_days: body.week_days === undefined ? null : [...new Set(body.week_days)].sort((a, b) => a - b),
    holiday_handling: body.holiday_handling ?? 'next',
    reminder_days: body.reminder_days ?? 0,
    notify_on_success: body.notify_on_success ?? false,
    notify_on_error: body.notify_on_error ?? false,
  }
}

const checkEnd = ({ end_type, end_date, repeat_count, is_indefinite }: RecurringTransferInput): void => {
  if (is_indefinite !== undefined && is_indefinite !== (end_type === 'indefinite'))
    throw fieldProblem('is_indefinite', 'mismatch', phrase`contradicts end_type ${end_type}`)
  checkBelongs('end_date', end_date, end_type === 'date', `end_type ${end_type}`, 'required')
  checkBelongs('repeat_count', repeat_count, end_type === 'count', `end_type ${end_type}`, 'required')
}

const checkDays = ({ repeat_type, month_day, week_days }: RecurringTransferInput): void => {
  checkBelongs(
    'month_day',
    month_day,
    repeat_type === 'monthly' || repeat_type === 'yearly',
    `repeat_type ${repeat_type}`,
  )
  checkBelongs('week_days', week_days, repeat_type === 'weekly', `repeat_type ${repeat_type}`)
}

/** `missing` is the code if the member is required and absent; without it the member may be absent. */
const checkBelongs = (field: string, value: unknown, isWanted: boolean, by: string, missing?: FieldCode): void => {
  if (value !== undefined && !isWanted) throw fieldProblem(field, 'mismatch', phrase`does not go with ${by}`)
  if (value === undefined && isWanted && missing) throw fieldProblem(field, missing, phrase`is required with ${by}`)
}

/** `before` are the plan's previous terms, whose start may be in the past. */
const checkDates = (terms: RecurringTransferTerms, before: RecurringTransferTerms | null, nowMs: number): void => {
  const start = terms.start_date.getTime()
  const end = terms.end_date?.getTime()
  const isKept = before?.start_date.getTime() === start
  if (!isKept && start < nowMs - PAST_TOLERANCE_MS)
    throw invalidSchedule('start_date', `lies in the past; it is ${isoTime(nowMs)}`)
  if (start > nowMs + START_AHEAD_MAX_YEARS * YEAR_MS)
    throw invalidSchedule('start_date', `lies more than ${START_AHEAD_MAX_YEARS} years ahead`)
  if (end !== undefined && end > nowMs + END_AHEAD_MAX_YEARS * YEAR_MS)
    throw invalidSchedule('end_date', `lies more than ${END_AHEAD_MAX_YEARS} years ahead; use end_type indefinite`)
}

/** Returns the next run under these terms; throws if there is none. `before` is the plan so far. */
export const nextRunUnderTerms = (
  terms: RecurringTransferTerms,
  before: RecurringTransferRow | null,
  nowMs: number,
): ScheduledRun => {
  checkDates(terms, before, nowMs)
  const made = before?.execution_count ?? 0
  if (terms.repeat_count !== null && terms.repeat_count <= made)
    throw invalidSchedule('repeat_count', `must be above ${made}, the transfers this plan has made`)
  const startMs = terms.start_date.getTime()
  const isKept = before?.start_date.getTime() === startMs
  const run = nextRun(toSchedule(terms), {
    notBeforeMs: isKept ? Math.max(startMs, nowMs) : startMs,
    afterDay: before?.last_run_day ?? null,
  })
  if (run !== null) return run
  throw terms.end_date === null
    ? invalidSchedule('holiday_handling', 'skips every day this plan names; use next or previous')
    : invalidSchedule('end_date', 'lies before the first run')
}

const SCHEDULE = [
  ...(['repeat_type', 'start_date', 'end_date', 'month_day', 'week_days'] as const),
  ...(['holiday_handling', 'transfer_type'] as const),
]
/** Returns whether both run on the same days. */
export const isSameSchedule = (a: RecurringTransferTerms, b: RecurringTransferTerms): boolean =>
  SCHEDULE.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]))

const invalidSchedule = (field: string, message: string): Problem =>
  new Problem('invalid_schedule', { detail: phrase`${field} ${message}.` })

export const toTransferItem = (terms: RecurringTransferTerms) => ({
  source_account_id: terms.account_id,
  transfer_type: terms.transfer_type,
  recipient: { recipient_id: terms.recipient_id },
  amount: { value: terms.amount, currency_code: terms.currency },
  ...(terms.description === null ? {} : { description: terms.description }),
})
