/** orderinq and orderhistoryinq: an order as the bank's ledger has it. */
import type { Bank } from '../bank-parts.ts'
import { keyOf } from '../ledger/books.ts'
import { type Movement, type Order, stateOf } from '../ledger/order.ts'
import { stamp } from '../wire/bank-time.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { currencyNumber } from '../wire/terms.ts'
import type { Pair } from '../wire/xml.ts'
import { bankAnswer, refusedAnswer, transaction, xml } from './answer.ts'
import { isOfTheWhole } from './operation.ts'
import type { GvpsRequest } from './read-request.ts'

export type Inquiry = (bank: Bank, read: GvpsRequest, extra: boolean) => Answer

export const inquiryWork =
  (bank: Bank, read: GvpsRequest, inquiry: Inquiry): Work =>
  (_effect, extra) => {
    const order = visibleOrder(bank, read)
    return isOfTheWhole(read.transaction.Amount ?? '', order && [order.amount, order.captured])
      ? inquiry(bank, read, extra)
      : refusedAnswer(bank, read.orderId, 'bad_amount', extra)
  }

export const isVisible = ({ ledger }: Bank, { hidden_until }: Order): boolean =>
  hidden_until === undefined || hidden_until <= ledger.now()

const visibleOrder = (bank: Bank, { merchant, orderId }: GvpsRequest): Order | undefined => {
  const order = bank.ledger.books.orders.get(keyOf(merchant.id, orderId))
  return order && isVisible(bank, order) ? order : undefined
}

export const approvedInquiry = (): Pair => transaction('GVPS', '00', '00', '', '')

export const orderStatus: Inquiry = (bank, read, extra) => {
  const order = visibleOrder(bank, read)
  if (!order) return refusedAnswer(bank, read.orderId, 'unknown_order', extra)
  const { references } = order
  return {
    text: xml(order.order_id, [['OrderInqResult', statusPairs(order)]], approvedInquiry(), extra, [
      ['RetrefNum', references.host_reference],
      ['AuthCode', stateOf(order) === 'declined' ? '' : references.auth_code],
      ['CardNumberMasked', order.card],
    ]),
    booked: false,
  }
}

const STATUS: Readonly<Record<ReturnType<typeof stateOf>, string>> = {
  declined: 'DECLINED',
  authorized: 'WAITINGPOSTAUTH',
  captured: 'APPROVED',
  refunded: 'APPROVED',
  voided: 'CANCELED',
  reversed: 'CANCELED',
  expired: 'EXPIRED',
}

const statusPairs = (order: Order): readonly Pair[] => {
  const isPreauth = order.operation === 'preauth'
  const isDeclined = stateOf(order) === 'declined'
  return [
    ['ChargeType', 'S'],
    ['PreAuthAmount', isPreauth ? String(order.amount) : '0'],
    ['PreAuthDate', isPreauth ? stamp(order.at) : ''],
    ['AuthAmount', String(isPreauth ? order.captured : order.amount)],
    ['AuthDate', order.capturedAt === undefined ? '' : stamp(order.capturedAt)],
    ['VoidDate', order.voidedAt === undefined ? '' : stamp(order.voidedAt)],
    ['Status', STATUS[stateOf(order)]],
    ['InstallmentCnt', order.installments > 1 ? String(order.installments) : ''],
    ['RetrefNum', order.references.host_reference],
    ['AuthCode', isDeclined ? '' : order.references.auth_code],
    ['ReturnCode', isDeclined ? bankAnswer(order.code).code : '00'],
    ['SysErrMsg', isDeclined ? bankAnswer(order.code).system : ''],
    ['CurrencyCode', currencyNumber(order.currency)],
    ['BatchNum', order.captureBatch === undefined ? '' : String(order.captureBatch).padStart(6, '0')],
  ]
}

export const orderHistory: Inquiry = (bank, read, extra) => {
  const order = visibleOrder(bank, read)
  if (!order) return refusedAnswer(bank, read.orderId, 'unknown_order', extra)
  const rows: Pair[] = order.movements.map((movement) => ['OrderTxn', movementPairs(order, movement)])
  return {
    text: xml(order.order_id, [['OrderHistInqResult', [['OrderTxnList', rows]]]], approvedInquiry(), extra),
    booked: false,
  }
}

const WORDS: Readonly<Record<Movement['operation'], string>> = {
  sale: 'Satis',
  preauth: 'On Otorizasyon',
  capture: 'On Otorizasyon Kapama',
  refund: 'Iade',
  void: 'Iptal',
  reversal: 'Iptal',
  expiry: 'Iptal',
}

export const movementPairs = (order: Order, movement: Movement): readonly Pair[] => {
  const { operation, booked, code, references, batch, at, amount, due_at } = movement
  const isPreauth = operation === 'preauth'
  return [
    ['Type', WORDS[operation]],
    ['Status', due_at === undefined ? bankAnswer(code).code : 'WAITING'],
    ['PreAuthAmount', isPreauth ? String(amount) : '0'],
    ['AuthAmount', isPreauth ? '0' : String(amount)],
    ['PreAuthDate', isPreauth ? stamp(at) : ''],
    ['AuthDate', isPreauth ? '' : stamp(at)],
    ['RetrefNum', references.host_reference],
    ['AuthCode', booked ? references.auth_code : ''],
    ['ReturnCode', due_at === undefined ? bankAnswer(code).code : ''],
    ['BatchNum', String(batch).padStart(6, '0')],
    ['SequenceNum', references.transaction_id.slice(-6)],
    ['CurrencyCode', currencyNumber(order.currency)],
  ]
}
