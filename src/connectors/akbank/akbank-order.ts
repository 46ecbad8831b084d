/** Akbank's record of one order: the rows of its history. */
import type { Bank } from '../kit/gateway.ts'
import type { Unfound } from '../kit/observation.ts'
import { type FoundRows, toFoundRows } from '../kit/order-record.ts'
import { type MovementKind, type OrderRow, wholeRows } from '../kit/order-rows.ts'
import { minorOfDecimal } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import type { AkbankAccount } from './akbank-account.ts'
import { AKBANK_CODES, APPROVED, NO_SUCH_ORDER, REFUSED_BY_HOST, USED_BEFORE } from './akbank-codes.ts'
import { historyRequest, TRANSACTIONS } from './akbank-requests.ts'
import { akbankCode, akbankReferences, isApproval, type ReadText } from './akbank-response.ts'

export const askRows = (bank: Bank<AkbankAccount>, orderId: string): Promise<FoundRows<OrderRow> | Unfound> =>
  bank.ask(
    () => historyRequest(orderId),
    (answer) => toFoundRows(orderRows(answer, orderId)),
  )

/** A row of another order, such as one of a plan that the bank runs, makes the record unreadable. */
const orderRows = (answer: Tree, orderId: string): readonly OrderRow[] | 'not_found' | undefined => {
  const code = textAt(answer, 'responseCode')
  // Only the text names the order that is not there.
  const isNamed = textAt(answer, 'responseMessage')
    ?.split(/[\s:]+/)
    .includes(orderId)
  if (code === NO_SUCH_ORDER && isNamed) return 'not_found'
  const found = elementsAt(answer, 'txnDetailList')
  if (code !== APPROVED || found.some((row) => textAt(row, 'orgOrderId') !== orderId)) return undefined
  return wholeRows(found.map(orderRow))
}

/** Voids are no rows: the movement that was voided has another status. */
const KINDS: Readonly<Record<string, MovementKind>> = {
  [TRANSACTIONS.sale]: 'sale',
  [TRANSACTIONS.pre_auth]: 'pre_auth',
  [TRANSACTIONS.capture]: 'capture',
  [TRANSACTIONS.refund]: 'refund',
}
const NORMAL = 'N'
/** Voided, or reversed by the bank. */
const UNDONE: ReadonlySet<string> = new Set(['V', 'R'])

const orderRow = (row: Tree): OrderRow | undefined => {
  const text: ReadText = (name) => textAt(row, name)
  const [word, status] = [text('txnCode') ?? '', text('txnStatus') ?? '']
  const kind = Object.hasOwn(KINDS, word) ? KINDS[word] : undefined
  const amount = minorOfDecimal(text('amount'))
  if (kind === undefined || amount === null) return undefined
  const isCharge = kind === 'sale' || kind === 'pre_auth'
  const isUndone = UNDONE.has(status)
  const isDone = isUndone ? isCharge : status === NORMAL && isApproval(text)
  return {
    kind,
    word,
    amount,
    currency: text('currencyCode') ?? '', // a row without one matches no payment
    isDone,
    isOpen: !isDone && !isUndone && !(status === NORMAL && isRefusal(text)),
    undoesCharge: isCharge && isUndone,
    code: akbankCode(text),
    at: parseBankTime(text('txnDateTime')),
    maskedCardNumber: text('maskedCardNumber'),
    settlementId: text('settlementId'),
    references: akbankReferences(text),
  }
}

/**
 * The card's bank has refused it, whatever its code; or the gateway has, with a code that is a refusal, or before the card's
 * bank was asked: then the row has no reference of a movement.
 */
const isRefusal = (text: ReadText): boolean => {
  const code = akbankCode(text)
  const isByHost = text('responseCode') === REFUSED_BY_HOST && code !== REFUSED_BY_HOST && code !== '00'
  return isByHost || AKBANK_CODES.find(code)?.isDecline === true || isWithoutMovement(text, code)
}

const GATEWAY_CODE = /^VPS-[0-9]{4}$/
const isWithoutMovement = (text: ReadText, code: string): boolean => {
  if (!GATEWAY_CODE.test(code) || NO_REFUSALS.has(code) || text('hostResponseCode') !== null) return false
  const isNothing = ['batchNumber', 'stan'].every((name) => text(name) === '0')
  return isNothing && Object.values(akbankReferences(text)).every((reference) => reference === null)
}
/** Codes that say nothing of the card's bank, or that it was asked. */
const NO_REFUSALS: ReadonlySet<string> = new Set([APPROVED, REFUSED_BY_HOST, USED_BEFORE])
