/** NestPay's records of one order: its status, and its history of lines. */
import type { BankReferences, Observation, PaymentOperation } from '../attempt.ts'
import { declinedThere, inconclusive, observationFromTotals, voidedThere } from '../kit/observation.ts'
import { minorOfDecimal, minorOfText } from '../transport/bank-amounts.ts'
import { parseBankTime } from '../transport/bank-times.ts'
import { type Tree, textAt } from '../transport/message.ts'

export interface OrderStatus {
  /** TRANS_STAT. */
  readonly word: string
  /** True if the status describes the order's last credit, not its sale. */
  readonly isCredit: boolean
  readonly amount: number | null
  readonly captured: number
  readonly references: BankReferences
  readonly bankCode: string | null
  readonly maskedCardNumber: string | null
  readonly settlementId: string | null
}

/** Returns undefined if the response is inconclusive. */
export const orderStatus = (answer: Tree, orderId: string): OrderStatus | 'not_found' | undefined => {
  const extra = (name: string): string | null => textAt(answer, `Extra/${name}`)
  if (isUnknownOrder(answer, orderId)) return 'not_found'
  const word = extra('TRANS_STAT')
  if (extra('ORD_ID') !== orderId || word === null) return undefined
  const isFine = textAt(answer, 'Response') === 'Approved' && textAt(answer, 'ProcReturnCode') === '00'
  // Some gateways report the status of a declined order as a decline; nothing else is trusted with that flag.
  if (!isFine && word !== 'D') return undefined
  return {
    word,
    isCredit: extra('CHARGE_TYPE_CD') === 'C',
    amount: minorOfText(extra('ORIG_TRANS_AMT')),
    captured: minorOfText(extra('CAPTURE_AMT')) ?? 0,
    references: {
      providerTransactionId: extra('TRANS_ID') ?? textAt(answer, 'TransId'),
      authCode: extra('AUTH_CODE'),
      hostReference: extra('HOST_REF_NUM'),
    },
    bankCode: extra('PROC_RET_CD'),
    maskedCardNumber: extra('PAN')?.replaceAll(' ', '') ?? null,
    settlementId: extra('SETTLEID'),
  }
}

/** Reported only as text: a refusal that names the order and carries none. */
const isUnknownOrder = (answer: Tree, orderId: string): boolean =>
  textAt(answer, 'Response') === 'Declined' &&
  /^no record found for /i.test(textAt(answer, 'ErrMsg') ?? '') &&
  (textAt(answer, 'ErrMsg') ?? '').includes(orderId) &&
  textAt(answer, 'Extra/TRANS_STAT') === null

/** Returns the status of a sale or pre-authorization. ERR is not a decision: it counts as unknown, and is inquired again. */
export const observationFromStatus = (
  status: OrderStatus,
  { operation, amount }: { operation: string; amount: { minor: number } },
): Observation => {
  const { word, references } = status
  const isCharged = word === 'C' || word === 'S' || (word === 'A' && operation === 'pre_auth')
  if (isCharged && status.amount !== amount.minor) return inconclusive(`the bank has the order with ${status.amount}`)
  if (isCharged) return { kind: 'approved', references, bankCode: '00' }
  switch (word) {
    case 'D':
      return declinedThere(status.bankCode ?? '', references)
    case 'V':
      return voidedThere(references)
    case 'ERR':
      return { kind: 'not_found' }
    default:
      return inconclusive(`the bank has the order as ${word}`)
  }
}

export const observationOfOperation = (
  followUp: PaymentOperation,
  status: OrderStatus,
  history: readonly HistoryLine[],
): Observation => {
  const { word, captured, references } = status
  if (!['A', 'C', 'S', 'V'].includes(word)) return inconclusive(`the bank has the order as ${word}`)
  const sums = {
    captured: word === 'C' || word === 'S' ? captured : 0,
    refunded: sumRefunds(history),
    isVoided: word === 'V',
    isPending: history.some((line) => line.type === 'C' && line.word === 'PN'),
  }
  const observed = observationFromTotals(followUp, sums, references)
  return followUp.operation === 'refund' ? withReferences(observed, history, followUp.amount.minor) : observed
}

/** Adds the references of the newest credit of that amount: equal credits cannot be distinguished, and need not be. */
const withReferences = (observed: Observation, history: readonly HistoryLine[], minor: number): Observation => {
  if (observed.kind !== 'approved') return observed
  const credits = history.filter((line) => isRefunded(line) && line.amount === minor)
  const [newest] = credits.sort((a, b) => (b.authorizedAt ?? 0) - (a.authorizedAt ?? 0))
  return newest ? { ...observed, references: newest.references } : observed
}

export interface HistoryLine {
  /** S sale, C credit. */
  readonly type: string
  readonly word: string
  readonly amount: number
  readonly captured: number
  readonly authorizedAt: number | null
  readonly capturedAt: number | null
  readonly voidedAt: number | null
  readonly references: BankReferences
  readonly bankCode: string | null
}

/** Lines as the bank lists them; undefined when one of them cannot be read. */
export const historyLines = (answer: Tree): readonly HistoryLine[] | undefined => {
  const count = minorOfText(textAt(answer, 'Extra/TRXCOUNT'))
  if (textAt(answer, 'Response') !== 'Approved' || count === null) return undefined
  const lines = Array.from({ length: count }, (_, at) => historyLine(textAt(answer, `Extra/TRX${at + 1}`)))
  return lines.every((line) => line !== undefined) ? lines : undefined
}

const historyLine = (text: string | null): HistoryLine | undefined => {
  const parts = (text ?? '').split('\t').map((part) => part.trim())
  const [type, word, amount, captured, authorized, capturedAt, voided, hostReference, authCode, code, transaction] =
    parts
  const minor = minorOf(amount)
  if (!type || !word || minor === null) return undefined
  return {
    type,
    word,
    amount: minor,
    captured: minorOf(captured) ?? 0,
    authorizedAt: parseBankTime(authorized),
    capturedAt: parseBankTime(capturedAt),
    voidedAt: parseBankTime(voided),
    references: {
      providerTransactionId: transaction || null,
      authCode: authCode || null,
      hostReference: hostReference || null,
    },
    bankCode: code || null,
  }
}

/** Minor units; with a dot it is a decimal, whatever the bank calls it. */
const minorOf = (text: string | undefined): number | null =>
  text?.includes('.') ? minorOfDecimal(text) : minorOfText(text)

/** The sale's own status, where the bank returned that of a credit. */
export const statusOfSale = (status: OrderStatus, lines: readonly HistoryLine[]): OrderStatus | undefined => {
  if (!status.isCredit) return status
  // A captured or settled line has its money, whatever the bank responded.
  const isTaken = ({ word }: HistoryLine): boolean => word === 'C' || word === 'S'
  const sales = lines.filter((line) => line.type === 'S' && (line.bankCode === '00' || isTaken(line)))
  const taken = sales.find(isTaken)
  const held = sales.find(({ word }) => word === 'A')
  const line = taken ?? held ?? sales[0]
  if (line === undefined) return undefined
  const { references } = held ?? line
  const amount = (held ?? line).amount
  return {
    ...status,
    isCredit: false,
    word: line.word,
    amount,
    captured: taken?.captured ?? 0,
    references,
    bankCode: '00',
  }
}

const isRefunded = ({ type, word, bankCode }: HistoryLine): boolean =>
  type === 'C' && bankCode === '00' && ['A', 'C', 'S'].includes(word)

export const sumRefunds = (lines: readonly HistoryLine[]): number =>
  lines.filter(isRefunded).reduce((sum, { amount }) => sum + amount, 0)
