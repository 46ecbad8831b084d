/** Asks Garanti for its two books of one order: the history, row by row, and the status. */
import type { Attempt, CallContext, Configuration, Observation } from '../attempt.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { settlesNothing } from '../transport/order-totals.ts'
import type { XmlElement } from '../transport/xml.ts'
import { observationWithout, type XmlAnswer } from '../transport/xml-call.ts'
import type { GarantiAccount } from './garanti-account.ts'
import { isChargedByStatus, type OrderRow, observationOfRows, orderRows } from './garanti-order.ts'
import { inquiryRequest, orderIdOf } from './garanti-requests.ts'

export type Ask = (
  configuration: Configuration,
  content: (account: GarantiAccount) => XmlElement,
  context: CallContext,
) => Promise<XmlAnswer>

export interface Order {
  readonly orderId: string
  readonly currency: string
}
type Unfound = Extract<Observation, { kind: 'not_found' | 'no_answer' }>
type Rows = { readonly kind: 'found'; readonly rows: readonly OrderRow[] }

export interface GarantiBooks {
  rows(configuration: Configuration, order: Order, context: CallContext): Promise<Rows | Unfound>
  status(configuration: Configuration, order: Order, context: CallContext): Promise<XmlAnswer>
  /** What both say of a charge. */
  observe(attempt: Attempt, context: CallContext): Promise<Observation>
}

export const orderOf = (attempt: { reference: string; amount: { currency: string } }): Order => ({
  orderId: orderIdOf(attempt),
  currency: currencyNumber(attempt.amount.currency),
})

export const garantiBooks = (ask: Ask): GarantiBooks => {
  const rows: GarantiBooks['rows'] = async (configuration, order, context) => {
    const answer = await ask(configuration, (account) => inquiryRequest(account, 'orderhistoryinq', order), context)
    if (answer.kind !== 'read') return observationWithout(answer)
    const found = orderRows(answer.content, order.orderId)
    if (found === 'not_found') return { kind: 'not_found' }
    return found ? { kind: 'found', rows: found } : settlesNothing('the bank gave no history of the order')
  }
  const status: GarantiBooks['status'] = (configuration, order, context) =>
    ask(configuration, (account) => inquiryRequest(account, 'orderinq', order), context)
  return {
    rows,
    status,
    async observe(attempt, context) {
      const found = await rows(attempt.configuration, orderOf(attempt), context)
      if (found.kind !== 'found') return found
      const observed = observationOfRows(found.rows, attempt)
      if (observed.kind !== 'declined' || observed.fault.isOurs) return observed
      // A decline ends a payment for good: the other book must not know of a charge.
      const answer = await status(attempt.configuration, orderOf(attempt), context)
      if (answer.kind !== 'read') return observationWithout(answer)
      return isChargedByStatus(answer.content) ? settlesNothing('history and status of the order differ') : observed
    },
  }
}
