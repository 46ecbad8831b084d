/**
 * orderlistinq: the movements of at most 30 days, in pages; with words and time formats that the history of an order
 * does not use.
 */
import { isVisible } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import type { Movement, Order } from '../ledger/order.ts'
import { readDayTime, stampMs } from '../wire/bank-time.ts'
import type { Pair } from '../wire/xml.ts'
import { bankAnswer, refusedAnswer, xml } from './answer.ts'
import { approvedInquiry, type Inquiry, NO_BONUS, noMovement } from './inquiry.ts'

const SPAN_MS = 30 * 86_400_000
const PAGE = 500

export const orderList: Inquiry = (bank, { order: asked, merchant, orderId }, extra) => {
  const from = readDayTime(asked.StartDate ?? '')
  const to = readDayTime(asked.EndDate ?? '')
  const page = Number(asked.ListPageNum ?? '1')
  const isAsked = from !== undefined && to !== undefined && from <= to && to - from <= SPAN_MS && page >= 1
  if (!isAsked) return refusedAnswer(bank, orderId, 'missing_field', extra)
  const isIn = ({ at }: { at: number }): boolean => at >= from && at <= to
  const orders: Order[] = [...bank.ledger.books.orders.values()].filter((order) => order.merchant === merchant.id)
  const found = orders
    .filter((order) => isVisible(bank, order))
    .flatMap((order) => order.movements.filter(isIn).map((movement) => ({ order, movement })))
  const rows: Pair[] = found
    .slice((page - 1) * PAGE, page * PAGE)
    .map((row, at) => ['OrderTxn', rowPairs(bank, row, (page - 1) * PAGE + at + 1)])
  const list: Pair[] = [
    ['TotalTxnCount', String(found.length)],
    ['TotalPageCount', String(Math.ceil(found.length / PAGE))],
    ['ActPageNum', String(page)],
    ...rows,
  ]
  const inOrder: Pair[] = [['OrderListInqResult', [['OrderTxnList', list]]]]
  return { text: xml(orderId, inOrder, approvedInquiry(), extra, noMovement(bank.ledger.now())), booked: false }
}

const WORDS: Readonly<Record<Movement['operation'], string>> = {
  sale: 'Satis',
  preauth: 'On Otorizasyon',
  capture: 'On Otorizasyon Kapama',
  capture_void: 'Iptal',
  refund: 'Iade',
  void: 'Iptal',
  reversal: 'Iptal',
  expiry: 'Iptal',
}
const CURRENCIES: Readonly<Record<string, string>> = { TRY: 'TL' }

const rowPairs = (
  { ledger }: Bank,
  { order, movement }: { order: Order; movement: Movement },
  line: number,
): readonly Pair[] => {
  const { operation, booked, code, references, batch, at, amount } = movement
  const said = bankAnswer(code)
  const isFollowUp = operation !== 'sale' && operation !== 'preauth'
  return [
    ['Id', String(line)],
    ['LastTrxDate', stampMs(at).slice(0, 19)],
    ['TrxType', WORDS[operation]],
    ['OrderID', order.order_id],
    ['Name', ''],
    ['CardNumberMasked', order.card],
    ['BankBin', order.card.slice(0, 6)],
    ['BatchNum', String(batch)],
    ['AuthCode', booked ? references.auth_code : ''],
    ['RetrefNum', references.host_reference],
    ['OrigRetrefNum', isFollowUp ? order.references.host_reference : ''],
    ['InstallmentCnt', order.installments > 1 ? String(order.installments) : 'Pesin'],
    ['Status', booked ? 'Basarili' : 'Basarisiz'],
    ['AuthAmount', String(amount)],
    ['CurrencyCode', CURRENCIES[order.currency] ?? order.currency],
    ...NO_BONUS,
    ['SafeType', order.session === undefined ? '' : '3D'],
    ['Settlement', booked && batch < ledger.books.batch ? 'E' : 'N'],
    ['ResponseCode', said.code],
    ['SysErrMsg', said.system],
  ]
}
