/** The messages sent to InterPOS: forms, answered by pairs of names and values. */
import type { Attempt } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { cardTexts, installmentsText, toBankOrderId } from '../kit/message-parts.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { Dialect, LoggedNames, Reader, Tree } from '../transport/message.ts'
import { formWriter, pairsReader } from '../transport/pairs.ts'
import type { InterposAccount } from './interpos-account.ts'

// biome-ignore format: related names on one line
const KEPT: LoggedNames = {
  plain: new Set([
    'ShopCode', 'UserCode', 'TxnType', 'SecureType', 'OrderId', 'orgOrderId', 'PurchAmount', 'Currency', 'InstallmentCount', 'MOTO', 'Lang', 'Eci',
    'ProcReturnCode', 'HostRefNum', 'AuthCode', 'TxnResult', 'ErrorMessage', 'ErrorCode', 'TRXDATE', 'TransId', 'Amount', 'BatchNo', 'TxnStat',
    'TxnStatus', 'VoidDate', 'ChargeTypeCd', 'RefundedAmount', 'CampanyId', 'CampanyInstallCount', 'CampanyInstallment', 'EarnedBonus', 'UsedBonus',
  ]),
  cardNumbers: new Set(['Pan']),
}

const pairs = pairsReader(/;{2,3}/, 'utf-8')
/** Last members of an answer about a charge or an operation, and of one about a record: without them it was cut. */
const ENDINGS = [['CardHolderName'], ['RefundedAmount', 'AuthCode']]
const wholeAnswer: Reader = {
  ...pairs,
  decode(bytes, contentType) {
    const answer = pairs.decode(bytes, contentType)
    return answer && ENDINGS.some((names) => names.every((name) => name in answer)) ? answer : undefined
  },
}

export const INTERPOS_DIALECT: Dialect = { request: formWriter('utf-8'), answer: wholeAnswer, kept: KEPT }

export const interposOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,64}$/)

export const interposType = (operation: Attempt['operation']): string => (operation === 'pre_auth' ? 'PreAuth' : 'Auth')

const E_COMMERCE = '0'
/** The cardholder is not there to enter a card code. */
const MAIL_ORDER = '1'

export const paymentRequest = (attempt: Attempt, account: InterposAccount): Message => {
  const { number, month, year, cvv } = cardTexts(attempt.card)
  const isLater = attempt.storedCredential?.sequence === 'subsequent'
  return message(account, {
    ...chargeTerms(attempt),
    MOTO: isLater ? MAIL_ORDER : E_COMMERCE,
    Pan: number,
    Expiry: `${month}${year}`,
    ...(cvv === undefined ? {} : { Cvv2: cvv }),
  })
}

/** After the challenge: its proof takes the place of the card. */
export const authenticatedRequest = (
  attempt: Attempt,
  { md, xid, eci, cavv }: Pick<Authentication, 'md' | 'xid' | 'eci' | 'cavv'>,
  account: InterposAccount,
): Message =>
  message(account, {
    ...chargeTerms(attempt),
    MOTO: E_COMMERCE,
    MD: md ?? '',
    PayerTxnId: xid ?? '',
    Eci: eci ?? '',
    PayerAuthenticationCode: cavv ?? '',
  })

const chargeTerms = (attempt: Attempt): Tree => ({
  TxnType: interposType(attempt.operation),
  OrderId: interposOrderId(attempt),
  PurchAmount: decimalText(attempt.amount),
  Currency: currencyNumber(attempt.amount.currency),
  InstallmentCount: installmentsText(attempt),
})

const OPERATIONS = { capture: 'PostAuth', void: 'Void', refund: 'Refund' } as const

/** The bank makes an order id for each operation. */
export const interposOperationRequest = (
  { operation, original, amount }: OperationTerms,
  account: InterposAccount,
): Message =>
  message(account, {
    TxnType: OPERATIONS[operation],
    OrderId: '',
    orgOrderId: interposOrderId(original),
    ...(operation === 'void' ? {} : { PurchAmount: decimalText(amount) }),
    Currency: currencyNumber(amount.currency),
    MOTO: E_COMMERCE,
  })

export const recordRequest = (account: InterposAccount, orderId: string): Message =>
  message(account, { TxnType: 'StatusHistory', OrderId: '', orgOrderId: orderId })

const message = ({ shopCode, user, password }: InterposAccount, content: Tree): Message => ({
  content: {
    ShopCode: shopCode,
    UserCode: user,
    UserPass: password.use((word) => word),
    SecureType: 'NonSecure',
    ...content,
    Lang: 'TR',
  },
})
