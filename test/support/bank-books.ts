/** The bank simulator's own books, to be compared with themselves before and after. */
import type { BankProcess } from './bank.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the members it expects
type Json = any

/** The bank's books: what each order has moved, and how often. Order numbers that only failed are no money. */
export const booksOf = async ({ bank }: { bank: Pick<BankProcess, 'control'> }): Promise<Json> => {
  const { orders } = await bank.control.orders()
  return orders
    .filter(({ held, captured, refunded }: Json) => held + captured + refunded > 0)
    .map(({ merchant, order_id, state, held, captured, refunded, net }: Json) => ({
      merchant,
      order_id,
      state,
      held,
      captured,
      refunded,
      net,
    }))
    .toSorted((a: Json, b: Json) => (a.order_id < b.order_id ? -1 : 1))
}

/** What the bank has done with each order: it is known there by our reference, whatever the id here. */
export const ordersAtBank = async (bank: Pick<BankProcess, 'control'>): Promise<Json[]> =>
  (await bank.control.call('GET', '/transfers?limit=100000')).body.transfers
    .map(({ reference, status, amount, booked }: Json) => ({ reference, status, amount, booked }))
    .toSorted((a: Json, b: Json) => (a.reference < b.reference ? -1 : 1))
