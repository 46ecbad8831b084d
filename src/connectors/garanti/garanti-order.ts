/** Garanti's records of one order: its history, row by row, and the resulting state. */
import type { BankMovement, BankOrder } from '../bank-order.ts'
import { type MovementKind, type OrderRow, orderOfRows, wholeRows } from '../kit/order-rows.ts'
import { movementNumber } from '../kit/result.ts'
import { minorOfText } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'

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

/** The bank does not date refused movements. */
export interface GarantiRow extends OrderRow {
  readonly voidedAt: number | null
}

/** Returns undefined if the response is inconclusive; one unreadable row is enough for that. */
export const orderRows = (answer: Tree, orderId: string): readonly GarantiRow[] | 'not_found' | undefined => {
  if (textAt(answer, 'Order/OrderID') !== orderId) return undefined
  if (isUnknownOrder(answer)) return 'not_found'
  if (textAt(answer, 'Transaction/Response/Code') !== '00') return undefined
  const found = elementsAt(answer, 'Order/OrderHistInqResult/OrderTxnList/OrderTxn')
  return wholeRows(found.map(orderRow))
}

export const isUnknownOrder = (answer: Tree): boolean =>
  textAt(answer, 'Transaction/Response/Code') === '92' &&
  NOT_FOUND_REASONS.has(textAt(answer, 'Transaction/Response/ReasonCode') ?? '')

const orderRow = (row: Tree): GarantiRow | undefined => {
  const text = (name: string): string | null => textAt(row, name)
  const word = text('Type') ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  const amount = minorOfText(text('AuthAmount')) || minorOfText(text('PreAuthAmount')) || (kind === 'void' ? 0 : null)
  if (kind === undefined || amount === null) return undefined
  const voidedAt = parseBankTime(text('VoidDate'))
  const [code, currency] = [text('ReturnCode'), text('CurrencyCode')]
  const isDone = text('Status') === '00' && code === '00'
  return {
    kind,
    word,
    amount,
    currency: currency === '0' ? null : currency,
    isDone,
    isOpen: !isDone && (code === null || code === '00'),
    undoesCharge: isDone && (kind === 'void' || text('VoidDate') !== null),
    code,
    at: parseBankTime(text('AuthDate')) ?? parseBankTime(text('PreAuthDate')) ?? voidedAt,
    voidedAt,
    references: {
      providerTransactionId: movementNumber(text('BatchNum'), text('SequenceNum')),
      authCode: text('AuthCode'),
      hostReference: text('RetrefNum'),
    },
  }
}

const statusText = (status: Tree, name: string): string | null => textAt(status, `Order/OrderInqResult/${name}`)

/** The status shows a charge, whatever the history says. */
export const isChargedByStatus = (status: Tree): boolean =>
  ['APPROVED', 'WAITINGPOSTAUTH'].includes(statusText(status, 'Status') ?? '')

export const bankOrder = (rows: readonly GarantiRow[], status: Tree, currency: string): BankOrder => {
  const order = orderOfRows(rows, currency)
  return {
    ...order,
    word: statusText(status, 'Status') ?? order.word,
    maskedCardNumber: statusText(status, 'CardNumberMasked') ?? textAt(status, 'Transaction/CardNumberMasked'),
    settlementId: statusText(status, 'BatchNum'),
    movements: dated(rows)
      .flatMap(movementsOf)
      .sort((a, b) => a.at - b.at),
  }
}

type DatedRow = GarantiRow & { readonly at: number }

/** A row without a date counts as of the time of the row before it, so that it stays where the bank listed it. */
const dated = (rows: readonly GarantiRow[]): DatedRow[] => {
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
