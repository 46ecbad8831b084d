/** The messages sent to Akbank, with the names of its interface. */
import { randomBytes } from 'node:crypto'
import type { Money } from '../../core/money.ts'
import type { Attempt } from '../attempt.ts'
import type { Message } from '../kit/gateway.ts'
import { addressText, cardTexts, toBankOrderId } from '../kit/message-parts.ts'
import type { OperationTerms } from '../kit/order-record.ts'
import type { Authentication } from '../three-d-secure.ts'
import { currencyNumber, decimalText } from '../transport/bank-amounts.ts'
import { bankTimeText } from '../transport/bank-times.ts'
import { jsonFormat } from '../transport/json.ts'
import type { Dialect, Tree } from '../transport/message.ts'
import type { AkbankAccount } from './akbank-account.ts'

// biome-ignore format: related names on one line
const PLAIN = new Set([
  'version', 'txnCode', 'requestDateTime', 'merchantSafeId', 'terminalSafeId', 'orderId', 'orgOrderId', 'amount', 'currencyCode', 'motoInd',
  'installCount', 'ipAddress', 'secureEcomInd', 'responseCode', 'responseMessage', 'hostResponseCode', 'hostMessage', 'txnDateTime', 'authCode',
  'rrn', 'batchNumber', 'stan', 'settlementId', 'txnStatus', 'preAuthStatus', 'preAuthCloseAmount', 'preAuthCloseDate', 'code', 'message',
])

export const AKBANK_DIALECT: Dialect = {
  request: jsonFormat,
  answer: jsonFormat,
  kept: { plain: PLAIN, cardNumbers: new Set(['cardNumber', 'maskedCardNumber']) },
}

export const TRANSACTIONS = { sale: '1000', refund: '1002', void: '1003', pre_auth: '1004', capture: '1005' } as const
const ORDER_HISTORY = '1010'

export const akbankOrderId = toBankOrderId(/^[A-Za-z0-9_-]{1,36}$/)

export const newRandomNumber = (): string => randomBytes(64).toString('hex').toUpperCase()

export const akbankEnvelope = (
  { merchantSafeId, terminalSafeId }: AkbankAccount,
  content: Tree,
  nowMs: number,
): Tree => ({
  version: '1.00',
  requestDateTime: bankTimeText(nowMs),
  randomNumber: newRandomNumber(),
  terminal: { merchantSafeId, terminalSafeId },
  ...content,
})

export const paymentRequest = (attempt: Attempt): Message => {
  const { number, month, year, cvv } = cardTexts(attempt.card)
  const card = { cardNumber: number, ...(cvv === undefined ? {} : { cvv2: cvv }), expireDate: `${month}${year}` }
  return charge(attempt, { card })
}

/** After the challenge: its proof takes the place of the card. */
export const authenticatedRequest = (attempt: Attempt, { xid, eci, cavv, md }: Authentication): Message =>
  charge(attempt, {
    secureTransaction: { secureId: xid ?? '', secureEcomInd: eci ?? '', secureData: cavv ?? '', secureMd: md ?? '' },
  })

const charge = (attempt: Attempt, proof: Tree): Message => {
  const ipAddress = addressText(attempt.buyerIp)
  // 1: the cardholder is not there to enter a card code.
  const motoInd = attempt.storedCredential?.sequence === 'subsequent' ? 1 : 0
  return {
    content: {
      txnCode: TRANSACTIONS[attempt.operation],
      order: { orderId: akbankOrderId(attempt) },
      ...proof,
      transaction: { ...amountOf(attempt.amount), motoInd, installCount: attempt.installments },
      ...(ipAddress === '' ? {} : { customer: { ipAddress } }),
    },
  }
}

export const akbankOperationRequest = ({ operation, original, amount }: OperationTerms): Message => ({
  content: {
    txnCode: TRANSACTIONS[operation],
    order: { orderId: akbankOrderId(original) },
    ...(operation === 'void' ? {} : { transaction: amountOf(amount) }),
  },
})

export const historyRequest = (orderId: string): Message => ({
  content: { txnCode: ORDER_HISTORY, order: { orderId } },
})

/** As text, so that no program on the way makes a float of the amount. */
const amountOf = (amount: Money): Tree => ({
  amount: decimalText(amount),
  currencyCode: Number(currencyNumber(amount.currency)),
})
