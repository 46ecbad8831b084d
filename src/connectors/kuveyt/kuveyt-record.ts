/** Kuveyt Türk's record of one order: its last state, and the sum of its refunds. */
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import { inquiriesOfSummary, type OrderSummary } from '../kit/order-summary.ts'
import { minorOfDecimal } from '../transport/bank-amounts.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import type { KuveytAccount } from './kuveyt-account.ts'
import { APPROVED, KUVEYT_CODES } from './kuveyt-codes.ts'
import { kuveytOrderId, recordRequest } from './kuveyt-requests.ts'
import { kuveytReferences } from './kuveyt-response.ts'

/** By LastOrderStatus; 4 and 5 are refunded in full and in part, 9 is a sale of a closed day. */
const STATES: Readonly<Record<string, OrderSummary['state']>> = {
  '1': 'sold',
  '2': 'held',
  '3': 'captured',
  '4': 'sold',
  '5': 'sold',
  '6': 'voided',
  '8': 'declined',
  '9': 'sold',
  '10': 'voided',
}

export const askRecord = (
  bank: Bank<KuveytAccount>,
  orderId: string,
  currency: string,
): Promise<OrderSummary | Unfound> =>
  bank.ask(
    (account) => recordRequest(account, orderId, currency, bank.nowMs()),
    (answer) => readRecord(answer, orderId) ?? inconclusive('the bank gave no record of the order'),
  )

/** Returns the attempt under this order id that was charged; two charges are for people. */
const readRecord = (answer: Tree, orderId: string): OrderSummary | Unfound | undefined => {
  const [result] = elementsAt(answer, 'GetMerchantOrderDetailResponse/GetMerchantOrderDetailResult')
  if (result === undefined || textAt(result, 'Success') !== 'true') return undefined
  const found = elementsAt(result, 'Value/OrderContract')
  if (found.length === 0) return elementsAt(result, 'Results/Result').length > 0 ? undefined : { kind: 'not_found' }
  const summaries = found.map((contract) => readContract(contract, orderId))
  if (summaries.some((summary) => summary === undefined)) return undefined
  const charges = summaries.filter((summary) => summary?.state !== 'declined')
  return charges.length > 1 ? undefined : (charges[0] ?? summaries.at(-1))
}

const readContract = (contract: Tree, orderId: string): OrderSummary | undefined => {
  const text = (name: string): string => textAt(contract, name) ?? ''
  const [code, word] = [text('ResponseCode'), text('LastOrderStatus')]
  const isDeclined = code !== APPROVED && KUVEYT_CODES.find(code)?.isDecline === true
  const state = isDeclined ? 'declined' : Object.hasOwn(STATES, word) ? STATES[word] : undefined
  const [amount, refunded] = [minorOfDecimal(text('FirstAmount')), minorOfDecimal(text('DrawbackAmount'))]
  if (text('MerchantOrderId') !== orderId || state === undefined || amount === null || refunded === null)
    return undefined
  if (code !== APPROVED && state !== 'declined') return undefined
  return {
    kind: 'found',
    state,
    word,
    amount,
    currency: text('FEC').slice(-3),
    refunded,
    code,
    settlementId: textAt(contract, 'BatchId'),
    maskedCardNumber: textAt(contract, 'CardNumber'),
    references: kuveytReferences(contract, 'ProvNumber'),
  }
}

export const KUVEYT_INQUIRIES = inquiriesOfSummary({ orderId: kuveytOrderId, ask: askRecord })
