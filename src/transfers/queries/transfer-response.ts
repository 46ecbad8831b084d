/** The response of a transfer in lists and details. */

import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import { phrase } from '../../core/phrases/phrase.ts'
import { Problem } from '../../core/problem.ts'
import type { Bank } from '../../reference/reference-store.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import type { TransferRow } from '../model/transfer.ts'

/** The connector accounts that a page of transfers refers to. */
type DisplayedAccounts = ReadonlyMap<string, object>

export const toTransferResponse = (
  row: TransferRow,
  accounts: DisplayedAccounts,
  bankOf: (code: string) => Bank | undefined,
) => ({
  extra_properties_dict: row.extra,
  id: row.id,
  merchant_id: row.merchant_id,
  request_id: row.correlation_id,
  external_id: row.external_id,
  receipt_no: row.receipt_no,
  description: row.description,
  receiver_account_id: row.receiver_account_id,
  request_sender_account_id: row.requested_account_id,
  success_sender_account_id: row.success_account_id,
  amount: row.amount,
  currency: row.currency,
  request_transfer_type: row.request_type,
  success_transfer_type: row.sent_type,
  fee_amount: row.fee,
  scheduled_date: isoTime(row.scheduled_date),
  processed_date: isoTimeOrNull(row.processed_at),
  validate_date: isoTimeOrNull(row.approved_at),
  sent_date: isoTimeOrNull(row.sent_at),
  status: row.status,
  retry_count: row.retry_count,
  receiver_account: toReceiverResponse(row, bankOf),
  request_sender_connector_account: accounts.get(row.requested_account_id) ?? null,
  success_sender_connector_account:
    row.success_account_id === null ? null : (accounts.get(row.success_account_id) ?? null),
  recurring_transfer_id: row.recurring_transfer_id,
  created: isoTime(row.created),
  created_by: row.created_by,
  ...toFailure(row),
})

/** A transfer that a fraud review rejected has a reason in its row, for traces; it has not failed. */
const toFailure = (row: TransferRow) => {
  const failed = row.status === 'failed'
  return {
    error_code: failed ? row.error_code : null,
    provider_error_code: failed ? row.bank_response_code : null,
    error_message: failed ? row.error_message : null,
  }
}

/** Returns the receiver from when the transfer was created. */
const toReceiverResponse = (row: TransferRow, bankOf: (code: string) => Bank | undefined) => {
  const bank = row.bank_code === null ? undefined : bankOf(row.bank_code)
  return {
    extra_properties_dict: null,
    id: row.receiver_account_id,
    bank_id: bank?.id ?? null,
    recipient_id: row.recipient_id,
    holder_name: row.holder_name,
    description: null,
    account_number: row.account_number,
    iban: row.iban,
    masked_card_no: row.masked_card_no,
    card_token: row.card_token,
    bank_name: bank?.name ?? null,
    bank_code: row.bank_code,
    label: null,
    external_id: null,
    iban_masked: row.iban === null ? null : readIban(row.iban).masked_iban,
    is_default: false,
    is_active: true,
  }
}

export const toHistoryResponse = ({ history }: Pick<TransferRow, 'history'>) =>
  history.map((step, at) => ({
    previous_status: history[at - 1]?.to ?? null,
    new_status: step.to,
    occurred_at: isoTime(step.at),
    actor: step.actor ?? null,
    bank_response_code: step.bank_response_code ?? null,
    bank_response_message: step.bank_response_message ?? null,
    provider_transaction_id: step.provider_transaction_id ?? null,
  }))

export const transferNotFound = (): Problem =>
  new Problem('transfer_not_found', {
    detail: phrase`No transfer with this id is within reach of this token and merchant.`,
  })
