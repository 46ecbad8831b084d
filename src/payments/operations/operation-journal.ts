/** Journal entries of a capture, void or refund: a capture books like a sale, the other two reverse it. */

import type { OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'

export interface JournalEntry {
  journal_kind: string | null
  debit_account: string | null
  credit_account: string | null
  journal_amount: number | null
}

export const NO_JOURNAL_ENTRY: JournalEntry = {
  journal_kind: null,
  debit_account: null,
  credit_account: null,
  journal_amount: null,
}

export const buildJournalEntry = (payment: Pick<PaymentRow, 'merchant_id'>, operation: OperationRow): JournalEntry => {
  const { kind, status, state_before, amount } = operation
  // An authorization only blocks the amount, so nothing was booked that a void could reverse.
  const booksNothing = status !== 'completed' || (kind === 'void' && state_before === 'authorized')
  if (booksNothing) return NO_JOURNAL_ENTRY
  const bank = `bank:${operation.configuration_id}`
  const merchant = `merchant:${payment.merchant_id}`
  const [debit_account, credit_account] = kind === 'capture' ? [bank, merchant] : [merchant, bank]
  return { journal_kind: kind, debit_account, credit_account, journal_amount: amount }
}
