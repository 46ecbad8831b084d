/** Items that were paid to a merchant on a day, and taken back from it: the parts of the day's files by their value date. */
import type { Bank } from '../bank-parts.ts'
import { toBusinessDay } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'
import { listMovements, type SettledMovement } from '../settlement/day-rows.ts'
import type { Work } from '../wire/serve.ts'
import { refusedAnswer, successText } from './answer.ts'
import { splitPaid } from './basket.ts'
import { parseDay, textIn } from './fields.ts'
import { numberStyle } from './numbers.ts'
import { findSeller, isPaid, type PaidOrder } from './payment-members.ts'
import type { IyzicoRequest } from './read-request.ts'

export const payoutWork =
  (bank: Bank, read: IyzicoRequest): Work =>
  (_effect, extra) => {
    const { books } = bank.ledger
    const text = textIn(read.message, 'date')
    if (text === '') return refusedAnswer(bank, read, { refusal: 'mandatory', name: 'date' }, extra)
    const day = parseDay(text.slice(0, 10))
    if (day === undefined) return refusedAnswer(bank, read, { refusal: 'invalid_request' }, extra)
    const isOver = day <= toBusinessDay(bank.ledger.now())
    const orders = [...books.orders.values()].filter(({ merchant }) => isOver && merchant === read.merchant.id)
    const payoutCompletedTransactions = orders
      .filter(isPaid)
      .flatMap((order) => listPayouts(order, day, (movement) => movement.batch < books.batch))
    return { text: successText(bank, read, { payoutCompletedTransactions }, extra), booked: false }
  }

const listPayouts = (order: PaidOrder, day: number, isSettled: (movement: SettledMovement) => boolean): object[] => {
  const { amount } = numberStyle(findSeller(order))
  return listMovements(order)
    .filter(isSettled)
    .flatMap((movement) => {
      const net = movement.parts.filter(({ valueDay }) => valueDay === day).reduce((sum, part) => sum + part.net, 0)
      return splitNet(order, movement, net).flatMap((share, at) => {
        const { transaction_id, sub_merchant_key } = order.payment.items[at]!
        if (share === 0) return []
        const seller = sub_merchant_key === undefined ? {} : { subMerchantKey: sub_merchant_key }
        const payout = { payoutAmount: amount(share), payoutType: 'MERCHANT_PAYOUT', ...seller }
        return [{ paymentTransactionId: transaction_id, ...payout, currency: order.currency }]
      })
    })
}

/** A refund of one item is taken from that item, everything else from all of them. */
const splitNet = (order: PaidOrder, movement: SettledMovement, net: number): readonly number[] => {
  const { payment } = order
  const item = findItem(order, movement)
  if (item !== undefined) return payment.items.map(({ transaction_id }) => (transaction_id === item ? net : 0))
  const shares = splitPaid(payment, Math.abs(net))
  return net < 0 ? shares.map((share) => -share) : shares
}

const findItem = ({ movements }: Order, { references }: SettledMovement): string | undefined =>
  movements.find((each) => each.references.transaction_id === references.transaction_id)?.item
