/** Asks NestPay for its records of one order: the status, and if that is not enough the history too. */
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import type { NestpayAccount } from './nestpay-account.ts'
import { type HistoryLine, historyLines, type OrderStatus, orderStatus, statusOfSale } from './nestpay-order.ts'
import { historyRequest, statusRequest } from './nestpay-requests.ts'

type NestpayBank = Bank<NestpayAccount>
type FoundStatus = { readonly kind: 'found'; readonly status: OrderStatus }
type FoundOrder = FoundStatus & { readonly lines: readonly HistoryLine[] }

/** Returns the status of the sale or pre-authorization, even if credits followed it. */
export const askStatus = async (bank: NestpayBank, orderId: string): Promise<FoundStatus | Unfound> => {
  const found = await askLast(bank, orderId)
  return found.kind === 'found' && found.status.isCredit ? askOrder(bank, orderId) : found
}

export const askOrder = async (bank: NestpayBank, orderId: string): Promise<FoundOrder | Unfound> => {
  const found = await askLast(bank, orderId)
  if (found.kind !== 'found') return found
  return bank.ask(
    () => historyRequest(orderId),
    (answer): FoundOrder | Unfound => {
      const lines = historyLines(answer)
      const status = lines && statusOfSale(found.status, lines)
      return status ? { kind: 'found', status, lines } : inconclusive('the bank gave no history of the order')
    },
  )
}

const askLast = (bank: NestpayBank, orderId: string): Promise<FoundStatus | Unfound> =>
  bank.ask(
    () => statusRequest(orderId),
    (answer): FoundStatus | Unfound => {
      const status = orderStatus(answer, orderId)
      if (status === 'not_found') return { kind: 'not_found' }
      return status ? { kind: 'found', status } : inconclusive('the bank gave no status of the order')
    },
  )
