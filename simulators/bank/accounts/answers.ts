/** Response bodies of the accounts API: amounts in minor units, times by the bank's clock in ISO 8601. */
import { type BankAccount, sumMovements, type Transfer } from '../ledger/account-books.ts'
import { toBusinessDay } from '../ledger/books.ts'
import type { Answer, Manner } from '../wire/serve.ts'
import { readAccountNumber, readBankCode } from './iban.ts'

export const MANNER: Manner = { charset: 'utf-8', contentType: 'application/json; charset=utf-8' }

export const iso = (ms: number): string => new Date(ms).toISOString()

export const answer = (status: number, body: object, booked = false): Answer => ({
  status,
  text: JSON.stringify(body),
  booked,
})

/** Every response other than 2xx has this form and means that nothing was posted. */
export const refusal = (status: number, code: string, message: string, more: object = {}): Answer =>
  answer(status, { code, message, ...more })

export const MESSAGES: Readonly<Record<string, string>> = {
  '00': 'Approved',
  '01': 'Insufficient balance',
  '02': 'No such account',
  '03': 'Account frozen',
  '04': 'Limit exceeded',
  '05': 'Identity mismatch',
  '91': 'No answer',
  '96': 'System fault',
}

export const toBankReference = ({ number, accepted_at }: Pick<Transfer, 'number' | 'accepted_at'>): string =>
  `TRF${iso(accepted_at).slice(2, 10).replaceAll('-', '')}${String(number).padStart(9, '0')}`

/** Exists from delivery on. */
export const toReceipt = ({ number, status }: Pick<Transfer, 'number' | 'status'>): string | null =>
  status === 'delivered' || status === 'completed' || status === 'returned'
    ? `SIM${String(number).padStart(12, '0')}`
    : null

export const shownTransfer = (transfer: Transfer) => ({
  reference: transfer.reference,
  transfer_id: transfer.transfer_id ?? null,
  status: transfer.status as string,
  code: transfer.code,
  message: MESSAGES[transfer.code] ?? 'Refused',
  bank_reference: toBankReference(transfer),
  receipt_no: toReceipt(transfer),
  source_iban: transfer.source_iban,
  type: transfer.type,
  sent_as: transfer.sent_as,
  amount: transfer.amount,
  fee: transfer.fee,
  currency: transfer.currency,
  recipient: transfer.recipient,
  description: transfer.description,
  accepted_at: iso(transfer.accepted_at),
  expected_at: expectedAt(transfer),
  completed_at: transfer.completed_at === undefined ? null : iso(transfer.completed_at),
  ended_at: transfer.ended_at === undefined ? null : iso(transfer.ended_at),
})

/** Returns when to ask again; null if nothing more is due, or the time is unknown. */
const expectedAt = ({ status, plan: [next], accepted_at }: Transfer): string | null =>
  next !== undefined && (status === 'processing' || status === 'delivered') ? iso(accepted_at + next.after_ms) : null

export const shownAccount = (account: BankAccount) => ({
  iban: account.iban,
  account_number: readAccountNumber(account.iban),
  bank_code: readBankCode(account.iban),
  bank_name: `Simulated Bank ${BANKS[readBankCode(account.iban)] ?? ''}`.trim(),
  branch_name: 'Merkez',
  name: account.name,
  holder_name: account.holder_name,
  type: 'checking',
  currency: account.currency,
  status: account.status,
  available_balance: sumMovements(account),
  blocked_balance: 0,
  total_balance: sumMovements(account),
  opened_at: iso(account.opened_at),
})
const BANKS: Readonly<Record<string, string>> = { '00901': 'A', '00902': 'B', '00903': 'C' }

export const shownReceipt = (transfer: Transfer, account: BankAccount) => ({
  ...shownTransfer(transfer),
  sender: { holder_name: account.holder_name, iban: account.iban, bank_name: shownAccount(account).bank_name },
  total: transfer.amount + transfer.fee,
  business_day: new Date(toBusinessDay(transfer.completed_at ?? transfer.accepted_at) * 86_400_000)
    .toISOString()
    .slice(0, 10),
})
