/** The messages sent to NestPay, as element trees in the order its documents show them. */
import { isIP } from 'node:net'
import type { Attempt, PaymentOperation } from '../attempt.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { LoggedNames } from '../transport/mask-message.ts'
import { toBankOrderId } from '../transport/order-id.ts'
import type { XmlElement } from '../transport/xml.ts'
import type { XmlDialect } from '../transport/xml-call.ts'
import type { NestpayAccount } from './nestpay-account.ts'

// biome-ignore format: related names on one line
export const SUB_MERCHANT_NAMES = [
  'SUBMERCHANTID', 'SUBMERCHANTNAME', 'SUBMERCHANTMCC', 'SUBMERCHANTPOSTALCODE', 'SUBMERCHANTCITY', 'SUBMERCHANTCOUNTRY',
]
// biome-ignore format: related names on one line
const PLAIN = new Set([
  'Name', 'ClientId', 'Type', 'IPAddress', 'OrderId', 'GroupId', 'Total', 'Currency', 'Taksit', 'Mode', 'PayerSecurityLevel',
  'ORDERSTATUS', 'ORDERHISTORY', 'PREAMT', ...SUB_MERCHANT_NAMES,
  'Response', 'AuthCode', 'HostRefNum', 'ProcReturnCode', 'TransId', 'ErrMsg',
  'SETTLEID', 'TRXDATE', 'ERRORCODE', 'NUMCODE', 'CARDBRAND', 'CARDISSUER', 'HOSTDATE', 'HOSTMSG', 'TERMINALID', 'MERCHANTID', 'TRACEID',
  'ORD_ID', 'TRANS_ID', 'TRANS_STAT', 'CHARGE_TYPE_CD', 'ORIG_TRANS_AMT', 'CAPTURE_AMT', 'AUTH_DTTM', 'CAPTURE_DTTM', 'VOID_DTTM',
  'AUTH_CODE', 'HOST_REF_NUM', 'PROC_RET_CD', 'MDSTATUS', 'TRXCOUNT',
  ...Array.from({ length: 50 }, (_, at) => `TRX${at + 1}`),
])
const KEPT: LoggedNames = { plain: PLAIN, cardNumbers: new Set(['Number', 'PAN']) }

export const NESTPAY: XmlDialect = {
  requestRoot: 'CC5Request',
  answerRoot: 'CC5Response',
  charset: 'iso-8859-9',
  kept: KEPT,
}

export const nestpayOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,64}$/)

export const paymentRequest = (account: NestpayAccount, attempt: Attempt): XmlElement => {
  const { card } = attempt
  return {
    ...paymentHead(account, attempt),
    Number: card.number.use((number) => number),
    Expires: `${String(card.expireMonth).padStart(2, '0')}/${String(card.expireYear).slice(-2)}`,
    ...(card.cvv ? { Cvv2Val: card.cvv.use((cvv) => cvv) } : {}),
    Mode: 'P',
    ...subMerchantExtra(attempt),
  }
}

/** After the challenge: the bank's authentication reference replaces the card. */
export const authenticatedRequest = (
  account: NestpayAccount,
  attempt: Attempt,
  { md, xid, eci, cavv }: Authentication,
): XmlElement => ({
  ...paymentHead(account, attempt),
  Number: md ?? '',
  PayerTxnId: xid ?? '',
  PayerSecurityLevel: eci ?? '',
  PayerAuthenticationCode: cavv ?? '',
  Mode: 'P',
  ...subMerchantExtra(attempt),
})

/** Fields with the seller, if the account belongs to a payment facilitator. The same names are fields of the 3D Secure form. */
export const subMerchantFields = ({ subMerchant }: Pick<Attempt, 'subMerchant'>): Record<string, string> =>
  Object.fromEntries(
    [
      ['SUBMERCHANTID', subMerchant?.id],
      ['SUBMERCHANTNAME', subMerchant?.name],
      ['SUBMERCHANTMCC', subMerchant?.mcc],
      ['SUBMERCHANTPOSTALCODE', subMerchant?.postalCode],
      ['SUBMERCHANTCITY', subMerchant?.city],
      ['SUBMERCHANTCOUNTRY', subMerchant?.countryCode],
    ].filter((field): field is [string, string] => field[1] != null),
  )

const subMerchantExtra = (attempt: Attempt): XmlElement => {
  const fields = subMerchantFields(attempt)
  return Object.keys(fields).length === 0 ? {} : { Extra: fields }
}

const paymentHead = (account: NestpayAccount, attempt: Attempt): XmlElement => ({
  ...credentials(account),
  Type: attempt.operation === 'pre_auth' ? 'PreAuth' : 'Auth',
  IPAddress: isIP(attempt.buyerIp ?? '') ? attempt.buyerIp! : '',
  OrderId: nestpayOrderId(attempt),
  // All payments of one agreement are one group: that is how a charge without a card code is known to follow an approved one.
  ...(attempt.storedCredential === undefined ? {} : { GroupId: attempt.storedCredential.agreement }),
  Total: decimalText(attempt.amount),
  Currency: currencyNumber(attempt.amount.currency),
  Taksit: attempt.installments > 1 ? String(attempt.installments) : '',
})

export const nestpayOperationRequest = (
  account: NestpayAccount,
  { operation, original, amount }: PaymentOperation,
): XmlElement => {
  const OrderId = nestpayOrderId(original)
  switch (operation) {
    case 'capture':
      return { ...credentials(account), Type: 'PostAuth', OrderId, Total: decimalText(amount) }
    case 'void':
      return voidRequest(account, OrderId)
    case 'refund':
      return {
        ...credentials(account),
        Type: 'Credit',
        OrderId,
        Currency: currencyNumber(amount.currency),
        Total: decimalText(amount),
      }
  }
}

export const voidRequest = (account: NestpayAccount, OrderId: string): XmlElement => ({
  ...credentials(account),
  Type: 'Void',
  OrderId,
})

export const statusRequest = (account: NestpayAccount, OrderId: string): XmlElement => ({
  ...credentials(account),
  OrderId,
  Extra: { ORDERSTATUS: 'QUERY' },
})

export const historyRequest = (account: NestpayAccount, OrderId: string): XmlElement => ({
  ...credentials(account),
  OrderId,
  Extra: { ORDERHISTORY: 'QUERY' },
})

const credentials = ({ user, password, clientId }: NestpayAccount) => ({
  Name: user,
  Password: password.use((word) => word),
  ClientId: clientId,
})
