/** The messages sent to Garanti, as element trees in the order its documents show them. */
import type { Attempt, PaymentOperation } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { addressText, cardTexts, installmentsText, toBankOrderId } from '../kit/message-parts.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import type { Dialect, LoggedNames, Tree } from '../transport/message.ts'
import { xmlFormat } from '../transport/xml.ts'
import type { GarantiAccount, GarantiUser } from './garanti-account.ts'
import { requestHash, securityData } from './garanti-hash.ts'

// biome-ignore format: related names on one line
const KEPT: LoggedNames = {
  plain: new Set([
    'Mode', 'Version', 'ProvUserID', 'UserID', 'ID', 'MerchantID', 'IPAddress', 'OrderID', 'GroupID',
    'Type', 'InstallmentCnt', 'Amount', 'CurrencyCode', 'CardholderPresentCode', 'MotoInd', 'OriginalRetrefNum', 'SecurityLevel',
    'Source', 'Code', 'ReasonCode', 'Message', 'ErrorMsg', 'SysErrMsg', 'RetrefNum', 'AuthCode', 'BatchNum', 'SequenceNum',
    'ProvDate', 'GarantiCardInd', 'CardType', 'ChargeType', 'PreAuthAmount', 'PreAuthDate', 'AuthAmount', 'AuthDate', 'VoidDate',
    'Status', 'ReturnCode', 'Settlement',
  ]),
  cardNumbers: new Set(['Number', 'CardNumberMasked']),
}

export const GARANTI_DIALECT: Dialect = {
  request: xmlFormat('GVPSRequest', 'utf-8'),
  answer: xmlFormat('GVPSResponse', 'utf-8'),
  kept: KEPT,
}

const VERSION = '512' // SHA-512
/** Inquiries carry this amount, also inside the hash, whatever the order's amount. */
const INQUIRY_AMOUNT = '100'
export const NO_ADDRESS = '127.0.0.1' // the element must be there

export const garantiOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,36}$/)

export const garantiType = (operation: Attempt['operation']): string => (operation === 'pre_auth' ? 'preauth' : 'sales')

export const paymentRequest = (attempt: Attempt, account: GarantiAccount): Message => {
  const { number, month, year, cvv = '' } = cardTexts(attempt.card)
  return message(account, account.payer, { ...ordered(attempt), cardNumber: number }, attempt.buyerIp, {
    Card: { Number: number, ExpireDate: `${month}${year}`, CVV2: cvv },
    Order: buildOrder(attempt),
    Transaction: { ...chargeOf(attempt), CardholderPresentCode: '0', MotoInd: motoOf(attempt) },
  })
}

/** All payments of one agreement are one group. */
const buildOrder = (attempt: Attempt): Tree => ({
  OrderID: garantiOrderId(attempt),
  ...(attempt.storedCredential === undefined ? {} : { GroupID: attempt.storedCredential.agreement }),
})

/** The cardholder is not present and cannot enter the card code. */
const motoOf = ({ storedCredential }: Attempt): string => (storedCredential?.sequence === 'subsequent' ? 'Y' : 'N')

/** After the challenge: the bank's authentication reference replaces the card, which is left out of message and hash. */
export const authenticatedRequest = (
  attempt: Attempt,
  { cavv, eci, xid, md }: Authentication,
  account: GarantiAccount,
): Message =>
  message(account, account.payer, ordered(attempt), attempt.buyerIp, {
    Order: buildOrder(attempt),
    Transaction: {
      ...chargeOf(attempt),
      CardholderPresentCode: '13',
      MotoInd: 'N',
      Secure3D: { AuthenticationCode: cavv ?? '', SecurityLevel: eci ?? '', TxnID: xid ?? '', Md: md ?? '' },
    },
  })

export const garantiOperationRequest = (followUp: PaymentOperation, account: GarantiAccount): Message => {
  const { operation, original, amount, buyerIp } = followUp
  const parts = {
    orderId: garantiOrderId(original),
    amount: String(amount.minor),
    currency: currencyNumber(amount.currency),
  }
  const retref = original.references.hostReference ?? ''
  switch (operation) {
    case 'capture':
      return followUpOf(account, account.payer, parts, { type: 'postauth', retref, buyerIp })
    case 'void':
      return voidRequest(account, {
        ...parts,
        amount: String(original.captured || original.amount.minor),
        retref,
        buyerIp,
      })
    case 'refund':
      return followUpOf(account, account.refunder, parts, { type: 'refund', retref, buyerIp })
  }
}

/**
 * Includes the amount that is voided, as in the samples of the bank: it documents partial voids too, and a constant could
 * be read as one.
 */
export const voidRequest = (
  account: GarantiAccount,
  { retref, buyerIp, ...parts }: Parts & { retref: string; buyerIp?: string | null | undefined },
): Message => followUpOf(account, account.refunder, parts, { type: 'void', retref, buyerIp })

export const inquiryRequest = (
  account: GarantiAccount,
  type: 'orderinq' | 'orderhistoryinq',
  { orderId, currency }: { orderId: string; currency: string },
): Message => {
  const parts = { orderId, currency, amount: INQUIRY_AMOUNT }
  return message(account, account.payer, parts, null, {
    Order: { OrderID: orderId },
    Transaction: transactionOf(type, parts),
  })
}

interface Parts {
  readonly orderId: string
  readonly amount: string
  readonly currency: string
  readonly cardNumber?: string
}

const followUpOf = (
  account: GarantiAccount,
  user: GarantiUser,
  parts: Parts,
  { type, retref, buyerIp }: { type: string; retref: string; buyerIp?: string | null | undefined },
): Message =>
  message(account, user, parts, buyerIp, {
    Order: { OrderID: parts.orderId },
    Transaction: { ...transactionOf(type, parts), OriginalRetrefNum: retref },
  })

const transactionOf = (Type: string, { amount, currency }: Parts): Tree => ({
  Type,
  InstallmentCnt: '',
  Amount: amount,
  CurrencyCode: currency,
  CardholderPresentCode: '0',
  MotoInd: 'N',
})

const ordered = (attempt: Attempt): Parts => ({
  orderId: garantiOrderId(attempt),
  amount: String(attempt.amount.minor),
  currency: currencyNumber(attempt.amount.currency),
})

const chargeOf = (attempt: Attempt): Tree => ({
  Type: garantiType(attempt.operation),
  InstallmentCnt: installmentsText(attempt),
  Amount: String(attempt.amount.minor),
  CurrencyCode: currencyNumber(attempt.amount.currency),
})

const message = (
  { mode, terminalId, merchantId }: GarantiAccount,
  { name, password }: GarantiUser,
  { cardNumber = '', ...parts }: Parts,
  buyerIp: string | null | undefined,
  content: Tree,
): Message => {
  const security = password.use((word) => securityData(word, terminalId))
  return {
    content: {
      Mode: mode,
      Version: VERSION,
      Terminal: {
        ProvUserID: name,
        UserID: name,
        HashData: requestHash({ ...parts, terminalId, cardNumber }, security),
        ID: terminalId,
        MerchantID: merchantId,
      },
      Customer: { IPAddress: addressText(buyerIp, NO_ADDRESS), EmailAddress: '' },
      ...content,
    },
  }
}
