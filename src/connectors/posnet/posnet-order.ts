/** PosNet's record of one order: a row for each movement, and the resulting state. */
import { money } from '../../core/money.ts'
import type { Attempt, BankReferences, Observation, PaymentOperation } from '../attempt.ts'
import type { BankOrder } from '../bank-order.ts'
import { inconclusive, type OrderTotals, voidedThere } from '../kit/observation.ts'
import { wholeRows } from '../kit/order-rows.ts'
import { minorOfDecimal } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import { NO_SUCH_ORDER } from './posnet-codes.ts'
import { currencyOfCode } from './posnet-requests.ts'
import { posnetReferences } from './posnet-response.ts'

type Kind = 'sale' | 'pre_auth' | 'capture' | 'refund'

/** The bank's states; those of points and of interest are not ours. */
const KINDS: Readonly<Record<string, Kind>> = {
  Sale: 'sale',
  Authorization: 'pre_auth',
  Capture: 'capture',
  Return: 'refund',
}
const REVERSAL = '_Reverse'

export interface OrderRow {
  readonly kind: Kind
  /** Takes back a movement of its kind. */
  readonly isReversal: boolean
  readonly word: string
  readonly amount: number
  readonly currency: string
  /** False if it failed or was taken back: nothing of it reaches merchant and cardholder. Undefined: the bank does not say. */
  readonly isDone: boolean | undefined
  readonly at: number | null
  readonly maskedCardNumber: string | null
  readonly references: BankReferences
}

/** Returns undefined if the response is inconclusive; one unreadable row is enough for that. */
export const orderRows = (answer: Tree, orderName: string): readonly OrderRow[] | 'not_found' | undefined => {
  const approved = textAt(answer, 'approved')
  if (approved === '0' && NO_SUCH_ORDER.has(textAt(answer, 'respCode') ?? '')) return 'not_found'
  const rows = wholeRows(elementsAt(answer, 'transactions/transaction').map((row) => readRow(row, orderName)))
  return approved === '1' ? rows : undefined
}

const readRow = (row: Tree, orderName: string): OrderRow | undefined => {
  const word = textAt(row, 'state') ?? ''
  const isReversal = word.endsWith(REVERSAL)
  const kind = KINDS[isReversal ? word.slice(0, -REVERSAL.length) : word]
  const amount = minorOf(textAt(row, 'amount'))
  const currency = currencyOfCode(textAt(row, 'currencyCode'))
  if (kind === undefined || amount === null || currency === undefined || textAt(row, 'orderID') !== orderName)
    return undefined
  return {
    kind,
    isReversal,
    word,
    amount,
    currency,
    isDone: STATUSES[textAt(row, 'txnStatus') ?? ''],
    at: parseBankTime(textAt(row, 'tranDate')),
    maskedCardNumber: textAt(row, 'ccno')?.replaceAll(' ', '') ?? null,
    references: posnetReferences(row),
  }
}

const STATUSES: Readonly<Record<string, boolean>> = { '1': true, '0': false }

/** 1.234,56 to 123456. */
const minorOf = (text: string | null): number | null =>
  /^([0-9]{1,3}(\.[0-9]{3})+|[0-9]+)(,[0-9]{1,2})?$/.test(text ?? '')
    ? minorOfDecimal(text!.replaceAll('.', '').replace(',', '.'))
    : null

const isTakenBack = (rows: readonly OrderRow[], kind: Kind): boolean =>
  rows.some((row) => row.kind === kind && row.isReversal && row.isDone)

/** Movements of the kinds that count. A refund that was taken back is people's work, so its order stays open. */
const done = (rows: readonly OrderRow[], ...kinds: readonly Kind[]): readonly OrderRow[] =>
  rows.filter(
    ({ kind, isReversal, isDone }) => kinds.includes(kind) && !isReversal && isDone && !isTakenBack(rows, kind),
  )

const sum = (rows: readonly OrderRow[]): number => rows.reduce((total, { amount }) => total + amount, 0)

export const orderTotals = (rows: readonly OrderRow[]): OrderTotals => ({
  captured: sum(done(rows, 'sale', 'capture')),
  refunded: sum(done(rows, 'refund')),
  isVoided: done(rows, 'sale', 'pre_auth', 'capture').length === 0,
  isPending: isTakenBack(rows, 'refund') || rows.some(({ isDone }) => isDone === undefined),
})

const findCharge = (rows: readonly OrderRow[]): OrderRow | undefined =>
  rows.find(({ kind, isReversal }) => (kind === 'sale' || kind === 'pre_auth') && !isReversal)

export const observationFromRows = (
  rows: readonly OrderRow[],
  { operation, amount: { minor, currency } }: Attempt,
): Observation => {
  const charge = findCharge(rows)
  if (charge?.kind !== operation || charge.amount !== minor || charge.currency !== currency)
    return inconclusive('the order at the bank is another charge')
  if (orderTotals(rows).isPending) return inconclusive('the bank does not say how a movement of the order ended')
  if (isTakenBack(rows, charge.kind)) return voidedThere(charge.references)
  if (done(rows, charge.kind, 'capture').length > 0)
    return { kind: 'approved', references: charge.references, bankCode: '00' }
  // Failed, or taken back: which of both is not said. It is handled as an order that is not there, whose void is tried.
  return { kind: 'not_found' }
}

/** The bank's references of the movement that an operation made, if it is there. */
export const operationReferences = (
  rows: readonly OrderRow[],
  { operation, amount }: PaymentOperation,
): BankReferences | undefined =>
  rows.findLast(
    (row) =>
      row.isDone &&
      (operation === 'void'
        ? row.isReversal
        : row.kind === operation && !row.isReversal && row.amount === amount.minor),
  )?.references

export const bankOrder = (rows: readonly OrderRow[]): BankOrder | undefined => {
  const charge = findCharge(rows)
  if (charge === undefined) return undefined
  const { captured, refunded } = orderTotals(rows)
  return {
    state: toState(rows, charge),
    word: charge.word,
    amount: money(charge.amount, charge.currency),
    captured,
    refunded,
    references: charge.references,
    bankCode: charge.isDone ? '00' : null,
    maskedCardNumber: charge.maskedCardNumber,
    settlementId: null,
    movements: rows
      .map(({ kind, isReversal, word, amount, at, isDone, references }) => ({
        operation: isReversal ? ('void' as const) : kind,
        word,
        amount,
        at: at ?? 0,
        references,
        bankCode: isDone ? '00' : null,
        settlementId: null,
      }))
      .sort((a, b) => a.at - b.at),
  }
}

const toState = (rows: readonly OrderRow[], charge: OrderRow): BankOrder['state'] => {
  const { captured, refunded, isVoided, isPending } = orderTotals(rows)
  if (isPending) return 'pending'
  if (isVoided) return isTakenBack(rows, charge.kind) ? 'voided' : 'declined'
  if (captured === 0) return 'authorized'
  return refunded >= captured ? 'refunded' : 'captured'
}
