/** Maps responses of the accounts API to the types of the port. */

import { maskCardNumber } from '../../../core/card-number.ts'
import type {
  BankReceipt,
  DocumentedResponses,
  ReportedAccount,
  StatementLine,
  TakenOrder,
  TransferOrder,
  TransferType,
} from '../../transfer-bank.ts'
import type { ParsedResponse, ReportedOrder } from '../../transfer-outcomes.ts'
import type { AccountsResponse } from './accounts-api.ts'

type Content = Readonly<Record<string, unknown>>
type Read = Extract<AccountsResponse, { kind: 'read' }>

/** 409 is not a refusal: the reference belongs to an order already, which only an inquiry resolves. */
export const DOCUMENTED_RESPONSES: DocumentedResponses = {
  shownWith: [200, 201],
  refusedCodes: ['01', '02', '03', '04', '05', '91', '96'],
  refusals: {
    400: ['invalid_request'],
    401: ['unknown_customer', 'wrong_signature'],
    404: ['unknown_account'],
    422: [
      'currency_mismatch',
      'currency_not_allowed',
      'invalid_iban',
      'invalid_card',
      'not_own_bank',
      'same_account',
      'fast_limit',
      'recipient_mismatch',
    ],
  },
  unknownReference: [404, 'unknown_reference'],
}

export const parseAccountsResponse = ({ status, content }: Read, order: TransferOrder): ParsedResponse => ({
  status,
  code: text(content, 'code'),
  message: text(content, 'message'),
  order: orderIn(content, order),
})

/** Returns undefined if there is no order, another order, or one that lacks documented members. */
const orderIn = (content: Content, order: TransferOrder): ParsedResponse['order'] => {
  const { reference, amount } = order
  if (content.reference !== reference) return undefined
  const receiver = receiverIn(content, order)
  const refused: ReportedOrder = {
    kind: 'declined',
    fault: { providerCode: text(content, 'code'), providerMessage: text(content, 'message') },
    ...receiver,
  }
  if (content.status === 'not_processed') return content.code === '96' ? refused : undefined // it was none: no amount
  const isWhole = Number.isSafeInteger(content.amount) && typeof content.currency === 'string'
  if (content.amount !== amount.minor || content.currency !== amount.currency)
    return isWhole ? 'other_amount' : undefined
  switch (content.status) {
    case 'completed':
      return takenIn('completed', content, receiver)
    case 'delivered':
    case 'returned': // it was booked; the money returns as a separate credit
      return takenIn('delivered', content, receiver)
    case 'processing': {
      const { expected_at } = content
      const expectedAt = typeof expected_at === 'string' ? Date.parse(expected_at) : null
      return expected_at !== undefined && !Number.isNaN(expectedAt)
        ? { kind: 'accepted', expectedAt, ...receiver }
        : undefined
    }
    case 'refused':
      return refused
    default:
      return undefined
  }
}

/** Banks write as many asterisks as they like. */
const visibleDigits = (masked: unknown): string => (typeof masked === 'string' ? masked.replaceAll('*', '') : '')

type Receiver = Pick<TakenOrder, 'receiver'>

/** The bank tells name, IBAN, account number and card as they were sent to it, the card masked; and the account of the source. */
const receiverIn = (content: Content, { from, to }: TransferOrder): Receiver => {
  const told = content.recipient
  if (typeof told !== 'object' || told === null) return {}
  const { name, iban, account_number, card } = told as Content
  const isSame =
    content.source_iban === from.iban &&
    name === to.holderName &&
    (iban ?? null) === to.iban &&
    (account_number ?? null) === (to.iban === null ? to.accountNumber : null) &&
    visibleDigits(card) === visibleDigits(to.card?.use(maskCardNumber))
  return { receiver: isSame ? 'same' : 'other' }
}

const takenIn = (kind: 'completed' | 'delivered', content: Content, receiver: Receiver): ReportedOrder | undefined => {
  const { bank_reference, receipt_no, sent_as, fee, code } = content
  const isWhole = [bank_reference, receipt_no, code].every((each) => typeof each === 'string' && each !== '')
  if (!isWhole || !TYPES.has(sent_as) || !Number.isSafeInteger(fee) || (fee as number) < 0) return undefined
  const taken: TakenOrder = {
    bankReference: bank_reference as string,
    receiptNo: receipt_no as string,
    sentAs: sent_as as TransferType,
    fee: fee as number,
    bankCode: code as string,
  }
  return { kind, ...taken, ...receiver }
}
const TYPES: ReadonlySet<unknown> = new Set<TransferType>(['fast', 'eft', 'remittance', 'credit_card'])

const text = (content: Content, name: string): string => String(content[name] ?? '')
const textOrNull = (content: Content, name: string): string | null =>
  typeof content[name] === 'string' ? (content[name] as string) : null
const whole = (content: Content, name: string): number => {
  const value = content[name]
  if (!Number.isSafeInteger(value)) throw new Error(`the bank's ${name} is no whole number`)
  return value as number
}
/** A line without its time would be missing from every range. */
const moment = (content: Content, name: string): number => {
  const at = Date.parse(text(content, name))
  if (Number.isNaN(at)) throw new Error(`the bank's ${name} is no time`)
  return at
}

export const toReportedAccount = (content: Content): ReportedAccount => ({
  accountNumber: text(content, 'account_number'),
  iban: text(content, 'iban'),
  name: text(content, 'name'),
  holderName: text(content, 'holder_name'),
  bankCode: text(content, 'bank_code'),
  branchName: textOrNull(content, 'branch_name'),
  type: 'checking',
  currency: text(content, 'currency'),
  status: text(content, 'status') as ReportedAccount['status'],
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

export const toStatementLine = (content: Content): StatementLine => ({
  id: text(content, 'transaction_id'),
  at: moment(content, 'at'),
  amount: whole(content, 'amount'),
  balanceAfter: whole(content, 'balance'),
  description: textOrNull(content, 'description'),
  category: CATEGORIES[text(content, 'type')] ?? 'other',
  type: text(content, 'type'),
  counterpartyIban: textOrNull(content, 'counterparty_iban'),
  reference: textOrNull(content, 'reference'),
  back: BACK[text(content, 'type')] ?? null,
})

/** The bank responded that there is none. Any other refusal is a fault of the bank. */
const NO_RECEIPT: Readonly<Record<number, string>> = {
  404: 'unknown_reference',
  409: 'receipt_not_available',
  502: 'receipt_error',
}

export const toReceipt = (
  answer: AccountsResponse,
  { reference }: TransferOrder,
): BankReceipt | 'not_available' | 'no_answer' => {
  if (answer.kind !== 'read') return 'no_answer'
  const { status, content } = answer
  if (status !== 200)
    return content.code !== undefined && NO_RECEIPT[status] === content.code ? 'not_available' : 'no_answer'
  const isWhole = ['receipt_no', 'bank_reference', 'business_day'].every((name) => text(content, name) !== '')
  if (content.reference !== reference || !isWhole || !Number.isSafeInteger(content.total)) return 'no_answer'
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
