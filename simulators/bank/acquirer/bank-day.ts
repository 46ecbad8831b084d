/** Effects of time on the ledger: the day ends, holds expire, pending refunds and transfers complete. */
import { bringTransfersUpToDate } from '../accounts/due-transfers.ts'
import { toBusinessDay } from '../ledger/books.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Order } from '../ledger/order.ts'
import { dayEndPostings, preparePostings } from '../ledger/postings.ts'
import { payOut, settleDay } from '../settlement/close-day.ts'
import { buildReferences } from './references.ts'

const HOLD_MS = 15 * 86_400_000

/** Called before anything is read or decided; costs one comparison if nothing is due. */
export const bringUpToDate = (ledger: Ledger): void => {
  const { books } = ledger
  if (books.batchDay !== 0 && toBusinessDay(ledger.now()) > books.batchDay) endDay(ledger)
  if (books.pendingRefunds.size > 0) endRefunds(ledger)
  if (books.dues.size > 0) payOut(ledger)
  bringTransfersUpToDate(ledger)
}

/** Closes the batch: what was captured in it can be refunded, but no longer voided. */
export const endDay = (ledger: Ledger): void => {
  const { books } = ledger
  for (const order of books.authorized) if (ledger.now() - order.at > HOLD_MS) release(ledger, order)
  const { batch, batchDay } = books
  ledger.commit({ kind: 'day_end', batch, postings: dayEndPostings(books.balances) })
  // The batch of a past day belongs to that day; a clock that was set back leaves its day ahead.
  settleDay(ledger, batch, Math.min(batchDay, toBusinessDay(ledger.now())))
}

const release = (ledger: Ledger, order: Order): void =>
  ledger.commit({
    kind: 'follow_up',
    merchant: order.merchant,
    order_id: order.order_id,
    operation: 'expiry',
    amount: order.held,
    code: '00',
    booked: true,
    references: buildReferences(ledger.books.movements + 1, ledger.now(), order.face),
    batch: ledger.books.batch,
    postings: preparePostings(order.merchant, order.currency).release(order.held),
  })

const endRefunds = (ledger: Ledger): void => {
  for (const order of ledger.books.pendingRefunds)
    for (const { due_at, fails, amount, references } of order.movements) {
      if (due_at === undefined || due_at > ledger.now()) continue
      ledger.commit({
        kind: 'refund_ended',
        merchant: order.merchant,
        order_id: order.order_id,
        transaction_id: references.transaction_id,
        done: !fails,
        postings: fails ? [] : preparePostings(order.merchant, order.currency).refund(amount),
      })
    }
}
