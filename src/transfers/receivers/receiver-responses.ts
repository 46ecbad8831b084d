/** Responses of recipients and receiver accounts, and their changes in the audit log. */
import type { AuditedChange } from '../../access/endpoint.ts'
import { isoTime } from '../../core/clock.ts'
import type { Bank } from '../../reference/reference-store.ts'
import { readIban } from '../../reference/validation/read-iban.ts'
import type { ReceiverAccountRow } from './receiver-account-store.ts'
import type { DisplayedRecipient } from './recipient-store.ts'

export type BankOf = (code: string) => Bank | undefined

const bankMembers = (code: string | null, bankOf: BankOf) => {
  const bank = code === null ? undefined : bankOf(code)
  return { bank_id: bank?.id ?? null, bank_name: bank?.name ?? null, bank_code: code }
}

export const toRecipientResponse = (row: DisplayedRecipient, bankOf: BankOf) => ({
  extra_properties_dict: row.extra,
  id: row.id,
  ...bankMembers(row.account_bank_code ?? row.bank_code, bankOf),
  first_name: row.first_name,
  last_name: row.last_name,
  holder_name: row.holder_name,
  description: row.description,
  account_number: row.account_number,
  iban: row.iban,
  masked_card_no: row.masked_card_no,
  card_token: row.card_token,
  tax_id: row.tax_id_last4,
  tax_id_type: row.tax_id_type,
  email: row.email,
  phone: row.phone,
  label: row.label,
  external_id: row.external_id,
  is_active: row.is_active,
  created: isoTime(row.created),
})

export const toReceiverAccountResponse = (row: ReceiverAccountRow, bankOf: BankOf) => ({
  extra_properties_dict: row.extra,
  id: row.id,
  ...bankMembers(row.bank_code, bankOf),
  recipient_id: row.recipient_id,
  holder_name: row.holder_name,
  description: row.description,
  account_number: row.account_number,
  iban: row.iban,
  masked_card_no: row.masked_card_no,
  card_token: row.card_token,
  label: row.label,
  external_id: row.external_id,
  iban_masked: row.iban === null ? null : readIban(row.iban).masked_iban,
  is_default: row.is_default,
  is_active: row.is_active,
})

export const auditedRecipientChange = (
  before: DisplayedRecipient | null,
  after: DisplayedRecipient | null,
  bankOf: BankOf,
): AuditedChange => ({
  kind: 'recipient',
  id: (after ?? before)?.id ?? null,
  before: before && toRecipientResponse(before, bankOf),
  after: after && toRecipientResponse(after, bankOf),
})

export const auditedReceiverAccountChange = (
  before: ReceiverAccountRow | null,
  after: ReceiverAccountRow | null,
  bankOf: BankOf,
): AuditedChange => ({
  kind: 'receiver_account',
  id: (after ?? before)?.id ?? null,
  before: before && toReceiverAccountResponse(before, bankOf),
  after: after && toReceiverAccountResponse(after, bankOf),
})
