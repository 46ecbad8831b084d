/** Response of a recurring transfer, and its changes in the audit log. */
import type { AuditedChange } from '../../access/endpoint.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { Tx } from '../../infra/database/database.ts'
import type { TransferServices } from '../model/transfer-services.ts'
import { findDisplayedRecipients } from '../receivers/displayed-recipients.ts'
import { findDisplayedSourceAccounts } from '../source-accounts/displayed-source-accounts.ts'
import type { DisplayedRecurringTransfer } from './recurring-transfer-row.ts'

const ownMembers = (row: DisplayedRecurringTransfer) => ({
  extra_properties_dict: null,
  id: row.id,
  plan_name: row.plan_name,
  status: row.status,
  connector_account_id: row.account_id,
  recipient_id: row.recipient_id,
  amount: row.amount,
  currency: row.currency,
  description: row.description,
  transfer_type: row.transfer_type,
  repeat_type: row.repeat_type,
  start_date: isoTime(row.start_date),
  end_type: row.end_type,
  end_date: isoTimeOrNull(row.end_date),
  repeat_count: row.repeat_count,
  is_indefinite: row.end_type === 'indefinite',
  month_day: row.month_day,
  week_days: row.week_days,
  holiday_handling: row.holiday_handling,
  reminder_days: row.reminder_days,
  notify_on_success: row.notify_on_success,
  notify_on_error: row.notify_on_error,
  next_payment_date: isoTimeOrNull(row.next_run_at),
  execution_count: row.execution_count,
  last_executed_at: isoTimeOrNull(row.last_run_at),
  last_execution_status: lastStatus(row),
})

/** A run without a transfer has failed; a run with one has the status of its transfer. */
const lastStatus = ({ last_run_at, last_transfer_status }: DisplayedRecurringTransfer) =>
  last_run_at === null ? null : (last_transfer_status ?? 'failed')

/** Loads what responses need outside the transaction; then builds a body per row. */
export const loadRecurringTransferResponses = async (
  services: Pick<TransferServices, 'connectors' | 'reference'>,
  tenantId: string,
) => {
  const [{ bankOf }, configurations] = await Promise.all([
    services.reference.data(),
    services.connectors.configurationsOf(tenantId),
  ])
  return async (tx: Tx, rows: readonly DisplayedRecurringTransfer[]) => {
    const accounts = await findDisplayedSourceAccounts(tx, tenantId, uniqueOf(rows, 'account_id'), {
      bankOf,
      configurations,
    })
    const recipients = await findDisplayedRecipients(tx, tenantId, uniqueOf(rows, 'recipient_id'), bankOf)
    return rows.map((row) => ({
      ...ownMembers(row),
      connector_account: accounts.get(row.account_id) ?? null,
      recipient: recipients.get(row.recipient_id) ?? null,
    }))
  }
}

const uniqueOf = (rows: readonly DisplayedRecurringTransfer[], column: 'account_id' | 'recipient_id'): string[] => [
  ...new Set(rows.map((row) => row[column])),
]

export const auditedRecurringTransferChange = (
  before: DisplayedRecurringTransfer | undefined,
  after: DisplayedRecurringTransfer | undefined,
): AuditedChange => ({
  kind: 'recurring_transfer',
  id: (after ?? before)?.id ?? null,
  before: before ? ownMembers(before) : null,
  after: after ? ownMembers(after) : null,
})
