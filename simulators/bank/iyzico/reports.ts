/** Reports of payments: the state of one with everything that was taken back, and the list of a day. */
import { isVisible } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Session, toBusinessDay } from '../ledger/books.ts'
import { type Movement, type Order, toOrderState } from '../ledger/order.ts'
import { stampT } from '../wire/bank-time.ts'
import type { Work } from '../wire/serve.ts'
import { refusedAnswer, successText } from './answer.ts'
import { listDay } from './day-list.ts'
import { parseDay, textIn } from './fields.ts'
import { findOpenChallenges, findPayments, statusOfChallenge } from './inquiry.ts'
import { numberStyle } from './numbers.ts'
import { findSeller, isPaid, itemMembers, type PaidOrder, termsMembers, toPhase } from './payment-members.ts'
import type { IyzicoRequest } from './read-request.ts'

const STATUSES = { FAILURE: 0, SUCCESS: 1, INIT_THREEDS: 2, CALLBACK_THREEDS: 3 } as const

export const reportWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { message, merchant } = read
    if (textIn(message, 'paymentId') === '' && textIn(message, 'paymentConversationId') === '')
      return refusedAnswer(bank, read, { refusal: 'mandatory', name: 'paymentId' }, extra)
    const payments = [
      ...findPayments(bank, merchant.id, message)
        .filter(isPaid)
        .map((order) => toReport(bank, order)),
      ...findOpenChallenges(bank, merchant.id, message).map(toOpenReport),
    ]
    return { text: successText(bank, read, { payments }, extra), booked: false }
  }

/** The time of Istanbul with the letter of another zone, as it was recorded. */
const stampZ = (at: number): string => `${stampT(at).slice(0, 19)}Z`

const toReport = (bank: Bank, order: PaidOrder): object => {
  const { payment } = order
  // A report shows the payment, whatever was answered to the call.
  const isApproved = toOrderState(order) !== 'declined'
  return {
    paymentId: Number(payment.payment_id),
    paymentStatus: isApproved ? STATUSES.SUCCESS : STATUSES.FAILURE,
    paymentRefundStatus: refundStatus(order),
    ...termsMembers(order),
    paymentConversationId: payment.conversation_id,
    connectorName: 'IYZI_POS',
    ...(isApproved ? { authCode: order.references.auth_code } : {}),
    threeDS: order.session !== undefined,
    phase: toPhase(order),
    acquirerBankName: 'iyziPos',
    hostReference: order.references.host_reference,
    createdDate: stampZ(order.at),
    cancels: order.movements.filter(isCancel).map((movement) => toCancel(order, movement)),
    itemTransactions: isApproved ? itemReports(bank, order) : [],
  }
}

const isCancel = ({ operation, booked }: Movement): boolean =>
  booked && (operation === 'void' || operation === 'reversal' || operation === 'expiry')

const toCancel = (order: PaidOrder, { amount, references, at, conversation }: Movement): object => ({
  refundId: numberIn(references.transaction_id),
  ...(conversation === undefined ? {} : { cancelConversationId: conversation }),
  currencyCode: order.currency,
  refundPrice: numberStyle(findSeller(order)).amount(amount),
  refundStatus: 1,
  authCode: references.auth_code,
  hostReference: references.host_reference,
  createdDate: stampZ(at),
})

/** The bank's own numbers of what was taken back are short. */
const numberIn = (id: string): number => Number(id.replace(/\D/g, '').slice(-9))

/** A payment that was cancelled counts as refunded. */
const refundStatus = (order: Order): string => {
  if (order.movements.some(isCancel)) return 'TOTALLY_REFUNDED'
  if (order.refunded === 0) return 'NOT_REFUNDED'
  return toOrderState(order) === 'refunded' ? 'TOTALLY_REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** A refund of the whole payment is among those of the first item. */
const itemReports = (bank: Bank, order: PaidOrder): readonly object[] =>
  order.payment.items.map(({ transaction_id }, index) => ({
    paymentTransactionId: Number(transaction_id),
    ...itemMembers(bank, order, index),
    refunds: order.movements
      .filter(({ operation, item }) => operation === 'refund' && (item ?? firstItem(order)) === transaction_id)
      .map((movement) => toRefund(order, movement)),
  }))

const firstItem = ({ payment }: PaidOrder): string => payment.items[0]!.transaction_id

/** Done, not done, or under way. */
const REFUND = { done: 1, failed: 0, pending: 2 } as const

const toRefund = (order: PaidOrder, { amount, booked, due_at, references, at, conversation }: Movement): object => ({
  refundTxId: numberIn(references.transaction_id),
  ...(conversation === undefined ? {} : { refundConversationId: conversation }),
  isAfterSettlement: false,
  currencyCode: order.currency,
  refundPrice: numberStyle(findSeller(order)).amount(amount),
  refundStatus: due_at !== undefined ? REFUND.pending : booked ? REFUND.done : REFUND.failed,
  authCode: references.auth_code,
  hostReference: references.host_reference,
  createdDate: stampZ(at),
})

const toOpenReport = (session: Session): object => {
  const { payment, amount, currency, installments } = session
  const style = numberStyle({})
  return {
    paymentId: Number(payment?.payment_id),
    paymentStatus: STATUSES[statusOfChallenge(session)],
    paymentRefundStatus: 'NOT_REFUNDED',
    price: style.amount(payment?.price ?? amount),
    paidPrice: style.amount(amount),
    installment: installments,
    paymentConversationId: payment?.conversation_id,
    ...(payment?.basket_id ? { basketId: payment.basket_id } : {}),
    currency,
    threeDS: true,
    createdDate: stampZ(session.opened_at),
    cancels: [],
    itemTransactions: [],
  }
}

const ROWS_A_PAGE = 100

export const dayListWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const [date, pageText] = [textIn(read.message, 'transactionDate'), textIn(read.message, 'page')]
    const missing = [['transactionDate', date] as const, ['page', pageText] as const].find(([, text]) => text === '')
    if (missing) return refusedAnswer(bank, read, { refusal: 'mandatory', name: missing[0] }, extra)
    const day = parseDay(date)
    const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 0
    if (day === undefined || page === 0) return refusedAnswer(bank, read, { refusal: 'invalid_request' }, extra)
    const orders = [...bank.ledger.books.orders.values()].filter(
      (order) => order.merchant === read.merchant.id && isVisible(bank, order),
    )
    const rows = orders.filter(isPaid).flatMap((order) => listDay(order, (at) => toBusinessDay(at) === day))
    const transactions = rows.slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE)
    const pages = { currentPage: page, totalPageCount: Math.ceil(rows.length / ROWS_A_PAGE) }
    const members = { transactions, ...(rows.length === 0 ? {} : pages) }
    return { text: successText(bank, read, members, extra), booked: false }
  }
