/** orderinq and orderhistoryinq: an order in its state in the bank's ledger. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import { type Movement, type Order, toOrderState } from '../ledger/order.ts'
import { stamp, stampDay, stampMs } from '../wire/bank-time.ts'
import type { Answer, Work } from '../wire/serve.ts'
import { currencyNumber } from '../wire/terms.ts'
import type { Pair } from '../wire/xml.ts'
import { bankAnswer, HOLDER, NO_CARD, refusedAnswer, transaction, xml } from './answer.ts'
import { isOfTheWhole } from './operation.ts'
import type { GvpsRequest } from './read-request.ts'

export type Inquiry = (bank: Bank, read: GvpsRequest, extra: boolean) => Answer

export const inquiryWork =
  (bank: Bank, read: GvpsRequest, inquiry: Inquiry): Work =>
  (_effect, extra) => {
    const order = findVisibleOrder(bank, read)
    return isOfTheWhole(read.transaction.Amount ?? '', order && [order.amount, order.captured])
      ? inquiry(bank, read, extra)
      : refusedAnswer(bank, read.orderId, 'bad_amount', extra)
  }

export const approvedInquiry = (): Pair => transaction('GVPS', '00', '', '', '')

/** Elements of inquiries, whose result is in the order element. */
export const noMovement = (now: number): readonly Pair[] => [
  ['RetrefNum', ''],
  ['AuthCode', ''],
  ['BatchNum', ''],
  ['SequenceNum', ''],
  ['ProvDate', stamp(now)],
  ...NO_CARD,
]

export const orderStatus: Inquiry = (bank, read, extra) => {
  const order = findVisibleOrder(bank, read)
  const inOrder: Pair[] = [['OrderInqResult', statusPairs(order)]]
  if (!order) return refusedAnswer(bank, read.orderId, 'unknown_order', extra, { inOrder })
  const more = noMovement(bank.ledger.now())
  return { text: xml(order.order_id, inOrder, approvedInquiry(), extra, more), booked: false }
}

const STATUS: Readonly<Record<ReturnType<typeof toOrderState>, string>> = {
  declined: 'DECLINED',
  authorized: 'WAITINGPOSTAUTH',
  captured: 'APPROVED',
  refunded: 'APPROVED',
  voided: 'CANCELED',
  reversed: 'CANCELED',
  expired: 'EXPIRED',
}

/** Empty elements for bonuses and cheques. */
export const NO_BONUS: readonly Pair[] = [
  ['RemainingBNSAmount', '0'],
  ['UsedFBBAmount', '0'],
  ['UsedChequeType', ''],
  ['UsedChequeCount', '0'],
  ['UsedChequeAmount', '0'],
]

/** All members are present even for an unknown order: empty, or as the bank's own programs print nothing. */
const statusPairs = (order: Order | undefined): readonly Pair[] => {
  const isPreauth = order?.operation === 'preauth'
  const state = order && toOrderState(order)
  const said = order && bankAnswer(state === 'declined' ? order.code : '00')
  const authorized = (isPreauth ? order.captured : order?.amount) ?? 0
  return [
    ['ChargeType', order ? 'S' : ''],
    ['PreAuthAmount', String(isPreauth ? order.amount : 0)],
    ['PreAuthDate', isPreauth ? stampMs(order.at) : ''],
    ['AuthAmount', String(authorized)],
    ['AuthDate', order?.capturedAt === undefined ? '' : stampMs(order.capturedAt)],
    ['RecurringInfo', order ? 'N' : ''],
    ['RecurringStatus', ''],
    ['Status', state ? STATUS[state] : ''],
    ...NO_BONUS,
    ['UsedBnsAmount', '0'],
    ['InstallmentCnt', installmentCount(order)],
    ['CardNumberMasked', order?.card ?? 'null'],
    ['CardRef', ''],
    ['Code', said?.code ?? ''],
    ['ReasonCode', said?.code ?? ''],
    ['SysErrMsg', said?.system ?? ''],
    ['RetrefNum', order?.references.host_reference ?? ''],
    ['GPID', ''],
    ['AuthCode', order && state !== 'declined' ? order.references.auth_code : ''],
    ['BatchNum', String(order?.captureBatch ?? 0)],
    ['SequenceNum', String(order ? Number(order.references.transaction_id.slice(-6)) : 0)],
    ['ProvDate', order ? stampMs(order.at) : ''],
    ['CardHolderName', order ? HOLDER : ''],
    ['CardType', order?.scheme.toUpperCase() ?? ''],
  ]
}

/** A single payment counts as no installments. */
const installmentCount = (order: Order | undefined): string =>
  order && order.installments > 1 ? String(order.installments) : '0'

export const orderHistory: Inquiry = (bank, read, extra) => {
  const order = findVisibleOrder(bank, read)
  const rows = order ? toRows(bank, order) : []
  const inOrder: Pair[] = [['OrderHistInqResult', [['OrderTxnList', rows]]]]
  if (!order) return refusedAnswer(bank, read.orderId, 'no_history', extra, { inOrder })
  const more = noMovement(bank.ledger.now())
  return { text: xml(order.order_id, inOrder, approvedInquiry(), extra, more), booked: false }
}

const TYPES: Readonly<Partial<Record<Movement['operation'], string>>> = {
  sale: 'sales',
  preauth: 'preauth',
  capture: 'postauth',
  refund: 'refund',
}

/** Returns a row for each movement except voids and reversals, which are the void date of the movement they ended. */
const toRows = (bank: Bank, order: Order): Pair[] => {
  const rows = order.movements.filter(({ operation }) => TYPES[operation] !== undefined)
  const ended = rows.findLast(({ operation, booked }) => operation !== 'refund' && booked)
  return rows.map((movement) => ['OrderTxn', movementPairs(bank, order, { movement, isEnded: movement === ended })])
}

const endedAt = ({ voidedAt, movements }: Order): number | undefined =>
  voidedAt ?? movements.find(({ operation }) => operation === 'expiry')?.at

const movementPairs = (
  { ledger }: Bank,
  order: Order,
  { movement, isEnded }: { movement: Movement; isEnded: boolean },
): readonly Pair[] => {
  const { operation, booked, code, references, batch, at, amount, due_at } = movement
  const isPreauth = operation === 'preauth'
  const end = isEnded ? endedAt(order) : undefined
  const isOpen = due_at !== undefined
  const day = booked || isOpen ? stampDay(at) : '' // a refused movement has no date
  return [
    ['Type', TYPES[operation]],
    ['Status', isOpen ? 'WAITING' : code === '00' ? '00' : '01'],
    ['PreAuthAmount', isPreauth ? String(amount) : '0'],
    ['AuthAmount', isPreauth ? '0' : String(amount)],
    ['PreAuthDate', isPreauth ? day : ''],
    ['AuthDate', isPreauth ? '' : day],
    ['VoidDate', end === undefined ? '' : stampDay(end)],
    ['RetrefNum', references.host_reference],
    ['AuthCode', booked ? references.auth_code : ''],
    ['ReturnCode', isOpen ? '' : bankAnswer(code).code],
    ['BatchNum', String(batch)],
    ...NO_BONUS,
    ['InstallmentCnt', installmentCount(order)],
    ['CurrencyCode', booked || isOpen ? currencyNumber(order.currency) : '0'],
    ['Settlement', booked && batch < ledger.books.batch ? 'Y' : 'N'],
  ]
}
