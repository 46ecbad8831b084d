/** NestPay's records of one order in the form of the platform: its state, its amounts, and every movement of its lines. */
import { money } from '../../core/money.ts'
import type { Attempt } from '../attempt.ts'
import type { BankMovement, BankOrder } from '../bank-order.ts'
import { type HistoryLine, type OrderStatus, sumRefunds } from './nestpay-order.ts'

const STATES: Readonly<Record<string, BankOrder['state']>> = {
  A: 'authorized',
  C: 'captured',
  S: 'captured',
  V: 'voided',
  D: 'declined',
  ERR: 'declined',
}

export const bankOrder = (
  status: OrderStatus,
  lines: readonly HistoryLine[],
  { operation, amount: { currency } }: Pick<Attempt, 'operation' | 'amount'>,
): BankOrder => {
  const refunded = sumRefunds(lines)
  const state = STATES[status.word] ?? 'pending'
  return {
    state: state === 'captured' && refunded > 0 && refunded >= status.captured ? 'refunded' : state,
    word: status.word,
    amount: money(status.amount ?? 0, currency),
    captured: state === 'captured' ? status.captured : 0,
    refunded,
    references: status.references,
    bankCode: status.bankCode,
    maskedCardNumber: status.maskedCardNumber,
    settlementId: status.settlementId,
    movements: lines
      .flatMap((line) => movementsOf(line, lines, operation))
      .sort((a, b) => a.at - b.at || RANK[a.operation] - RANK[b.operation]),
  }
}

/** For events within one second. */
const RANK: Readonly<Record<BankMovement['operation'], number>> = {
  sale: 0,
  pre_auth: 0,
  capture: 1,
  void: 2,
  refund: 2,
}

/** One line may describe an authorization and, by its times, its capture and void; some banks list those as lines too. */
const movementsOf = (line: HistoryLine, lines: readonly HistoryLine[], asked: Attempt['operation']): BankMovement[] => {
  const { word, references, bankCode, authorizedAt, capturedAt, voidedAt } = line
  const base = { word, references, bankCode, settlementId: null }
  const at = authorizedAt ?? capturedAt ?? 0
  const operation = toOperation(line, lines, asked)
  const hasLateCapture = operation === 'pre_auth' && capturedAt !== null && line.captured > 0
  return [
    { ...base, operation, amount: line.amount, at },
    ...(hasLateCapture ? [{ ...base, operation: 'capture' as const, amount: line.captured, at: capturedAt }] : []),
    ...(voidedAt === null ? [] : [{ ...base, operation: 'void' as const, amount: line.amount, at: voidedAt }]),
  ]
}

/** A captured pre-authorization may be one line with only the times of its capture: then the operation that we requested decides. */
const toOperation = (
  line: HistoryLine,
  lines: readonly HistoryLine[],
  asked: Attempt['operation'],
): BankMovement['operation'] => {
  if (line.type === 'C') return 'refund'
  if (line.word === 'V' && line.voidedAt === null) return 'void'
  const isLate = line.capturedAt !== null && line.authorizedAt !== null && line.capturedAt > line.authorizedAt
  if (line.word === 'A' || isLate) return 'pre_auth'
  if (lines.some((other) => other !== line && other.type === 'S' && other.word === 'A')) return 'capture'
  return asked
}
