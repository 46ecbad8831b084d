/** txnCode 1010: the history of an order, which is also the only inquiry of its state. */
import { findVisibleOrder } from '../acquirer/visible-order.ts'
import type { Bank } from '../bank-parts.ts'
import type { Order } from '../ledger/order.ts'
import type { Work } from '../wire/serve.ts'
import { jsonText, refusedAnswer, toSaid } from './answer.ts'
import type { AkbankRequest } from './read-request.ts'
import { listRows, type Row } from './rows.ts'

export const orderHistoryWork =
  (bank: Bank, read: AkbankRequest): Work =>
  (_effect, extra) => {
    if (read.orderId === '') return refusedAnswer(bank, read, 'unknown_plan', extra)
    const order = findVisibleOrder(bank, read)
    if (!order) return refusedAnswer(bank, read, 'not_found', extra)
    const txnDetailList = listRows(bank, order).map((row) => toMembers(order, row))
    const { responseCode, responseMessage } = toSaid('00')
    return { text: jsonText(bank, read, { responseCode, responseMessage }, { txnDetailList }, extra), booked: false }
  }

const toMembers = ({ installments }: Order, { members, said, status, hold }: Row): object => ({
  ...members,
  ...(said.host ? { hostMessage: said.host.text } : {}),
  installCount: installments,
  txnStatus: status,
  ...hold,
})
