/** The basket of a payment: its items, each with a share of what is charged, and in a marketplace a sub-merchant. */
import type { Bank } from '../bank-parts.ts'
import { toKey } from '../ledger/books.ts'
import type { InstitutionPayment } from '../ledger/institution-facts.ts'
import type { Order } from '../ledger/order.ts'
import type { IyzicoMerchant } from '../world/merchants.ts'
import { listIn, type Members, parsePrice, textIn } from './fields.ts'
import type { Refused } from './refusals.ts'

export interface BasketItem {
  readonly id: string
  readonly price: number
  readonly isPhysical: boolean
  readonly subMerchant?: { readonly key: string; readonly price: number }
}

const ITEMS_MAX = 100
const TYPES: ReadonlySet<string> = new Set(['PHYSICAL', 'VIRTUAL'])

export const readBasket = (bank: Bank, message: Members, merchant: IyzicoMerchant): readonly BasketItem[] | Refused => {
  const sent = listIn(message, 'basketItems')
  if (sent === undefined || sent.length === 0) return { refusal: 'mandatory', name: 'basketItems' }
  if (sent.length > ITEMS_MAX) return { refusal: 'invalid_request' }
  const items: BasketItem[] = []
  for (const each of sent) {
    const item = readItem(bank, each, merchant)
    if ('refusal' in item) return item
    items.push(item)
  }
  return items
}

const readItem = ({ ledger }: Bank, sent: Members, merchant: IyzicoMerchant): BasketItem | Refused => {
  const missing = ['id', 'name', 'category1', 'itemType', 'price'].find((name) => textIn(sent, name) === '')
  if (missing !== undefined) return { refusal: 'mandatory', name: `basketItems.${missing}` }
  const price = parsePrice(textIn(sent, 'price'))
  if (price === undefined || !TYPES.has(textIn(sent, 'itemType'))) return { refusal: 'invalid_request' }
  const item = { id: textIn(sent, 'id'), price, isPhysical: textIn(sent, 'itemType') === 'PHYSICAL' }
  const key = textIn(sent, 'subMerchantKey')
  if (!merchant.marketplace) return key === '' ? item : { refusal: 'not_marketplace' }
  if (!ledger.books.institution.subMerchants.has(toKey(merchant.id, key))) return { refusal: 'unknown_sub_merchant' }
  const share = parsePrice(textIn(sent, 'subMerchantPrice'))
  if (share === undefined || share > price) return { refusal: 'sub_merchant_price' }
  return { ...item, subMerchant: { key, price: share } }
}

/** Splits what is charged by the prices of the items, in whole minor units; the last one takes the rest. */
export const splitPaid = ({ price, items }: InstitutionPayment, paid: number): readonly number[] => {
  const prices = items.map((item) => item.price)
  let [sumOfPrices, taken] = [0, 0]
  return prices.map((each) => {
    sumOfPrices += each
    const until = Number((BigInt(paid) * BigInt(sumOfPrices) * 2n + BigInt(price)) / (2n * BigInt(price)))
    const share = until - taken
    taken = until
    return share
  })
}

/** Returns what is charged, or on hold, of a payment. */
export const toPaid = (order: Order): number => order.captured || order.amount

/** Returns what of an item is not refunded yet; a pending refund counts. */
export const countLeft = (order: Order, transactionId: string): number => {
  const { payment } = order
  const at = payment?.items.findIndex(({ transaction_id }) => transaction_id === transactionId) ?? -1
  if (payment === undefined || at < 0) return 0
  const refunded = order.movements
    .filter(({ item, booked, due_at }) => item === transactionId && (booked || due_at !== undefined))
    .reduce((sum, { amount }) => sum + amount, 0)
  return splitPaid(payment, toPaid(order))[at]! - refunded
}
