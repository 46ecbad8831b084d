/** The messages sent to PosNet, with their elements in the order of the bank's documents. */
import type { Attempt, PaymentOperation, ThreeDModel } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { cardTexts, installmentsText, toDerivedOrderId } from '../kit/message-parts.ts'
import type { Authentication, ChallengeStart } from '../three-d-secure.ts'
import type { Dialect, Tree } from '../transport/message.ts'
import { inField } from '../transport/pairs.ts'
import { xmlFormat } from '../transport/xml.ts'
import type { PosnetAccount } from './posnet-account.ts'
import { type PosnetTerms, posnetMac } from './posnet-mac.ts'

// biome-ignore format: related names on one line
const PLAIN = new Set([
  'mid', 'tid', 'tranDateRequired', 'posnetid', 'XID', 'orderID', 'amount', 'currencyCode', 'installment', 'tranType', 'transaction',
  'mailorderflag', 'wpAmount', 'hostLogKey',
  'approved', 'respCode', 'respText', 'hostlogkey', 'authCode', 'tranDate', 'inst1', 'amnt1', 'state', 'txnStatus',
  'xid', 'currency', 'txStatus', 'mdStatus', 'mdErrorMessage',
])

/** The bank reads requests as UTF-8, whatever the samples of its documents declare; its answers name their charset. */
export const POSNET_DIALECT: Dialect = {
  request: inField('xmldata', xmlFormat('posnetRequest', 'utf-8'), 'utf-8'),
  answer: xmlFormat('posnetResponse', 'iso-8859-9'),
  kept: { plain: PLAIN, cardNumbers: new Set(['ccno']) },
}

const CODES: Readonly<Record<string, string>> = { TRY: 'TL', USD: 'US', EUR: 'EU' }
export const POSNET_CURRENCIES: readonly string[] = Object.keys(CODES)
export const currencyOfCode = (code: string | null): string | undefined =>
  POSNET_CURRENCIES.find((currency) => CODES[currency] === code)

/** The XID of 3D Secure, from which the bank makes its order id. */
export const posnetXid = toDerivedOrderId(20)

/** The names under which the bank may have the order, 24 characters each. It wrote TDSC in front of its 3D orders until 2021. */
export const orderNames = (order: { readonly reference: string; readonly model: ThreeDModel }): readonly string[] =>
  (order.model === 'none' ? ['0000'] : ['TDS_', 'TDSC']).map((prefix) => `${prefix}${posnetXid(order)}`)

export const posnetTerms = (attempt: Pick<Attempt, 'reference' | 'amount'>): PosnetTerms => ({
  xid: posnetXid(attempt),
  amount: String(attempt.amount.minor),
  currency: CODES[attempt.amount.currency]!,
})

export const posnetInstallments = (of: Pick<Attempt, 'installments'>): string =>
  installmentsText(of, '00').padStart(2, '0')

export const saleRequest = (attempt: Attempt, account: PosnetAccount): Message => {
  const { amount, currency } = posnetTerms(attempt)
  const { ccno, expDate, cvc } = cardOf(attempt)
  const [orderID] = orderNames({ ...attempt, model: 'none' })
  // A charge without a card code is a mail order, which the bank has to allow the merchant.
  const mailOrder = attempt.storedCredential?.sequence === 'subsequent' ? { mailorderflag: 'Y' } : {}
  const content = {
    amount,
    ccno,
    currencyCode: currency,
    cvc,
    expDate,
    orderID,
    installment: posnetInstallments(attempt),
  }
  return message(account, orderID!, {
    tranDateRequired: '1',
    [attempt.operation === 'pre_auth' ? 'auth' : 'sale']: { ...content, ...mailOrder },
  })
}

export const captureRequest = (account: PosnetAccount, { original, amount }: PaymentOperation): Message => {
  const terms = posnetTerms({ ...original, amount })
  return message(account, terms.xid, {
    tranDateRequired: '1',
    capt: {
      amount: terms.amount,
      currencyCode: terms.currency,
      hostLogKey: original.references.hostReference ?? '',
      installment: posnetInstallments(original),
    },
  })
}

export const refundRequest = (account: PosnetAccount, { original, amount }: PaymentOperation): Message => {
  const terms = posnetTerms({ ...original, amount })
  return message(account, terms.xid, {
    tranDateRequired: '1',
    return: { amount: terms.amount, currencyCode: terms.currency, ...toTarget(original) },
  })
}

/** Which movement of an order is meant: the host's own number, or the order and its kind. */
export type Target = { readonly hostLogKey: string } | { readonly orderID: string }

/** A refund or a void of a capture names the capture, whose number is not that of the pre-authorization: the order leads to it. */
export const toTarget = (original: PaymentOperation['original']): Target => {
  const { hostReference } = original.references
  return original.operation === 'sale' && hostReference !== null
    ? { hostLogKey: hostReference }
    : { orderID: orderNames(original)[0]! }
}

export const reverseRequest = (
  account: PosnetAccount,
  transaction: 'sale' | 'auth' | 'capt',
  { target, reference }: { readonly target: Target; readonly reference: string },
): Message => message(account, posnetXid({ reference }), { tranDateRequired: '1', reverse: { transaction, ...target } })

export const agreementRequest = (account: PosnetAccount, orderID: string): Message =>
  message(account, orderID, { agreement: { orderID } })

/** Before a challenge: the bank encrypts card and terms, and the browser brings them to its page. */
export const challengeRequest = (account: PosnetAccount, start: ChallengeStart): Message => {
  const { xid, amount, currency } = posnetTerms(start)
  return message(account, xid, {
    oosRequestData: {
      posnetid: account.posnetId,
      XID: xid,
      amount,
      currencyCode: currency,
      installment: posnetInstallments(start),
      tranType: start.operation === 'pre_auth' ? 'Auth' : 'Sale',
      cardHolderName: start.card.holderName,
      ...cardOf(start),
    },
  })
}

interface Packets {
  readonly bankData: string
  readonly merchantData: string
  readonly sign: string
}

export const resolveRequest = (account: PosnetAccount, attempt: Attempt, packets: Packets): Message => {
  const terms = posnetTerms(attempt)
  return message(account, terms.xid, { oosResolveMerchantData: { ...packets, mac: posnetMac(account, terms) } })
}

export const authenticatedRequest = (attempt: Attempt, { md }: Authentication, account: PosnetAccount): Message => {
  const terms = posnetTerms(attempt)
  const mac = posnetMac(account, terms)
  return message(account, terms.xid, { oosTranData: { bankData: md ?? '', wpAmount: '0', mac } })
}

const cardOf = ({ card }: Pick<Attempt, 'card'>) => {
  const { number, month, year, cvv = '' } = cardTexts(card)
  return { ccno: number, expDate: `${year}${month}`, cvc: cvv }
}

/** The headers are for the bank's support, which finds a call by them. */
const message = ({ mid, tid, posnetId }: PosnetAccount, correlationId: string, content: Tree): Message => ({
  content: { mid, tid, ...content },
  headers: {
    'x-merchant-id': mid,
    'x-terminal-id': tid,
    'x-posnet-id': posnetId,
    'x-correlation-id': correlationId,
  },
})
