/** The messages sent to iyzico, with the names of its interface. */
import type { Attempt, BankReferences } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { addressText, cardTexts, toBankOrderId } from '../kit/message-parts.ts'
import type { Authentication, ChallengeStart } from '../three-d-secure.ts'
import { jsonFormat } from '../transport/json.ts'
import type { Dialect, Tree } from '../transport/message.ts'
import { priceText } from './iyzico-amounts.ts'
import { basketItem, buyerMembers } from './iyzico-buyer.ts'

// biome-ignore format: related names on one line
const PLAIN = new Set([
  'locale', 'conversationId', 'systemTime', 'status', 'errorCode', 'errorMessage', 'errorGroup', 'retryable',
  'price', 'paidPrice', 'currency', 'installment', 'basketId', 'paymentChannel', 'paymentGroup', 'category1', 'itemType', 'itemId', 'registerCard',
  'subMerchantKey', 'subMerchantPrice', 'ip', 'paymentId', 'paymentTransactionId', 'transactionStatus', 'fraudStatus', 'phase', 'mdStatus',
  'authCode', 'hostReference', 'cancelHostReference', 'refundHostReference', 'cardType', 'cardAssociation', 'cardFamily', 'binNumber', 'lastFourDigits',
  'paymentStatus', 'paymentRefundStatus', 'paymentConversationId', 'connectorName', 'threeDS', 'createdDate',
  'refundId', 'refundTxId', 'refundPrice', 'refundStatus', 'refundConversationId', 'cancelConversationId', 'currencyCode', 'isAfterSettlement',
])

export const IYZICO_DIALECT: Dialect = {
  request: jsonFormat,
  answer: jsonFormat,
  kept: { plain: PLAIN, cardNumbers: new Set(['cardNumber']) },
}

/** Our reference is conversationId and basketId of a payment, and names it in the report. */
export const iyzicoOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,64}$/)

const head = (conversationId: string): Tree => ({ locale: 'tr', conversationId })

const CHARGES: Readonly<Record<string, string>> = { sale: '/payment/auth', pre_auth: '/payment/preauth' }

export const paymentRequest = (attempt: Attempt): Message => ({
  path: CHARGES[attempt.operation]!,
  content: payment(attempt),
})

/** Before the challenge: iyzico keeps the terms, and answers the page of the browser. */
export const challengeRequest = (start: ChallengeStart): Message => ({
  path: `/payment/3dsecure/initialize${start.operation === 'pre_auth' ? '/preauth' : ''}`,
  content: { ...payment(start), callbackUrl: start.callbackUrl },
})

const payment = (attempt: Attempt): Tree => {
  const orderId = iyzicoOrderId(attempt)
  const { number, month, cvv } = cardTexts(attempt.card)
  return {
    ...head(orderId),
    price: priceText(attempt.amount),
    paidPrice: priceText(attempt.amount),
    currency: attempt.amount.currency,
    installment: attempt.installments,
    basketId: orderId,
    paymentChannel: 'WEB',
    paymentGroup: 'PRODUCT',
    paymentCard: {
      cardHolderName: attempt.card.holderName,
      cardNumber: number,
      expireYear: String(attempt.card.expireYear),
      expireMonth: month,
      ...(cvv === undefined ? {} : { cvc: cvv }),
      registerCard: 0,
    },
    ...buyerMembers(attempt),
    basketItems: [basketItem(attempt)],
  }
}

/** The name of a challenge in the second call; `conversationData` is part of it only where iyzico has sent one. */
export const challengeName = (paymentId: string, conversationData: string): string =>
  conversationData === '' ? paymentId : `${paymentId}:${conversationData}`

/** After the challenge. The newer call takes no conversationData; it names the terms, which iyzico compares with its own. */
export const authenticatedRequest = (attempt: Attempt, { md }: Pick<Authentication, 'md'>): Message => {
  const orderId = iyzicoOrderId(attempt)
  const [, paymentId, conversationData] = /^([^:]*)(?::(.*))?$/s.exec(md ?? '') ?? []
  const named = { ...head(orderId), paymentId: paymentId ?? '' }
  if (conversationData !== undefined) return { path: '/payment/3dsecure/auth', content: { ...named, conversationData } }
  const { amount } = attempt
  return {
    path: '/payment/v2/3dsecure/auth',
    content: { ...named, paidPrice: priceText(amount), basketId: orderId, currency: amount.currency },
  }
}

/** iyzico's own numbers: of the payment, and of the only item of its basket. */
export interface Target {
  readonly paymentId: string
  readonly paymentTransactionId: string
}

/** Undefined where the answer to the charge was lost: the report has them. */
export const toTarget = ({ providerTransactionId }: BankReferences): Target | undefined => {
  const [, paymentId, paymentTransactionId] = /^([0-9]+)-([0-9]+)$/.exec(providerTransactionId ?? '') ?? []
  return paymentId && paymentTransactionId ? { paymentId, paymentTransactionId } : undefined
}

/** Terms of a capture, void or refund, and of the void that takes a late charge back. */
export interface OperationTerms extends Pick<Attempt, 'amount' | 'buyerIp' | 'reference'> {
  readonly operation: 'capture' | 'void' | 'refund'
  readonly original: { readonly reference: string }
}

/** A refund is a separate conversation, by which the report shows it; a capture and a void are in that of the payment. */
export const toConversation = ({ operation, original, reference }: OperationTerms): string =>
  iyzicoOrderId(operation === 'refund' ? { reference } : original)

export const operationRequest = (terms: OperationTerms, { paymentId, paymentTransactionId }: Target): Message => {
  const { operation, amount, buyerIp } = terms
  const { currency } = amount
  const named = { ...head(toConversation(terms)), ip: addressText(buyerIp, '127.0.0.1') }
  switch (operation) {
    case 'capture':
      return { path: '/payment/postauth', content: { ...named, paymentId, paidPrice: priceText(amount), currency } }
    case 'void':
      return { path: '/payment/cancel', content: { ...named, paymentId } }
    case 'refund':
      return {
        path: '/payment/refund',
        content: { ...named, paymentTransactionId, price: priceText(amount), currency },
      }
  }
}

/** People may ask about any order, so its name is no part of the question's own syntax. */
export const recordRequest = (orderId: string): Message => {
  const query = new URLSearchParams({ locale: 'tr', conversationId: orderId, paymentConversationId: orderId })
  return { method: 'GET', path: `/v2/reporting/payment/details?${query}`, content: {} }
}
