/** A recurring transfer as it is stored. */
import type { TransferCurrency, TransferType } from '../model/transfer.ts'
import type { TransferState } from '../model/transfer-states.ts'
import type { RecurringTransferState } from './recurring-transfer-states.ts'
import type { Schedule, ScheduledRun } from './run-schedule.ts'

/** The terms as the caller wrote them. */
export interface RecurringTransferTerms {
  plan_name: string
  account_id: string
  recipient_id: string
  amount: number
  currency: TransferCurrency
  description: string | null
  transfer_type: TransferType
  repeat_type: Schedule['repeatType']
  start_date: Date
  end_type: 'indefinite' | 'count' | 'date'
  end_date: Date | null
  repeat_count: number | null
  month_day: number | null
  week_days: number[] | null
  holiday_handling: Schedule['holidayHandling']
  reminder_days: number
  notify_on_success: boolean
  notify_on_error: boolean
}

export interface RecurringTransferRow extends RecurringTransferTerms {
  tenant_id: string
  id: string
  merchant_id: string
  status: RecurringTransferState
  next_run_at: Date | null
  /** YYYY-MM-DD. */
  next_run_day: string | null
  try_at: Date | null
  run_no: number
  execution_count: number
  last_run_day: string | null
  last_run_at: Date | null
  last_transfer_id: string | null
  version: number
  created_by: string
  changed_by: string | null
  client_id: string
  created: Date
  last_modified: Date
}

/** A plan with the state of the transfer its last run created. */
export type DisplayedRecurringTransfer = RecurringTransferRow & { last_transfer_status: TransferState | null }

export const toSchedule = (terms: RecurringTransferTerms): Schedule => ({
  repeatType: terms.repeat_type,
  startMs: terms.start_date.getTime(),
  endMs: terms.end_date?.getTime() ?? null,
  monthDay: terms.month_day,
  weekDays: terms.week_days,
  holidayHandling: terms.holiday_handling,
  transferType: terms.transfer_type,
})

/** Returns the columns of a plan's next run. */
export const toNextRunColumns = (run: ScheduledRun | null) => ({
  next_run_at: run && new Date(run.atMs),
  next_run_day: run?.day ?? null,
  try_at: run && new Date(run.atMs),
})
