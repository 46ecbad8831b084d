/** txnCode 1010: the history of an order, which is also the only inquiry of its state. */
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'
import type { Work } from '../wire/serve.ts'
import { jsonText, refusedAnswer, toSaid } from './answer.ts'
import type { AkbankRequest } from './read-request.ts'
import { isVisible, listRows, type Row } from './rows.ts'

export const orderHistoryWork =
  (bank: Bank, read: AkbankRequest): Work =>
  (_effect, extra) => {
    const { merchant, orderId } = read
    if (orderId === '') return refusedAnswer(bank, read, 'unknown_plan', extra)
    const order = bank.ledger.books.orders.get(toKey(merchant.id, orderId))
    if (!order || !isVisible(bank, order)) return refusedAnswer(bank, read, 'not_found', extra)
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
