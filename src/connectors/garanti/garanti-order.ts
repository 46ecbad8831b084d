/** Garanti's records of one order: its history, row by row, and the resulting state. */
import { money } from '../../core/money.ts'
import type { Attempt, BankReferences, Observation } from '../attempt.ts'
import type { BankMovement, BankOrder } from '../bank-order.ts'
import { declinedThere, inconclusive, type OrderTotals, voidedThere } from '../kit/observation.ts'
import { currencyNumber, minorOfText } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import { readSequence } from './garanti-response.ts'

type MovementKind = BankMovement['operation']

/** The gateway's types, and the names some responses use for them. */
const KINDS: Readonly<Record<string, MovementKind>> = {
  sales: 'sale',
  preauth: 'pre_auth',
  postauth: 'capture',
  refund: 'refund',
  void: 'void',
  Satis: 'sale',
  'On Otorizasyon': 'pre_auth',
  'On Otorizasyon Kapama': 'capture',
  Iade: 'refund',
  Iptal: 'void',
}
/** No record of this order, as the status and the history word it. */
const NOT_FOUND_REASONS = new Set(['0110', '0108'])

export interface OrderRow {
  readonly kind: MovementKind
  readonly word: string
  readonly amount: number
  readonly currency: string | null
  readonly isDone: boolean
  readonly isVoided: boolean
  readonly isSettled: boolean
  readonly code: string | null
  /** Null for refused movements, which the bank does not date. */
  readonly at: number | null
  readonly voidedAt: number | null
  readonly references: BankReferences
}

/** Returns undefined if the response is inconclusive; one unreadable row is enough for that. */
export const orderRows = (answer: Tree, orderId: string): readonly OrderRow[] | 'not_found' | undefined => {
  if (textAt(answer, 'Order/OrderID') !== orderId) return undefined
  if (isUnknownOrder(answer)) return 'not_found'
  if (textAt(answer, 'Transaction/Response/Code') !== '00') return undefined
  const found = elementsAt(answer, 'Order/OrderHistInqResult/OrderTxnList/OrderTxn')
  const rows = found.map(orderRow)
  return rows.length > 0 && rows.every((row) => row !== undefined) ? rows : undefined
}

export const isUnknownOrder = (answer: Tree): boolean =>
  textAt(answer, 'Transaction/Response/Code') === '92' &&
  NOT_FOUND_REASONS.has(textAt(answer, 'Transaction/Response/ReasonCode') ?? '')

const orderRow = (row: Tree): OrderRow | undefined => {
  const text = (name: string): string | null => textAt(row, name)
  const word = text('Type') ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  const amount = minorOfText(text('AuthAmount')) || minorOfText(text('PreAuthAmount')) || (kind === 'void' ? 0 : null)
  if (kind === undefined || amount === null) return undefined
  const voidedAt = parseBankTime(text('VoidDate'))
  const code = text('ReturnCode')
  return {
    kind,
    word,
    amount,
    currency: text('CurrencyCode'),
    isDone: text('Status') === '00' && code === '00',
    isVoided: text('VoidDate') !== null,
    isSettled: text('Settlement') === 'Y',
    code,
    at: parseBankTime(text('AuthDate')) ?? parseBankTime(text('PreAuthDate')) ?? voidedAt,
    voidedAt,
    references: {
      providerTransactionId: readSequence(text('BatchNum'), text('SequenceNum')),
      authCode: text('AuthCode'),
      hostReference: text('RetrefNum'),
    },
  }
}

const chargesOf = (rows: readonly OrderRow[]): readonly OrderRow[] =>
  rows.filter(({ kind }) => kind === 'sale' || kind === 'pre_auth')

export const findCharge = (rows: readonly OrderRow[]): OrderRow | undefined => {
  const charges = chargesOf(rows)
  return charges.find(({ isDone }) => isDone) ?? charges[0]
}

