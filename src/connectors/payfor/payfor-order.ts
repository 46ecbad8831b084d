/** PayFor's records of one order: a row for every request about it, and the resulting state. */
import { money } from '../../core/money.ts'
import type { Attempt, BankReferences, Observation } from '../attempt.ts'
import type { BankMovement, BankOrder } from '../bank-order.ts'
import { declinedThere, inconclusive, type OrderTotals, voidedThere } from '../kit/observation.ts'
import { currencyNumber, minorOfDecimal } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'

type MovementKind = BankMovement['operation']

const KINDS: Readonly<Record<string, MovementKind>> = {
  Auth: 'sale',
  PreAuth: 'pre_auth',
  PostAuth: 'capture',
  Refund: 'refund',
  Void: 'void',
}
const CHARGES: ReadonlySet<MovementKind> = new Set(['sale', 'pre_auth'])
/** No such record; the record of the question itself bears the code. */
const NOT_FOUND = 'V013'
/** The shopper has passed the challenge, and nothing was charged yet. */
const AUTHENTICATED = 'V033'
/** Not completed, or still in progress. */
const OPEN = 'V000'

export interface OrderRow {
  readonly kind: MovementKind
  readonly word: string
  readonly amount: number
  readonly currency: string | null
  readonly isDone: boolean
  readonly isVoided: boolean
  readonly isChallenged: boolean
  readonly code: string | null
  readonly at: number
  /** Type of the transaction that a void undoes. */
  readonly undoes: string | null
  readonly batch: string | null
  readonly maskedCardNumber: string | null
  readonly references: BankReferences
}

type Read<Found> = Found | 'not_found' | undefined

/** Returns the record of the charge; undefined if the response is inconclusive. */
export const orderRecord = (answer: Tree, orderId: string): Read<OrderRow> =>
  textAt(answer, 'OrderId') !== orderId ? undefined : isUnknown(answer) ? 'not_found' : orderRow(answer)

/** Returns all rows; one unreadable row, or one of another order, makes the response inconclusive. */
export const orderRows = (answer: Tree, orderId: string): Read<readonly OrderRow[]> => {
  const found = elementsAt(answer, 'PaymentRequestExtended').flatMap((each) => elementsAt(each, 'PaymentRequest'))
  if (found.length === 0 || found.some((each) => textAt(each, 'OrderId') !== orderId)) return undefined
  if (found.length === 1 && isUnknown(found[0]!)) return 'not_found'
  const rows = found.map(orderRow)
  return rows.every((row) => row !== undefined) ? rows : undefined
}

const isUnknown = (record: Tree): boolean =>
  textAt(record, 'ProcReturnCode') === NOT_FOUND &&
  ['OrderInquiry', 'TxnHistory'].includes(textAt(record, 'TxnType') ?? '')

const orderRow = (record: Tree): OrderRow | undefined => {
  const text = (name: string): string | null => textAt(record, name)
  const word = text('TxnType') ?? ''
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  const amount = minorOfDecimal(text('PurchAmount'))
  if (kind === undefined || amount === null) return undefined
  const isVoided = text('TxnStatus') === 'V' || text('IsVoided')?.toLowerCase() === 'true'
  return {
    kind,
    word,
    amount,
    currency: text('Currency'),
    isDone: text('ProcReturnCode') === '00' && text('TxnResult') === 'Success',
    isVoided,
    isChallenged: text('SecureType')?.startsWith('3D') ?? false,
    code: text('ProcReturnCode'),
    at: parseBankTime(toPlainTime(text('InsertDatetime'))) ?? 0,
    undoes: text('OrgTxnType'),
    batch: text('BatchNo'),
    maskedCardNumber: text('CardMask'),
    references: {
      providerTransactionId: text('OrderId'),
      authCode: text('AuthCode'),
      hostReference: text('F37') ?? text('HostRefNum'), // the reference of the response, under the name of ISO 8583
    },
  }
}

/** `2024-01-21T22:14:23`, and `31.10.2022 23:13:21` of the inquiry. */
const toPlainTime = (text: string | null): string =>
  (text ?? '').replace('T', ' ').replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3-$2-$1')

const isOpen = ({ isDone, code }: OrderRow): boolean => !isDone && (code === null || code === OPEN || code === '00')

export const findCharge = (rows: readonly OrderRow[]): OrderRow | undefined => {
  const charges = rows.filter(({ kind }) => CHARGES.has(kind))
  return charges.find(({ isDone }) => isDone) ?? charges[0]
}

export const orderTotals = (rows: readonly OrderRow[]): OrderTotals => {
  const total = (...kinds: MovementKind[]): number =>
    rows.filter(({ kind, isDone }) => isDone && kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  const standing = rows.filter(({ kind, isVoided }) => kind !== 'refund' || !isVoided)
  return {
    captured: total('sale', 'capture'),
    refunded: standing.filter(({ kind, isDone }) => kind === 'refund' && isDone).reduce((sum, row) => sum + row.amount, 0),
    isVoided: rows.some(isVoidOfCharge),
    isPending: rows.some(isOpen),
  }
}

/** The bank marks what was voided, and lists the void too. A void of a refund leaves the charge as it is. */
const isVoidOfCharge = ({ kind, isDone, isVoided, undoes }: OrderRow): boolean =>
  isDone && (kind === 'void' ? undoes !== 'Refund' : kind !== 'refund' && isVoided)

export const observationFromRows = (rows: readonly OrderRow[], { operation, amount }: Attempt): Observation => {
  const charge = findCharge(rows)
  if (charge?.kind !== operation) return inconclusive('the bank has no such charge of the order')
  const { references, code } = charge
  if (!charge.isDone) {
    // A shopper who never comes back leaves the record of the challenge open.
    if (code === AUTHENTICATED || (code === OPEN && charge.isChallenged)) return { kind: 'not_found' }
    return isOpen(charge) ? inconclusive('the bank has not decided the charge') : declinedThere(code ?? '', references)
  }
  if (charge.amount !== amount.minor || charge.currency !== currencyNumber(amount.currency))
    return inconclusive(`the bank has the order with ${charge.amount} of ${charge.currency}`)
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
    .reduce<OrderRow | undefined>((newest, row) => (row.at >= (newest?.at ?? 0) ? row : newest), undefined)?.references

export const bankOrder = (rows: readonly OrderRow[], currency: string): BankOrder => {
  const charge = findCharge(rows)
  const totals = orderTotals(rows)
  return {
    state: toState(charge, totals),
    word: charge?.word ?? '',
    amount: money(charge?.amount ?? 0, currency),
    captured: totals.isVoided ? 0 : totals.captured,
    refunded: totals.refunded,
    references: charge?.references ?? { providerTransactionId: null, authCode: null, hostReference: null },
    bankCode: charge?.code ?? null,
    maskedCardNumber: charge?.maskedCardNumber ?? null,
    settlementId: charge?.batch ?? null,
    movements: rows
      .map(({ kind, word, amount, at, references, code, batch }) => ({
        operation: kind,
        word,
        amount,
        at,
        references,
        bankCode: code,
        settlementId: batch,
      }))
      .sort((a, b) => a.at - b.at),
  }
}

const toState = (
  charge: OrderRow | undefined,
  { captured, refunded, isVoided }: OrderTotals,
): BankOrder['state'] => {
  if (charge === undefined) return 'pending'
  if (!charge.isDone) return isOpen(charge) || charge.code === AUTHENTICATED ? 'pending' : 'declined'
  if (isVoided) return 'voided'
  if (captured === 0) return 'authorized'
  return refunded >= captured ? 'refunded' : 'captured'
}
