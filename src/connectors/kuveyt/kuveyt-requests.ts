/** The messages sent to Kuveyt Türk: payments as XML to its gate, operations and inquiries by SOAP to another host. */
import { isIPv4 } from 'node:net'
import type { Attempt, BankReferences } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { cardTexts, installmentsText, toBankOrderId } from '../kit/message-parts.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import type { Authentication, ChallengeStart } from '../three-d-secure.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { bankTimeText } from '../transport/bank-times.ts'
import { htmlFormReader } from '../transport/html-form.ts'
import type { Dialect, LoggedNames, Tree } from '../transport/message.ts'
import { soapFormat } from '../transport/soap.ts'
import { xmlFormat } from '../transport/xml.ts'
import { type KuveytAccount, kuveytHash } from './kuveyt-account.ts'

// biome-ignore format: related names on one line
const KEPT: LoggedNames = {
  plain: new Set([
    'APIVersion', 'MerchantId', 'CustomerId', 'TransactionType', 'InstallmentCount', 'Amount', 'DisplayAmount', 'CancelAmount', 'CurrencyCode',
    'MerchantOrderId', 'TransactionSecurity', 'OrderId', 'RRN', 'Stan', 'ProvisionNumber', 'StartDate', 'EndDate', 'DeviceChannel', 'ClientIP',
    'ResponseCode', 'ResponseMessage', 'TransactionTime', 'IsEnrolled', 'BatchID', 'Success', 'ErrorCode', 'ErrorMessage', 'Severity', 'OrderDate',
    'OrderStatus', 'LastOrderStatus', 'OrderType', 'FirstAmount', 'DrawbackAmount', 'ClosedAmount', 'FEC', 'EndOfDayStatus', 'ProvNumber', 'BatchId',
    'ResponseExplain', 'ReferenceId', 'BusinessKey',
  ]),
  cardNumbers: new Set(['CardNumber']),
}
const SERVICE = 'http://boa.net/BOA.Integration.VirtualPos/Service'
const REQUEST = xmlFormat('KuveytTurkVPosMessage', 'utf-8')
export const ANSWER_ROOT = 'VPosTransactionResponseContract'

const PAYMENTS: Dialect = { request: REQUEST, answer: xmlFormat(ANSWER_ROOT, 'utf-8'), kept: KEPT }
const PAGES: Dialect = { request: REQUEST, answer: htmlFormReader, kept: KEPT }
const soap = soapFormat(SERVICE)
export const KUVEYT_DIALECT: Dialect = { request: soap, answer: soap, kept: KEPT }

export const kuveytOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,64}$/)

const NON_SECURE = '1'
const THREE_D = '3'

export const paymentRequest = (attempt: Attempt, account: KuveytAccount): Message =>
  gate('/Non3DPayGate', account, attempt, { ...terms(attempt, NON_SECURE), ...card(attempt) })

const NO_ADDRESS = '127.0.0.1' // the bank requires one, of version 4

const addressOf = ({ buyerIp }: ChallengeStart): string => (buyerIp && isIPv4(buyerIp) ? buyerIp : NO_ADDRESS)

/** Answered by a page for the browser. */
export const enrolmentRequest = (start: ChallengeStart, account: KuveytAccount): Message => {
  const urls = { OkUrl: start.callbackUrl, FailUrl: start.callbackUrl }
  const device = { DeviceData: { DeviceChannel: '02', ClientIP: addressOf(start) } }
  const content = { ...terms(start, THREE_D), ...card(start), ...device }
  return { ...gate('/ThreeDModelPayGate', account, start, content, urls), dialect: PAGES }
}

/** After the challenge: the bank's own name of it takes the place of the card. */
export const authenticatedRequest = (
  attempt: Attempt,
  { md }: Pick<Authentication, 'md'>,
  account: KuveytAccount,
): Message =>
  gate('/ThreeDModelProvisionGate', account, attempt, {
    KuveytTurkVPosAdditionalData: { AdditionalData: { Key: 'MD', Data: md ?? '' } },
    ...terms(attempt, THREE_D),
  })

const terms = ({ amount, installments, reference }: Attempt, TransactionSecurity: string): Tree => ({
  TransactionType: 'Sale',
  InstallmentCount: installmentsText({ installments }, '0'),
  Amount: String(amount.minor),
  DisplayAmount: String(amount.minor),
  CurrencyCode: longNumber(amount.currency),
  MerchantOrderId: kuveytOrderId({ reference }),
  TransactionSecurity,
})

/** Four digits: 0949. */
export const longNumber = (currency: string): string => `0${currencyNumber(currency)}`

const card = ({ card }: Attempt): Tree => {
  const { number, month, year, cvv } = cardTexts(card)
  return {
    CardHolderName: card.holderName,
    CardNumber: number,
    CardExpireDateYear: year,
    CardExpireDateMonth: month,
    ...(cvv === undefined ? {} : { CardCVV2: cvv }),
  }
}