export const orderTotals = (rows: readonly OrderRow[]): OrderTotals => {
  const total = (...kinds: MovementKind[]): number =>
    rows.filter(({ kind, isDone }) => isDone && kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  return {
    captured: total('sale', 'capture'),
    refunded: total('refund'),
    isVoided: rows.some(({ kind, isDone, isVoided }) => isDone && (kind === 'void' || isVoided)),
    isPending: rows.some(({ isDone, code }) => !isDone && code === null),
  }
}

export const observationFromRows = (rows: readonly OrderRow[], { operation, amount }: Attempt): Observation => {
  const charge = findCharge(rows)
  if (charge === undefined || charge.kind !== operation) return inconclusive('the bank has no such charge of the order')
  const { references, code } = charge
  if (!charge.isDone) {
    if (code === null || code === '00') return inconclusive('the bank has not decided the charge')
    return declinedThere(code, references)
  }
  if (charge.amount !== amount.minor || isOtherCurrency(charge, amount.currency))
    return inconclusive(`the bank has the order with ${charge.amount} of ${charge.currency}`)
  return orderTotals(rows).isVoided ? voidedThere(references) : { kind: 'approved', references, bankCode: '00' }
}

const isOtherCurrency = ({ currency }: OrderRow, ours: string): boolean =>
  currency !== null && currency !== '0' && currency !== currencyNumber(ours)

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

const statusText = (status: Tree, name: string): string | null => textAt(status, `Order/OrderInqResult/${name}`)

/** The status shows a charge, whatever the history says. */
export const isChargedByStatus = (status: Tree): boolean =>
  ['APPROVED', 'WAITINGPOSTAUTH'].includes(statusText(status, 'Status') ?? '')

export const bankOrder = (rows: readonly OrderRow[], status: Tree, currency: string): BankOrder => {
  const charge = findCharge(rows)
  const { captured, refunded, isVoided } = orderTotals(rows)
  return {
    state: toState(charge, { captured, refunded, isVoided }),
    word: statusText(status, 'Status') ?? charge?.word ?? '',
    amount: money(charge?.amount ?? 0, currency),
    captured: isVoided ? 0 : captured,
    refunded,
    references: charge?.references ?? { providerTransactionId: null, authCode: null, hostReference: null },
    bankCode: charge?.code ?? null,
    maskedCardNumber: statusText(status, 'CardNumberMasked') ?? textAt(status, 'Transaction/CardNumberMasked'),
    settlementId: statusText(status, 'BatchNum'),
    movements: dated(rows)
      .flatMap(movementsOf)
      .sort((a, b) => a.at - b.at),
  }
}

const toState = (
  charge: OrderRow | undefined,
  { captured, refunded, isVoided }: Pick<OrderTotals, 'captured' | 'refunded' | 'isVoided'>,
): BankOrder['state'] => {
  if (charge === undefined) return 'pending'
  if (!charge.isDone) return charge.code === null || charge.code === '00' ? 'pending' : 'declined'
  if (isVoided) return 'voided'
  if (captured === 0) return 'authorized'
  return refunded >= captured ? 'refunded' : 'captured'
}

type DatedRow = OrderRow & { readonly at: number }

/** A row without a date counts as of the time of the row before it, so that it stays where the bank listed it. */
const dated = (rows: readonly OrderRow[]): DatedRow[] => {
  let last = rows.find(({ at }) => at !== null)?.at ?? 0
  return rows.map((row) => {
    last = row.at ?? last
    return { ...row, at: last }
  })
}

const movementsOf = ({ kind, word, amount, at, voidedAt, references, code }: DatedRow): BankMovement[] => {
  const base = { word, amount, references, bankCode: code, settlementId: null }
  const isOwnVoid = kind !== 'void' && voidedAt !== null
  return [
    { ...base, operation: kind, at },
    ...(isOwnVoid ? [{ ...base, operation: 'void' as const, at: voidedAt }] : []),
  ]
}
