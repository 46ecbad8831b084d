/** The hostlogkey of a movement, by which follow-up calls name it. */
import type { Ledger } from '../ledger/ledger.ts'
import type { Order } from '../ledger/order.ts'
import type { Merchant } from '../world/merchants.ts'

/** Returns the order of a movement of this merchant. */
export const findByHostKey = ({ books }: Ledger, merchant: Merchant, hostLogKey: string): Order | undefined => {
  for (const order of books.orders.values())
    if (
      order.merchant === merchant.id &&
      order.movements.some(({ references }) => references.host_reference === hostLogKey)
    )
      return order
  return undefined
}
