/** Asks Garanti for its two records of one order: the history, row by row, and the status. */
import type { Attempt, CallContext, Configuration, Observation } from '../attempt.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { inconclusive } from '../transport/order-totals.ts'
import type { XmlElement } from '../transport/xml.ts'
import { unreadableObservation, type XmlResponse } from '../transport/xml-call.ts'
import type { GarantiAccount } from './garanti-account.ts'
import { isChargedByStatus, type OrderRow, observationFromRows, orderRows } from './garanti-order.ts'
import { garantiOrderId, inquiryRequest } from './garanti-requests.ts'

export type Ask = (
  configuration: Configuration,
  content: (account: GarantiAccount) => XmlElement,
  context: CallContext,
) => Promise<XmlResponse>

export interface Order {
  readonly orderId: string
  readonly currency: string
}
type Unfound = Extract<Observation, { kind: 'not_found' | 'no_answer' }>
type Rows = { readonly kind: 'found'; readonly rows: readonly OrderRow[] }

export interface GarantiInquiry {
  rows(configuration: Configuration, order: Order, context: CallContext): Promise<Rows | Unfound>
  status(configuration: Configuration, order: Order, context: CallContext): Promise<XmlResponse>
  /** The charge according to both. */
  observe(attempt: Attempt, context: CallContext): Promise<Observation>
}

export const toOrder = (attempt: { reference: string; amount: { currency: string } }): Order => ({
  orderId: garantiOrderId(attempt),
  currency: currencyNumber(attempt.amount.currency),
})

export const openGarantiInquiry = (ask: Ask): GarantiInquiry => {
  const rows: GarantiInquiry['rows'] = async (configuration, order, context) => {
    const answer = await ask(configuration, (account) => inquiryRequest(account, 'orderhistoryinq', order), context)
    if (answer.kind !== 'read') return unreadableObservation(answer)
    const found = orderRows(answer.content, order.orderId)
    if (found === 'not_found') return { kind: 'not_found' }
    return found ? { kind: 'found', rows: found } : inconclusive('the bank gave no history of the order')
  }
  const status: GarantiInquiry['status'] = (configuration, order, context) =>
    ask(configuration, (account) => inquiryRequest(account, 'orderinq', order), context)
  return {
    rows,
    status,
    async observe(attempt, context) {
      const found = await rows(attempt.configuration, toOrder(attempt), context)
      if (found.kind !== 'found') return found
      const observed = observationFromRows(found.rows, attempt)
      if (observed.kind !== 'declined' || observed.fault.isOurs) return observed
      // A decline ends a payment permanently: the other record must not show a charge.
      const answer = await status(attempt.configuration, toOrder(attempt), context)
      if (answer.kind !== 'read') return unreadableObservation(answer)
      return isChargedByStatus(answer.content) ? inconclusive('history and status of the order differ') : observed
    },
  }
}
