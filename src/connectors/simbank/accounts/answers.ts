/** What the account face answers, in the words of the port. */
import type { BankReceipt, ShownAccount, StatementLine, TakenOrder, TransferType } from '../../transfer-bank.ts'
import type { FaceAnswer } from './account-face.ts'

type Content = Readonly<Record<string, unknown>>
const text = (content: Content, name: string): string => String(content[name] ?? '')
const textOrNull = (content: Content, name: string): string | null =>
  typeof content[name] === 'string' ? (content[name] as string) : null
const whole = (content: Content, name: string): number => {
  const value = content[name]
  if (!Number.isSafeInteger(value)) throw new Error(`the bank's ${name} is no whole number`)
  return value as number
}

export const takenIn = (content: Content): TakenOrder => ({
  bankReference: text(content, 'bank_reference'),
  receiptNo: text(content, 'receipt_no'),
  sentAs: text(content, 'sent_as') as TransferType,
  fee: whole(content, 'fee'),
  bankCode: text(content, 'code'),
})

export const accountIn = (content: Content): ShownAccount => ({
  accountNumber: text(content, 'account_number'),
  iban: text(content, 'iban'),
  name: text(content, 'name'),
  holderName: text(content, 'holder_name'),
  bankCode: text(content, 'bank_code'),
  branchName: textOrNull(content, 'branch_name'),
  type: 'checking',
  currency: text(content, 'currency'),
  status: text(content, 'status') as ShownAccount['status'],
  available: whole(content, 'available_balance'),
  blocked: whole(content, 'blocked_balance'),
})

const CATEGORIES: Readonly<Record<string, StatementLine['category']>> = {
  transfer_out: 'transfer',
  transfer_in: 'transfer',
  given_back: 'transfer',
  returned: 'transfer',
  deposit: 'transfer',
  fee: 'commission',
}
const BACK: Readonly<Record<string, StatementLine['back']>> = { returned: 'returned', given_back: 'given_back' }

export const lineIn = (content: Content): StatementLine => ({
  id: text(content, 'transaction_id'),
  at: Date.parse(text(content, 'at')),
  amount: whole(content, 'amount'),
  balanceAfter: whole(content, 'balance'),
  description: textOrNull(content, 'description'),
  category: CATEGORIES[text(content, 'type')] ?? 'other',
  type: text(content, 'type'),
  counterpartyIban: textOrNull(content, 'counterparty_iban'),
  reference: textOrNull(content, 'reference'),
  back: BACK[text(content, 'type')] ?? null,
})

/** It was asked, and there is none. Any other refusal is a fault of the bank. */
const NO_RECEIPT: ReadonlySet<unknown> = new Set(['receipt_not_available', 'receipt_error', 'unknown_reference'])

export const receiptIn = (answer: FaceAnswer): BankReceipt | 'not_available' | 'no_answer' => {
  if (answer.kind !== 'read') return 'no_answer'
  if (answer.status !== 200) return NO_RECEIPT.has(answer.content.code) ? 'not_available' : 'no_answer'
  const { content } = answer
  const sender = (content.sender ?? {}) as Content
  return {
    receiptNo: text(content, 'receipt_no'),
    bankReference: text(content, 'bank_reference'),
    bankName: text(sender, 'bank_name'),
    senderName: text(sender, 'holder_name'),
    businessDay: text(content, 'business_day'),
    total: whole(content, 'total'),
  }
}
