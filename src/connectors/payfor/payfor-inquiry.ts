/** Asks PayFor for its two records of one order: the inquiry of the charge, and the history of every request about it. */
import type { Attempt, Observation } from '../attempt.ts'
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import { observationFromRows } from '../kit/order-rows.ts'
import type { PayforAccount } from './payfor-account.ts'
import { orderRecord, orderRows, type PayforRow } from './payfor-order.ts'
import { historyRequest, inquiryRequest, payforOrderId } from './payfor-requests.ts'

type PayforBank = Bank<PayforAccount>
type FoundRows = { readonly kind: 'found'; readonly rows: readonly PayforRow[] }

const toFound = (rows: readonly PayforRow[] | 'not_found' | undefined): FoundRows | Unfound => {
  if (rows === 'not_found') return { kind: 'not_found' }
  return rows ? { kind: 'found', rows } : inconclusive('the bank gave no record of the order')
}

export const askRows = (bank: PayforBank, orderId: string): Promise<FoundRows | Unfound> =>
  bank.ask(
    (account) => historyRequest(account, orderId),
    (answer) => toFound(orderRows(answer, orderId)),
  )

const askRecord = (bank: PayforBank, orderId: string): Promise<FoundRows | Unfound> =>
  bank.ask(
    (account) => inquiryRequest(account, orderId),
    (answer) => {
      const record = orderRecord(answer, orderId)
      return toFound(typeof record === 'object' ? [record] : record)
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
