/** Asks Garanti for its two records of one order: the history, row by row, and the status. */
import type { Attempt, Observation } from '../attempt.ts'
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type NoAnswer, type Unfound } from '../kit/observation.ts'
import { type FoundRows, toFoundRows } from '../kit/order-record.ts'
import { observationFromRows } from '../kit/order-rows.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import type { Tree } from '../transport/message.ts'
import type { GarantiAccount } from './garanti-account.ts'
import { type GarantiRow, isChargedByStatus, orderRows } from './garanti-order.ts'
import { garantiOrderId, inquiryRequest } from './garanti-requests.ts'

type GarantiBank = Bank<GarantiAccount>
interface Order {
  readonly orderId: string
  readonly currency: string
}
type FoundStatus = { readonly kind: 'found'; readonly status: Tree }

export const toOrder = (attempt: { reference: string; amount: { currency: string } }): Order => ({
  orderId: garantiOrderId(attempt),
  currency: currencyNumber(attempt.amount.currency),
})

export const askRows = (bank: GarantiBank, order: Order): Promise<FoundRows<GarantiRow> | Unfound> =>
  bank.ask(
    (account) => inquiryRequest(account, 'orderhistoryinq', order),
    (answer) => toFoundRows(orderRows(answer, order.orderId)),
  )

export const askStatus = (bank: GarantiBank, order: Order): Promise<FoundStatus | NoAnswer> =>
  bank.ask(
    (account) => inquiryRequest(account, 'orderinq', order),
    (status): FoundStatus => ({ kind: 'found', status }),
  )

/** The charge according to both. */
export const observeCharge = async (bank: GarantiBank, attempt: Attempt): Promise<Observation> => {
  const found = await askRows(bank, toOrder(attempt))
  if (found.kind !== 'found') return found
  const observed = observationFromRows(found.rows, attempt)
  if (observed.kind !== 'declined' || observed.fault.isOurs) return observed
  // A decline ends a payment permanently: the other record must not show a charge.
  const other = await askStatus(bank, toOrder(attempt))
  if (other.kind !== 'found') return other
  return isChargedByStatus(other.status) ? inconclusive('history and status of the order differ') : observed
}
