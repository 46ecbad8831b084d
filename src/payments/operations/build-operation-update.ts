/**
 * Effects of a bank's outcome of a capture, void or refund: on the payment's state and counters, the child, journal,
 * events and response. It is in one piece because state, counters and events of one outcome have to agree.
 */

import type { RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { toKeptProblem } from '../../core/phrases/kept-problem.ts'
import { edgeFor, targetOf } from '../../core/state-machine.ts'
import { type BankFacts, NO_BANK_FACTS, toKnownFacts, toStoredReferences } from '../model/bank-facts.ts'
import type { OperationOutcome, OperationRow } from '../model/operation.ts'
import { type OperationState, operationMachine } from '../model/operation-states.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type PaymentState, type PaymentTrigger, paymentMachine } from '../model/payment-states.ts'
import { nextStepTime, type StoredStep } from '../model/payment-steps.ts'
import { buildPaymentEvent } from '../persistence/payment-event.ts'
import type { PaymentEventRow } from '../persistence/record-payments.ts'
import { toEventMembers, toEventPayment } from './operation-event.ts'
import { buildJournalEntry, type JournalEntry } from './operation-journal.ts'
import { buildOperationProblem, buildOperationResult } from './operation-result.ts'
import { acceptedMessage, toChargeType, toFailureCode } from './step-messages.ts'

export interface OperationReport {
  tenant_id: string
  operation_id: string
  payment_id: string
  /** Guards the step: of two writers, the second changes nothing. */
  fencing: number
  outcome: OperationOutcome
  logs: RequestLogRow[]
  /** Null if no caller waits (the inquiry job). */
  duration_ms: number | null
  nowMs: number
  errorsBase: string
  /** An operator decided the outcome, so no event is sent. */
  isSilent?: true
}

/** One row of the statement that records the outcome; members that do not concern the payment or the child are null. */
export interface OperationUpdate extends BankFacts, JournalEntry {
  tenant_id: string
  operation_id: string
  payment_id: string
  status: OperationState
  answer_status: number | null
  answer_body: string | null
  duration_ms: number | null
  completed_at: string | null
  modified: string
  next_inquiry_at: string | null
  inquiry_count: number
  to_status: PaymentState
  step: StoredStep | null
  captured: number
  refunded: number
  refunding: number
  payment_completed_at: string | null
  child_status: OperationState | null
  child_step: StoredStep | null
  events: PaymentEventRow[]
  nothing_sent: boolean
  answer_unseen: boolean
}

/** `payment` must be locked. It is changed to the resulting state. */
export const buildOperationUpdate = (
  payment: PaymentRow,
  operation: OperationRow,
  report: OperationReport,
): OperationUpdate => {
  const { outcome, nowMs } = report
  if (outcome.kind === 'open') return buildOpenUpdate(payment, operation, report, outcome.nextInquiryMs)
  const isAccepted = outcome.kind === 'accepted'
  applyAmounts(payment, operation, isAccepted, nowMs)
  const edge = findEdge(payment, operation, isAccepted)
  payment.status = edge.to
  const facts = toBankFacts(operation, outcome)
  const settled: OperationRow = {
    ...operation,
    ...facts,
    status: targetOf(operationMachine, isAccepted ? 'accept' : 'refuse'),
  }
  const step = buildStep(settled, edge.to, nextStepTime(payment, nowMs))
  payment.history = [...payment.history, step]
  const events = (report.isSilent ? [] : edge.emits).map((type) => {
    payment.sequence++
    return buildPaymentEvent(toEventPayment(payment, settled), type, payment.sequence, nowMs, toEventMembers(settled))
  })
  return {
    ...toUpdateBase(payment, operation, report),
    ...facts,
    status: settled.status,
    ...buildStoredAnswer(payment, settled, outcome, report),
    completed_at: isAccepted ? isoTime(nowMs) : null,
    next_inquiry_at: null,
    step,
    payment_completed_at: isAccepted && operation.kind === 'capture' ? isoTime(nowMs) : null,
    ...buildChildUpdate(settled, step),
    ...buildJournalEntry(payment, settled),
    events,
    nothing_sent: outcome.kind === 'refused' && outcome.nothingSent === true,
    // No caller waits, or the caller gets a fault instead.
    answer_unseen: report.duration_ms === null || (outcome.kind === 'refused' && isTechnical(outcome.storedCode)),
  }
}

const toUpdateBase = (payment: PaymentRow, operation: OperationRow, report: OperationReport) => ({
  tenant_id: operation.tenant_id,
  operation_id: operation.id,
  payment_id: operation.payment_id,
  duration_ms: report.duration_ms,
  modified: isoTime(report.nowMs),
  inquiry_count: operation.inquiry_count + (report.duration_ms === null ? 1 : 0),
  to_status: payment.status,
  captured: payment.captured,
  refunded: payment.refunded,
  refunding: payment.refunding,
})

const NO_JOURNAL_ENTRY: JournalEntry = {
  journal_kind: null,
  debit_account: null,
  credit_account: null,
  journal_amount: null,
}

const buildOpenUpdate = (
  payment: PaymentRow,
  operation: OperationRow,
  report: OperationReport,
  nextMs: number,
): OperationUpdate => ({
  ...toUpdateBase(payment, operation, report),
  ...NO_BANK_FACTS,
  status: operation.status,
  answer_status: null,
  answer_body: null,
  completed_at: null,
  next_inquiry_at: isoTime(nextMs),
  step: null,
  payment_completed_at: null,
  child_status: null,
  child_step: null,
  ...NO_JOURNAL_ENTRY,
  events: [],
  nothing_sent: false,
  answer_unseen: false,
})

/** Applies what the bank's response changes on the payment itself. */
const applyAmounts = (payment: PaymentRow, operation: OperationRow, isAccepted: boolean, nowMs: number): void => {
  const { kind, amount } = operation
  if (kind === 'refund') payment.refunding -= amount
  if (!isAccepted) return
  if (kind === 'refund') payment.refunded += amount
  if (kind !== 'capture') return
  payment.captured = amount
  payment.completed_at = new Date(nowMs)
}

const findEdge = (payment: PaymentRow, operation: OperationRow, isAccepted: boolean) => {
  const trigger = findTrigger(payment, operation, isAccepted)
  const edge = edgeFor(paymentMachine, payment.status, trigger)
  if (edge === undefined) throw new Error(`${payment.status} has no edge ${trigger}`)
  return edge
}

const findTrigger = (
  payment: PaymentRow,
  { kind, state_before }: OperationRow,
  isAccepted: boolean,
): PaymentTrigger => {
  const isBeside = payment.refunding > 0
  if (!isAccepted) {
    if (isBeside) return 'give_back_beside'
    return state_before === 'authorized' ? 'give_back_authorized' : 'give_back_completed'
  }
  if (kind !== 'refund') return kind
  if (payment.refunded === payment.captured) return 'refund_rest'
  return isBeside ? 'refund_beside' : 'refund_part'
}

type FinalOutcome = Exclude<OperationOutcome, { kind: 'open' }>

const toBankFacts = ({ kind }: OperationRow, outcome: FinalOutcome): BankFacts => {
  const facts = { ...NO_BANK_FACTS, ...toStoredReferences(outcome.references), bank_code: outcome.bankCode }
  if (outcome.kind === 'accepted') return facts
  const error_code = toFailureCode(kind, isTechnical(outcome.storedCode))
  return { ...facts, error_code, error_message: outcome.message }
}

/** Returns whether the code means a failure of the bank or the connection, not a refusal. */
const isTechnical = (storedCode: string): boolean => storedCode === 'bank_system_error' || storedCode === 'bank_timeout'

const buildStep = (settled: OperationRow, to: PaymentState, nowMs: number): StoredStep => ({
  id: newId(nowMs),
  to,
  at: nowMs,
  amount: settled.amount,
  operation: toChargeType(settled.kind),
  operation_id: settled.id,
  message: settled.error_message ?? acceptedMessage(settled.kind),
  ...toKnownFacts(settled),
})

const buildChildUpdate = (
  { kind, status }: OperationRow,
  step: StoredStep,
): Pick<OperationUpdate, 'child_status' | 'child_step'> => {
  if (kind !== 'refund' || status === 'processing') return { child_status: null, child_step: null }
  return { child_status: status, child_step: { ...step, id: newId(step.at), to: status } }
}

/** Builds the response that is stored with the state for every repeat. */
const buildStoredAnswer = (
  payment: PaymentRow,
  settled: OperationRow,
  finding: FinalOutcome,
  report: OperationReport,
): { answer_status: number; answer_body: string } => {
  if (finding.kind === 'accepted')
    return { answer_status: 200, answer_body: JSON.stringify(buildOperationResult(payment, settled, report.nowMs)) }
  const problem = buildOperationProblem(settled, finding.storedCode, false)
  const context = { errorsBase: report.errorsBase, instance: settled.path, correlationId: settled.correlation_id }
  return { answer_status: problem.status, answer_body: toKeptProblem(problem, context) }
}
