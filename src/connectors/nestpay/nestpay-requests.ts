/** The messages sent to NestPay, as element trees in the order its documents show them. */
import type { Attempt } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { addressText, cardTexts, installmentsText, toBankOrderId } from '../kit/message-parts.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import type { Dialect, Tree } from '../transport/message.ts'
import { xmlFormat } from '../transport/xml.ts'
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

export const NESTPAY_DIALECT: Dialect = {
  request: xmlFormat('CC5Request', 'iso-8859-9'),
  answer: xmlFormat('CC5Response', 'iso-8859-9'),
  kept: { plain: PLAIN, cardNumbers: new Set(['Number', 'PAN']) },
}

export const nestpayOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,64}$/)

export const nestpayEnvelope = ({ user, password, clientId }: NestpayAccount, content: Tree): Tree => ({
  Name: user,
  Password: password.use((word) => word),
  ClientId: clientId,
  ...content,
})

export const paymentRequest = (attempt: Attempt): Message => {
  const { number, month, year, cvv } = cardTexts(attempt.card)
  return payment(attempt, {
    Number: number,
    Expires: `${month}/${year}`,
    ...(cvv === undefined ? {} : { Cvv2Val: cvv }),
  })
}

/** After the challenge: the bank's authentication reference replaces the card. */
export const authenticatedRequest = (attempt: Attempt, { md, xid, eci, cavv }: Authentication): Message =>
  payment(attempt, {
    Number: md ?? '',
    PayerTxnId: xid ?? '',
    PayerSecurityLevel: eci ?? '',
    PayerAuthenticationCode: cavv ?? '',
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

const payment = (attempt: Attempt, card: Tree): Message => {
  const seller = subMerchantFields(attempt)
  const content = {
    Type: attempt.operation === 'pre_auth' ? 'PreAuth' : 'Auth',
    IPAddress: addressText(attempt.buyerIp),
    OrderId: nestpayOrderId(attempt),
    // All payments of one agreement are one group: that is how a charge without a card code is known to follow an approved one.
    ...(attempt.storedCredential === undefined ? {} : { GroupId: attempt.storedCredential.agreement }),
    Total: decimalText(attempt.amount),
    Currency: currencyNumber(attempt.amount.currency),
    Taksit: installmentsText(attempt),
    ...card,
    Mode: 'P',
    ...(Object.keys(seller).length === 0 ? {} : { Extra: seller }),
  }
  return { content }
}

export const nestpayOperationRequest = ({ operation, original, amount }: OperationTerms): Message => {
  const OrderId = nestpayOrderId(original)
  const Total = decimalText(amount)
  switch (operation) {
    case 'capture':
      return { content: { Type: 'PostAuth', OrderId, Total } }
    case 'void':
      return { content: { Type: 'Void', OrderId } }
    case 'refund':
      return { content: { Type: 'Credit', OrderId, Currency: currencyNumber(amount.currency), Total } }
  }
}

export const statusRequest = (OrderId: string): Message => ({ content: { OrderId, Extra: { ORDERSTATUS: 'QUERY' } } })

export const historyRequest = (OrderId: string): Message => ({ content: { OrderId, Extra: { ORDERHISTORY: 'QUERY' } } })
