/** An order at a bank that lists a row for every movement of it: what the rows say together. */
import { money } from '../../core/money.ts'
import type { Attempt, BankReferences, Observation } from '../attempt.ts'
import type { BankMovement, BankOrder } from '../bank-order.ts'
import { currencyNumber } from '../transport/bank-amounts.ts'
import { declinedThere, inconclusive, type OrderTotals, voidedThere } from './observation.ts'
import { NO_REFERENCES } from './result.ts'

export type MovementKind = BankMovement['operation']

export interface OrderRow {
  readonly kind: MovementKind
  readonly word: string
  readonly amount: number
  /** ISO 4217 number; null where the bank does not state it. */
  readonly currency: string | null
  readonly isDone: boolean
  /** The bank has not decided it. */
  readonly isOpen: boolean
  /** The charge is undone: by this void, or because its own row is marked as voided. */
  readonly undoesCharge: boolean
  /** A challenge after which nothing was charged yet: a shopper who never comes back leaves it like this. */
  readonly isChallenge?: boolean
  readonly code: string | null
  readonly at: number | null
  readonly references: BankReferences
  readonly maskedCardNumber?: string | null
  /** The bank's day or batch of it. */
  readonly settlementId?: string | null
}

/** One row that could not be read makes the whole record unreadable; so does a record without rows. */
export const wholeRows = <Row>(rows: readonly (Row | undefined)[]): readonly Row[] | undefined =>
  rows.length > 0 && rows.every((row) => row !== undefined) ? (rows as readonly Row[]) : undefined

export const findCharge = <Row extends OrderRow>(rows: readonly Row[]): Row | undefined => {
  const charges = rows.filter(({ kind }) => kind === 'sale' || kind === 'pre_auth')
  return charges.find(({ isDone }) => isDone) ?? charges[0]
}

export const orderTotals = (rows: readonly OrderRow[]): OrderTotals => {
  const total = (...kinds: MovementKind[]): number =>
    rows.filter(({ kind, isDone }) => isDone && kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  return {
    captured: total('sale', 'capture'),
    refunded: total('refund'),
    isVoided: rows.some(({ undoesCharge }) => undoesCharge),
    isPending: rows.some(({ isOpen }) => isOpen),
  }
}

export const observationFromRows = (rows: readonly OrderRow[], { operation, amount }: Attempt): Observation => {
  const charge = findCharge(rows)
  if (charge?.kind !== operation) return inconclusive('the bank has no such charge of the order')
  const { references, code, currency } = charge
  if (!charge.isDone) {
    if (charge.isChallenge) return { kind: 'not_found' }
    return charge.isOpen ? inconclusive('the bank has not decided the charge') : declinedThere(code ?? '', references)
  }
  if (charge.amount !== amount.minor || (currency !== null && currency !== currencyNumber(amount.currency)))
    return inconclusive(`the bank has the order with ${charge.amount} of ${currency}`)
  return orderTotals(rows).isVoided ? voidedThere(references) : { kind: 'approved', references, bankCode: '00' }
}

/** References of the operation itself: of the newest done row of its kind and amount. */
export const rowReferences = (
  rows: readonly OrderRow[],
  kind: MovementKind,
  minor: number,
): BankReferences | undefined =>
  rows
    .filter((row) => row.isDone && row.kind === kind && (kind === 'void' || row.amount === minor))
    .reduce<OrderRow | undefined>((newest, row) => ((row.at ?? 0) >= (newest?.at ?? 0) ? row : newest), undefined)
    ?.references

/** The members of a bank's order that its rows determine. */
export const orderOfRows = (
  rows: readonly OrderRow[],
  currency: string,
): Pick<BankOrder, 'state' | 'word' | 'amount' | 'captured' | 'refunded' | 'references' | 'bankCode'> => {
  const charge = findCharge(rows)
  const totals = orderTotals(rows)
  return {
    state: toState(charge, totals),
    word: charge?.word ?? '',
    amount: money(charge?.amount ?? 0, currency),
    captured: totals.isVoided ? 0 : totals.captured,
    refunded: totals.refunded,
    references: charge?.references ?? NO_REFERENCES,
    bankCode: charge?.code ?? null,
  }
}

/** The order as the bank has it, every row of it a movement. */
export const bankOrderOfRows = (rows: readonly OrderRow[], currency: string): BankOrder => {
  const charge = findCharge(rows)
  return {
    ...orderOfRows(rows, currency),
    maskedCardNumber: charge?.maskedCardNumber ?? null,
    settlementId: charge?.settlementId ?? null,
    movements: rows
      .map(({ kind, word, amount, at, references, code, settlementId }) => ({
        operation: kind,
        word,
        amount,
        at: at ?? 0,
        references,
        bankCode: code,
        settlementId: settlementId ?? null,
      }))
      .sort((a, b) => a.at - b.at),
  }
}

const toState = (charge: OrderRow | undefined, { captured, refunded, isVoided }: OrderTotals): BankOrder['state'] => {
  if (charge === undefined) return 'pending'
  if (!charge.isDone) return charge.isOpen || charge.isChallenge ? 'pending' : 'declined'
  if (isVoided) return 'voided'
  if (captured === 0) return 'authorized'
  return refunded >= captured ? 'refunded' : 'captured'
}
