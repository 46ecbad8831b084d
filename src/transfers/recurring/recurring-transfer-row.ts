/** A recurring transfer as it is stored. */
import type { Row } from '../../infra/database/statements/write-rows.ts'
import type { TransferCurrency, TransferType } from '../model/transfer.ts'
import type { TransferState } from '../model/transfer-states.ts'
import type { RecurringTransferState } from './recurring-transfer-states.ts'
import type { Schedule, ScheduledRun } from './run-schedule.ts'

/** The terms as the caller wrote them. */
export interface RecurringTransferTerms
  extends Row<
    'recurring_transfers',
    | 'plan_name'
    | 'account_id'
    | 'recipient_id'
    | 'amount'
    | 'currency'
    | 'description'
    | 'transfer_type'
    | 'repeat_type'
    | 'start_date'
    | 'end_type'
    | 'end_date'
    | 'repeat_count'
    | 'month_day'
    | 'week_days'
    | 'holiday_handling'
    | 'reminder_days'
    | 'notify_on_success'
    | 'notify_on_error'
  > {
  currency: TransferCurrency
  transfer_type: TransferType
  repeat_type: Schedule['repeatType']
  holiday_handling: Schedule['holidayHandling']
}

export interface RecurringTransferRow
  extends RecurringTransferTerms,
    Row<
      'recurring_transfers',
      | 'tenant_id'
      | 'id'
      | 'merchant_id'
      | 'status'
      | 'next_run_at'
      | 'next_run_day'
      | 'try_at'
      | 'run_reference'
      | 'run_no'
      | 'execution_count'
      | 'last_run_day'
      | 'last_run_at'
      | 'last_transfer_id'
      | 'version'
      | 'created_by'
      | 'changed_by'
      | 'client_id'
      | 'created'
      | 'last_modified'
    > {
  status: RecurringTransferState
  /** YYYY-MM-DD. */
  next_run_day: string | null
}

/** A plan that waits for a run: the three are null together. */
export type DueRecurringTransfer = RecurringTransferRow & { next_run_at: Date; next_run_day: string; try_at: Date }

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
