/** The messages sent to PayFor, as element trees in the order its samples show them. */
import type { Attempt } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { cardTexts, installmentsText, toBankOrderId } from '../kit/message-parts.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { Dialect, LoggedNames, Tree } from '../transport/message.ts'
import { formWriter, pairsReader } from '../transport/pairs.ts'
import { xmlFormat } from '../transport/xml.ts'
import type { PayforAccount } from './payfor-account.ts'

// biome-ignore format: related names on one line
const KEPT: LoggedNames = {
  plain: new Set([
    'MbrId', 'MerchantId', 'MerchantID', 'UserCode', 'OrderId', 'OrgOrderId', 'SecureType', 'TxnType', 'PurchAmount', 'TxnAmount', 'Currency',
    'InstallmentCount', 'Lang', 'MOTO', 'RequestGuid', 'AuthCode', 'HostRefNum', 'ProcReturnCode', 'TransId', 'ErrMsg', 'TxnStatus', 'TxnResult',
    'F37', 'F37_ORG', 'BatchNo', 'InsertDatetime', 'VoidDate', 'VoidTime', 'IsVoided', 'IsRefunded', 'RefundedAmount', 'OrgTxnType',
    'TerminalID', 'CardType', 'IrcCode', 'IrcDet', 'RequestStat', 'ArtiTaksit', 'BankInternalResponseCode', 'BankInternalResponseMessage',
  ]),
  cardNumbers: new Set(['Pan', 'CardMask']),
}

const REQUEST = xmlFormat('PayforRequest', 'utf-8')
export const PAYFOR_DIALECT: Dialect = {
  request: REQUEST,
  answer: xmlFormat('PayforResponse', 'utf-8'),
  kept: KEPT,
}
const HISTORY_DIALECT: Dialect = { ...PAYFOR_DIALECT, answer: xmlFormat('TxnHistoryReport', 'utf-8') }
/** The gateway's address for forms answers `name=value;;name=value`. */
const FORM_DIALECT: Dialect = { request: formWriter('utf-8'), answer: pairsReader(';;', 'utf-8'), kept: KEPT }

export const payforOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,50}$/)

export const payforType = (operation: Attempt['operation']): string => (operation === 'pre_auth' ? 'PreAuth' : 'Auth')

export const AT_ONCE = '0' // installments of a single payment
export const E_COMMERCE = '0'
/** The cardholder is not there to enter a card code. */
const WITHOUT_CARDHOLDER = '1'

export const paymentRequest = (attempt: Attempt, account: PayforAccount): Message => {
  const { number, month, year, cvv } = cardTexts(attempt.card)
  const isLater = attempt.storedCredential?.sequence === 'subsequent'
  return message(account, {
    MOTO: isLater ? WITHOUT_CARDHOLDER : E_COMMERCE,
    OrderId: payforOrderId(attempt),
    SecureType: 'NonSecure',
    TxnType: payforType(attempt.operation),
    PurchAmount: decimalText(attempt.amount),
    Currency: currencyNumber(attempt.amount.currency),
    InstallmentCount: installmentsText(attempt, AT_ONCE),
    Lang: 'TR',
    CardHolderName: attempt.card.holderName,
    Pan: number,
    Expiry: `${month}${year}`,
    ...(cvv === undefined ? {} : { Cvv2: cvv }),
  })
}

/** After the challenge: the bank has card, amount and currency from the form, and knows them by its own number. */
export const authenticatedRequest = (
  attempt: Attempt,
  { md }: Pick<Authentication, 'md'>,
  account: PayforAccount,
): Message => ({
  ...dialectOf(account),
  content: {
    RequestGuid: md ?? '',
    UserCode: account.user,
    UserPass: account.password.use((word) => word),
    OrderId: payforOrderId(attempt),
    SecureType: '3DModelPayment',
  },
})

const OPERATIONS = { capture: 'PostAuth', void: 'Void', refund: 'Refund' } as const

export const payforOperationRequest = (
  { operation, original, amount }: OperationTerms,
  account: PayforAccount,
): Message =>
  message(account, {
    OrgOrderId: payforOrderId(original),
    SecureType: 'NonSecure',
    TxnType: OPERATIONS[operation],
    ...(operation === 'void' ? {} : { PurchAmount: decimalText(amount) }),
    Currency: currencyNumber(amount.currency),
    Lang: 'TR',
  })

export const inquiryRequest = (account: PayforAccount, OrgOrderId: string): Message =>
  message(account, { OrgOrderId, SecureType: 'Inquiry', TxnType: 'OrderInquiry', Lang: 'TR' })

export const historyRequest = (account: PayforAccount, OrderId: string): Message => ({
  ...message(account, { OrderId, SecureType: 'Report', TxnType: 'TxnHistory', Lang: 'TR' }),
  ...(account.takesForms ? {} : { dialect: HISTORY_DIALECT }),
})

const message = (account: PayforAccount, content: Tree): Message => ({
  ...dialectOf(account),
  content: {
    MbrId: account.institution,
    MerchantId: account.merchantId,
    UserCode: account.user,
    UserPass: account.password.use((word) => word),
    ...content,
  },
})

const dialectOf = ({ takesForms }: PayforAccount): { dialect?: Dialect } =>
  takesForms ? { dialect: FORM_DIALECT } : {}
