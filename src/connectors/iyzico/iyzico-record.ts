/**
 * iyzico's record of a payment: its report by our reference. The inquiry of a payment is no record, since it shows a payment that was
 * cancelled or refunded as it was made.
 */
import type { PaymentOperation } from '../attempt.ts'
import type { Bank } from '../kit/gateway.ts'
import { inconclusive, type Unfound } from '../kit/observation.ts'
import { type FoundRows, type Inquiries, inquiriesOfRows, toFoundRows } from '../kit/order-record.ts'
import { type OrderRow, wholeRows } from '../kit/order-rows.ts'
import { BANK_CURRENCIES, currencyNumber } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { elementsAt, type Tree, textAt } from '../transport/message.ts'
import type { IyzicoAccount } from './iyzico-account.ts'
import { minorOfPrice } from './iyzico-amounts.ts'
import { FAILED, IYZICO_CODES } from './iyzico-codes.ts'
import { iyzicoOrderId, recordRequest } from './iyzico-requests.ts'
import { ACCEPTED, APPROVED, iyzicoReferences } from './iyzico-response.ts'

interface ReportRow extends OrderRow {
  /** Conversation of a refund. */
  readonly reference: string | null
}

export const askReport = (bank: Bank<IyzicoAccount>, orderId: string): Promise<FoundRows<ReportRow> | Unfound> =>
  bank.ask(
    () => recordRequest(orderId),
    (answer) => toFoundRows(readReport(answer, orderId)),
  )

/** A payment of another conversation makes the report unreadable, and so do two that were charged: those are for people. */
const readReport = (answer: Tree, orderId: string): readonly ReportRow[] | 'not_found' | undefined => {
  const isOurs = textAt(answer, 'status') === 'success' && textAt(answer, 'conversationId') === orderId
  if (!isOurs || !Array.isArray(answer.payments)) return undefined
  if (answer.payments.length === 0) return 'not_found'
  const payments = elementsAt(answer, 'payments')
  const areOurs = payments.every((payment) => textAt(payment, 'paymentConversationId') === orderId)
  const charged = payments.filter((payment) => textAt(payment, 'paymentStatus') === CHARGED)
  if (payments.length < answer.payments.length || !areOurs || charged.length > 1) return undefined
  const tried = payments.filter((payment) => !isChallenge(payment))
  if (tried.length === 0) return 'not_found'
  const nowMs = Number(textAt(answer, 'systemTime') ?? Number.NaN)
  const rows = wholeRows(tried.flatMap((payment) => paymentRows(payment, nowMs)))
  // A refused payment decides nothing while another one of the conversation is open.
  return rows && [...rows].sort((a, b) => Number(b.isOpen) - Number(a.isOpen))
}

const CHARGED = '1'
const REFUSED = '0'
/** The challenge has begun, or the shopper is back from it. */
const CHALLENGES = new Set(['2', '3'])
/** Nothing was charged yet, nor tried where the challenge has failed. */
const isChallenge = (payment: Tree): boolean => {
  const status = textAt(payment, 'paymentStatus') ?? ''
  return CHALLENGES.has(status) || (status === REFUSED && textAt(payment, 'phase') === null && !isDirect(payment))
}
const DIRECT = new Set(['false', '0'])
const isDirect = (payment: Tree): boolean => DIRECT.has(textAt(payment, 'threeDS') ?? '')

const MINUTE_MS = 60_000
/** A call of ours ends after half a minute; how long iyzico waits for the bank of a card is unknown. */
const CALL_MS = 5 * MINUTE_MS
/** The payment is as old as its challenge, and may be held for review for a day before it is charged. */
const CHALLENGE_MS = 25 * 60 * MINUTE_MS

/**
 * A payment may be listed as refused before the card's bank has answered. A refusal counts with the code of one, or once no
 * call can still be on its way, by iyzico's clock.
 */
const isRefusal = (payment: Tree, nowMs: number): boolean => {
  if (IYZICO_CODES.find(textAt(payment, 'errorCode') ?? '')?.isDecline) return true
  const madeAt = readTime(payment)
  return madeAt !== null && nowMs - madeAt > (isDirect(payment) ? CALL_MS : CHALLENGE_MS)
}
const KINDS: Readonly<Record<string, 'sale' | 'pre_auth'>> = {
  AUTH: 'sale',
  PRE_AUTH: 'pre_auth',
  POST_AUTH: 'pre_auth',
}
const CAPTURED = 'POST_AUTH'