const gate = (
  path: string,
  account: KuveytAccount,
  { amount, reference }: Attempt,
  content: Tree,
  urls: { OkUrl: string; FailUrl: string } = { OkUrl: '', FailUrl: '' },
): Message => ({
  at: 'three_d_secure_endpoint_url',
  path,
  dialect: PAYMENTS,
  content: {
    APIVersion,
    ...(urls.OkUrl === '' ? {} : urls),
    ...signature(account, kuveytOrderId({ reference }), String(amount.minor), urls.OkUrl + urls.FailUrl),
    ...content,
  },
})

const APIVersion = 'TDV2.0.0'

const signature = ({ merchantId, customerId, user, password }: KuveytAccount, order: string, amount: string, urls = '') => ({
  HashData: kuveytHash(merchantId + order + amount + urls + user, password),
  MerchantId: merchantId,
  CustomerId: customerId,
  UserName: user,
}) // biome-ignore format: names of the hash on one line

/** The bank's own number of the order and of the movement. */
interface Target {
  readonly OrderId: string
  readonly Stan: string
  readonly RRN: string
  readonly ProvisionNumber: string
}

/** Undefined where the answer to the charge was lost: the bank's record has them. */
export const toTarget = ({ providerTransactionId, hostReference, authCode }: BankReferences): Target | undefined => {
  const [OrderId, Stan] = providerTransactionId?.split('-') ?? []
  return OrderId && Stan && hostReference ? { OrderId, Stan, RRN: hostReference, ProvisionNumber: authCode ?? '' } : undefined
} // biome-ignore format: one condition

export type SoapOperation = 'SaleReversal' | 'DrawBack' | 'PartialDrawback'

export const operationRequest = (
  name: SoapOperation,
  { original, amount }: OperationTerms,
  { OrderId, RRN, Stan, ProvisionNumber }: Target,
  account: KuveytAccount,
): Message => {
  const Amount = String(amount.minor)
  const amounts = { Amount, DisplayAmount: name === 'SaleReversal' ? Amount : '0', CancelAmount: Amount }
  const order = { MerchantOrderId: kuveytOrderId(original), FECAmount: '0', CurrencyCode: longNumber(amount.currency) }
  return service(name, account, {
    MailOrTelephoneOrder: '1',
    Amount,
    MerchantId: account.merchantId,
    OrderId,
    RRN,
    Stan,
    ProvisionNumber,
    VPosMessage: vposMessage(name, account, amounts, order),
  })
}

const LOOK_BACK_MS = 370 * 86_400_000
const DAY_MS = 86_400_000

/** The bank wants a span of time in addition to the order. */
export const recordRequest = (account: KuveytAccount, order: string, currency: string, nowMs: number): Message => {
  const day = (ms: number): string => bankTimeText(ms).slice(0, 19)
  const amounts = { Amount: '0', DisplayAmount: '0', CancelAmount: '0' }
  const named = { MerchantOrderId: order, CurrencyCode: longNumber(currency), FECAmount: '0' }
  return service('GetMerchantOrderDetail', account, {
    MailOrTelephoneOrder: '1',
    Amount: '0',
    MerchantId: account.merchantId,
    MerchantOrderId: order,
    OrderId: '0',
    StartDate: day(nowMs - LOOK_BACK_MS),
    EndDate: day(nowMs + DAY_MS),
    TransactionType: '0',
    VPosMessage: vposMessage('GetMerchantOrderDetail', account, amounts, named),
  })
}

const service = (name: string, { customerId }: KuveytAccount, request: Tree): Message => ({
  headers: { SOAPAction: `${SERVICE}/IVirtualPosService/${name}` },
  content: {
    [name]: {
      request: {
        IsFromExternalNetwork: '1',
        BusinessKey: '0',
        ResourceId: '0',
        ActionId: '0',
        LanguageId: '0',
        CustomerId: customerId,
        ...request,
      },
    },
  },
})

const vposMessage = (
  TransactionType: string,
  account: KuveytAccount,
  amounts: { readonly Amount: string } & Tree,
  order: { readonly MerchantOrderId: string } & Tree,
): Tree => {
  const { HashData, ...ids } = signature(account, order.MerchantOrderId, amounts.Amount)
  return {
    APIVersion,
    InstallmentMaturityCommisionFlag: '0',
    HashData,
    MerchantId: ids.MerchantId,
    SubMerchantId: '0',
    CustomerId: ids.CustomerId,
    UserName: ids.UserName,
    CardType: 'Visa',
    BatchID: '0',
    TransactionType,
    InstallmentCount: '0',
    ...amounts,
    ...order,
    QeryId: '0',
    DebtId: '0',
    SurchargeAmount: '0',
    SGKDebtAmount: '0',
    TransactionSecurity: NON_SECURE,
  }
}
