/** Orders as an inquiry may see them: fault stale_inquiry hides an order for a while. */
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { Order } from '../ledger/order.ts'

export const isVisible = ({ ledger }: Bank, { hidden_until }: Order): boolean =>
  hidden_until === undefined || hidden_until <= ledger.now()

interface NamedOrder {
  readonly merchant: { readonly id: string }
  readonly orderId: string
}

export const findVisibleOrder = (bank: Bank, { merchant, orderId }: NamedOrder): Order | undefined => {
  const order = bank.ledger.books.orders.get(toKey(merchant.id, orderId))
  return order && isVisible(bank, order) ? order : undefined
}