const paymentRows = (payment: Tree, nowMs: number): (ReportRow | undefined)[] => {
  const text = (name: string): string => textAt(payment, name) ?? ''
  const [status, phase] = [text('paymentStatus'), text('phase')]
  const isCharged = status === CHARGED
  const kind = Object.hasOwn(KINDS, phase) ? KINDS[phase] : undefined
  if (kind === undefined || (!isCharged && status !== REFUSED)) return [undefined]
  const voids = elementsAt(payment, 'cancels').map((cancel) => undoing('void', cancel))
  // A payment that was cancelled is one that was made, however its examination ended.
  const isMade = isCharged && (text('fraudStatus') === ACCEPTED || voids.some((row) => row?.undoesCharge))
  const charge = movement(payment, {
    kind,
    word: phase,
    // After a capture the price of the basket is what was held, and the price paid what was captured.
    price: phase === CAPTURED ? 'price' : 'paidPrice',
    currency: 'currency',
    isDone: isMade,
    isOpen: isCharged ? !isMade : !isRefusal(payment, nowMs),
    code: isCharged ? APPROVED : (textAt(payment, 'errorCode') ?? FAILED),
  })
  const { binNumber, lastFourDigits } = payment
  const maskedCardNumber = binNumber && lastFourDigits ? `${binNumber}******${lastFourDigits}` : null
  const capture = { kind: 'capture', word: phase, price: 'paidPrice', currency: 'currency', isDone: true } as const
  return [
    charge && { ...charge, maskedCardNumber },
    ...(phase === CAPTURED && isCharged ? [movement(payment, capture)] : []),
    ...voids,
    ...elementsAt(payment, 'itemTransactions').flatMap((item) =>
      elementsAt(item, 'refunds').map((refund) => undoing('refund', refund)),
    ),
  ]
}

/**
 * Any other status of a refund or a cancellation than done is not known to be an end. Its code is then that of a done one, so
 * that the list differs from the sum, and nothing is sent again on the strength of it.
 */
const undoing = (kind: 'void' | 'refund', tree: Tree): ReportRow | undefined => {
  const status = textAt(tree, 'refundStatus') ?? ''
  const isDone = status === CHARGED
  return movement(tree, {
    kind,
    word: status,
    price: 'refundPrice',
    currency: 'currencyCode',
    isDone,
    isOpen: !isDone,
    code: APPROVED,
  })
}

interface Movement extends Pick<OrderRow, 'kind' | 'word' | 'isDone'> {
  readonly price: string
  readonly currency: string
  readonly isOpen?: boolean
  readonly code?: string
}

const movement = (tree: Tree, { kind, word, price, currency, isDone, isOpen = false, code }: Movement) => {
  const amount = minorOfPrice(textAt(tree, price))
  const letters = textAt(tree, currency) ?? ''
  const row: ReportRow | undefined =
    amount === null
      ? undefined
      : {
          kind,
          word,
          amount,
          currency: BANK_CURRENCIES.includes(letters) ? currencyNumber(letters) : '', // which matches no payment
          isDone,
          isOpen,
          undoesCharge: kind === 'void' && isDone,
          code: code ?? (isDone ? APPROVED : null),
          at: readTime(tree),
          references: iyzicoReferences(tree),
          reference: textAt(tree, 'refundConversationId'),
        }
  return row
}

/** The time of Istanbul, whatever the letter at its end says. */
const readTime = (tree: Tree): number | null => parseBankTime(textAt(tree, 'createdDate')?.replace(/Z$/, ''))

const inquiries = inquiriesOfRows({ orderId: iyzicoOrderId, askRows: askReport })

export const IYZICO_INQUIRIES: Inquiries<IyzicoAccount> = {
  ...inquiries,
  inquireOperation: (bank, followUp) =>
    followUp.operation === 'refund' ? inquireRefund(bank, followUp) : inquiries.inquireOperation(bank, followUp),
}

/** The report names each refund as we did, so that several may be on their way. */
const inquireRefund = async (bank: Bank<IyzicoAccount>, { original, reference, amount }: PaymentOperation) => {
  const found = await askReport(bank, iyzicoOrderId(original))
  if (found.kind !== 'found') return found
  const refunds = found.rows.filter(({ kind }) => kind === 'refund')
  const [refund, ...others] = refunds.filter((row) => row.reference === reference)
  if (refund === undefined) {
    const mayBeOurs = refunds.some((row) => row.reference === null && row.amount === amount.minor)
    return mayBeOurs ? UNNAMED : ({ kind: 'not_found' } as const)
  }
  const isOurs = refund.amount === amount.minor && refund.currency === currencyNumber(amount.currency)
  if (others.length > 0 || !refund.isDone || !isOurs) return inconclusive('iyzico has another refund of this name')
  return { kind: 'approved', references: refund.references, bankCode: APPROVED } as const
}

const UNNAMED = inconclusive('iyzico has a refund without a name, which may be this one')
