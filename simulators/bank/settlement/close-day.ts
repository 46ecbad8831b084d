/** The end of a day for the merchants: commission is taken, value dates are set, and due amounts are paid. */
import { createFaults } from '../faults/faults.ts'
import { toBusinessDay } from '../ledger/books.ts'
import type { FileLie } from '../ledger/facts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { preparePostings } from '../ledger/postings.ts'
import { listMovements, type SettledMovement } from './day-rows.ts'

const MINUTE_MS = 60_000

export const settleDay = (ledger: Ledger, batch: number, day: number): void => {
  const byMerchant = Map.groupBy(
    [...ledger.books.orders.values()].flatMap(listMovements).filter((movement) => movement.batch === batch),
    ({ order }) => `${order.merchant}/${order.currency}`,
  )
  for (const movements of byMerchant.values()) settleMerchant(ledger, batch, day, movements)
}

const settleMerchant = (ledger: Ledger, batch: number, day: number, movements: readonly SettledMovement[]): void => {
  const { merchant, currency, face } = movements[0]!.order
  const parts = movements.flatMap((movement) => movement.parts)
  const dues = new Map<number, number>()
  for (const { valueDay, net } of parts) dues.set(valueDay, (dues.get(valueDay) ?? 0) + net)
  const commission = parts.reduce((sum, part) => sum + part.commission, 0)
  const { lies, lateMs } = liesOf(ledger, merchant, face, movements)
  const before = ledger.books.settledDays.filter(
    (one) => one.merchant === merchant && one.currency === currency && one.day === day,
  )
  ledger.commit({
    kind: 'day_settled',
    merchant,
    currency,
    batch,
    day,
    number: before.length + 1,
    lies,
    file_at: ledger.now() + lateMs,
    dues: [...dues],
    postings: preparePostings(merchant, currency).commission(commission),
  })
}

const liesOf = (ledger: Ledger, merchant: string, face: string, movements: readonly SettledMovement[]) => {
  const faults = createFaults(ledger)
  const lies: FileLie[] = []
  let lateMs = 0
  const call = { face, merchant, order_id: '', operation: 'settlement' }
  for (let fault = faults.strike(call, ['file']); fault; fault = faults.strike(call, ['file'])) {
    fault.fired('not_moved')
    if (fault.name === 'day_file_late') lateMs += Number(fault.parameter('minutes')) * MINUTE_MS
    else lies.push({ lie: fault.name, transaction_id: '', minor: Number(fault.parameter('minor') ?? 0) })
  }
  for (const { order, kind, references, parts } of movements) {
    const amount = Math.abs(parts.reduce((sum, { gross }) => sum + gross, 0))
    const of = { ...call, order_id: order.order_id, amount, card: order.card, operation: OPERATIONS[kind] }
    const fault = faults.strike(of, ['file_row'])
    fault?.fired('not_moved')
    if (fault)
      lies.push({
        lie: fault.name,
        transaction_id: `${kind}/${references.transaction_id}`,
        minor: Number(fault.parameter('minor') ?? 0),
      })
  }
  return { lies, lateMs }
}
const OPERATIONS = {
  SALE: 'sale',
  REFUND: 'refund',
  VOID_AFTER: 'void',
  CHARGEBACK: 'chargeback',
  CHARGEBACK_REVERSAL: 'chargeback',
} as const

/** Pays what is due by now; called whenever the bank reads its clock. */
export const payOut = (ledger: Ledger): void => {
  const today = toBusinessDay(ledger.now())
  for (const [key, dues] of ledger.books.dues) {
    const due = [...dues].filter(([day]) => day <= today)
    const sum = due.reduce((total, [, net]) => total + net, 0)
    const isCarriedAlready = due.length === 1 && due[0]![0] === today && sum <= 0
    if (due.length === 0 || isCarriedAlready) continue
    const [merchant, currency] = key.split('/') as [string, string]
    const amount = Math.max(sum, 0)
    ledger.commit({
      kind: 'payout',
      merchant,
      currency,
      day: today,
      amount,
      carried: sum - amount,
      postings: preparePostings(merchant, currency).payout(amount),
    })
  }
}
