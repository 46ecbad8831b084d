/** orderlistinq: the movements of at most 30 days, in pages. */
import type { Order } from '../ledger/order.ts'
import { readDayTime } from '../wire/bank-time.ts'
import type { Pair } from '../wire/xml.ts'
import { refusedAnswer, xml } from './answer.ts'
import { approvedInquiry, type Inquiry, isVisible, movementPairs } from './inquiry.ts'

const SPAN_MS = 30 * 86_400_000
const PAGE = 50

export const orderList: Inquiry = (bank, { order: asked, merchant, orderId }, extra) => {
  const from = readDayTime(asked.StartDate ?? '')
  const to = readDayTime(asked.EndDate ?? '')
  const page = Number(asked.ListPageNum ?? '1')
  const isAsked = from !== undefined && to !== undefined && from <= to && to - from <= SPAN_MS && page >= 1
  if (!isAsked) return refusedAnswer(bank, orderId, 'missing_field', extra)
  const isIn = ({ at }: { at: number }): boolean => at >= from && at <= to
  const orders: Order[] = [...bank.ledger.books.orders.values()].filter((order) => order.merchant === merchant.id)
  const rows = orders
    .filter((order) => isVisible(bank, order))
    .flatMap((order) =>
      order.movements.filter(isIn).map((movement): Pair => {
        const pairs: readonly Pair[] = [['OrderID', order.order_id], ...movementPairs(order, movement)]
        return ['OrderTxn', pairs]
      }),
    )
  const list: readonly Pair[] = [
    ['TotalTxnCount', String(rows.length)],
    ['TotalPageCount', String(Math.ceil(rows.length / PAGE))],
    ['ActPageNum', String(page)],
    ['OrderTxnList', rows.slice((page - 1) * PAGE, page * PAGE)],
  ]
  return { text: xml(orderId, [['OrderListInqResult', list]], approvedInquiry(), extra), booked: false }
}
