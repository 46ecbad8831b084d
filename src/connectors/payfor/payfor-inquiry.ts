/** Asks PayFor for its two records of one order: the inquiry of the charge, and the history of every request about it. */
import type { Attempt, Observation } from '../attempt.ts'
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import { type FoundRows, toFoundRows } from '../kit/order-record.ts'
import { type OrderRow, observationFromRows } from '../kit/order-rows.ts'
import type { PayforAccount } from './payfor-account.ts'
import { orderRecord, orderRows } from './payfor-order.ts'
import { historyRequest, inquiryRequest, payforOrderId } from './payfor-requests.ts'

type PayforBank = Bank<PayforAccount>

export const askRows = (bank: PayforBank, orderId: string): Promise<FoundRows<OrderRow> | Unfound> =>
  bank.ask(
    (account) => historyRequest(account, orderId),
    (answer) => toFoundRows(orderRows(answer, orderId)),
  )

/** The charge according to the history. */
export const observeHistory = async (bank: PayforBank, attempt: Attempt): Promise<Observation> => {
  const found = await askRows(bank, payforOrderId(attempt))
  return found.kind === 'found' ? observationFromRows(found.rows, attempt) : found
}

const askRecord = (bank: PayforBank, orderId: string): Promise<FoundRows<OrderRow> | Unfound> =>
  bank.ask(
    (account) => inquiryRequest(account, orderId),
    (answer) => {
      const record = orderRecord(answer, orderId)
      return toFoundRows(typeof record === 'object' ? [record] : record)
    },
  )

/**
 * The inquiry returns one record, for instance that of the capture of a pre-authorization: then the history decides.
 * A decline ends a payment permanently, so both have to show it.
 */
export const observeCharge = async (bank: PayforBank, attempt: Attempt): Promise<Observation> => {
  const orderId = payforOrderId(attempt)
  const found = await askRecord(bank, orderId)
  if (found.kind !== 'found') return found
  const one = observationFromRows(found.rows, attempt)
  const isDecline = one.kind === 'declined' && !one.fault.isOurs
  if (one.kind !== 'no_answer' && !isDecline) return one
  const history = await askRows(bank, orderId)
  if (history.kind !== 'found') return history.kind === 'not_found' ? differ : history
  const other = observationFromRows(history.rows, attempt)
  const declinesToo = other.kind === 'declined' && !other.fault.isOurs
  return declinesToo === isDecline ? other : differ
}

const differ = inconclusive('inquiry and history of the order differ')
