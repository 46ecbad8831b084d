/**
 * The transition of a capture, void or refund: its effects on the payment's state and counters, the child, journal,
 * events and response. It is in one piece because state, counters and events of one step have to agree.
 */

import type { RequestLogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { toKeptProblem } from '../../core/phrases/kept-problem.ts'
import { findTarget, requireEdge } from '../../core/state-machine.ts'
import { type BankFacts, NO_BANK_FACTS, toKnownFacts, toStoredReferences } from '../model/bank-facts.ts'
import type { OperationRow, OperationTransition } from '../model/operation.ts'
import { type OperationState, operationMachine } from '../model/operation-states.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type PaymentState, type PaymentTrigger, paymentMachine } from '../model/payment-states.ts'
import { newStep, nextStepTime, type StoredStep } from '../model/payment-steps.ts'
import { buildPaymentEvent } from '../persistence/payment-event.ts'
import type { PaymentEventRow } from '../persistence/record-payments.ts'
import { toEventMembers, toEventPayment } from './operation-event.ts'
import { buildJournalEntry, type JournalEntry, NO_JOURNAL_ENTRY } from './operation-journal.ts'
import { buildOperationProblem, buildOperationResult } from './operation-result.ts'
import { acceptedMessage, toChargeType, toFailureCode } from './step-messages.ts'

export interface OperationReport {
  tenant_id: string
  operation_id: string
  payment_id: string
  /** Guards the step: of two writers, the second changes nothing. */
  fencing: number
  transition: OperationTransition
  logs: RequestLogRow[]
  /** Null if no caller waits (the inquiry job). */
  duration_ms: number | null
  nowMs: number
  errorsBase: string
  /** An operator decided the outcome, so no event is sent. */
  isSilent: boolean
}

/** One row of the statement that records the step; members that do not concern the payment or the child are null. */
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

export interface OperationStep {
  update: OperationUpdate
  /** The payment after the step. */
  payment: PaymentRow
}

/** `payment` must be locked. */
export const applyOperationTransition = (
  payment: PaymentRow,
  operation: OperationRow,
  report: OperationReport,
): OperationStep => {
  const { transition, nowMs } = report
  if (transition.kind === 'open') {
    const next_inquiry_at = isoTime(nowMs + transition.waitMs)
    return { payment, update: { ...buildOpenUpdate(payment, operation, report), next_inquiry_at } }
  }
  const isAccepted = transition.kind === 'accepted'
  const counted = { ...payment, ...toCounters(payment, operation, isAccepted, nowMs) }
  const edge = requireEdge(paymentMachine, payment.status, findTrigger(counted, operation, isAccepted))
  const facts = toBankFacts(operation, transition)
  const settled: OperationRow = {
    ...operation,
    ...facts,
    status: findTarget(operationMachine, isAccepted ? 'accept' : 'refuse'),
  }
  const step = buildStep(settled, edge.to, nextStepTime(payment, nowMs))
  const moved = { ...counted, status: edge.to, history: [...payment.history, step] }
  const events = (report.isSilent ? [] : edge.emits).map((type, at) =>
    buildPaymentEvent(toEventPayment(moved, settled), type, payment.sequence + at + 1, nowMs, toEventMembers(settled)),
  )
  const after = { ...moved, sequence: payment.sequence + events.length }
  const update = {
    ...buildOpenUpdate(after, operation, report),
    ...facts,
    status: settled.status,
    ...buildStoredAnswer(after, settled, transition, report),
    completed_at: isAccepted ? isoTime(nowMs) : null,
    step,
    payment_completed_at: isAccepted && operation.kind === 'capture' ? isoTime(nowMs) : null,
    ...(operation.kind === 'refund' ? buildChildUpdate(settled, step) : {}),
    ...buildJournalEntry(payment, settled),
    events,
    nothing_sent: transition.kind === 'refused' && transition.nothingSent === true,
    // No caller waits, or the caller gets a fault instead.
    answer_unseen: report.duration_ms === null || (transition.kind === 'refused' && isTechnical(transition.storedCode)),
  }
  return { payment: after, update }
}

/** Returns what is recorded while nothing is known. */
const buildOpenUpdate = (payment: PaymentRow, operation: OperationRow, report: OperationReport): OperationUpdate => ({
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
  ...NO_BANK_FACTS,
  status: operation.status,
  answer_status: null,
  answer_body: null,
  completed_at: null,
  next_inquiry_at: null,
  step: null,
  payment_completed_at: null,
  child_status: null,
  child_step: null,
  ...NO_JOURNAL_ENTRY,
  events: [],
  nothing_sent: false,
  answer_unseen: false,
})

/** Returns the members of the payment that the bank's response changes. */
const toCounters = (
  { refunded, refunding }: PaymentRow,
  { kind, amount }: OperationRow,
  isAccepted: boolean,
  nowMs: number,
): Partial<PaymentRow> => {
  if (kind === 'refund') return { refunding: refunding - amount, refunded: refunded + (isAccepted ? amount : 0) }
  return kind === 'capture' && isAccepted ? { captured: amount, completed_at: new Date(nowMs) } : {}
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

type FinalTransition = Exclude<OperationTransition, { kind: 'open' }>

const toBankFacts = ({ kind }: OperationRow, transition: FinalTransition): BankFacts => {
  const facts = { ...NO_BANK_FACTS, ...toStoredReferences(transition.references), bank_code: transition.bankCode }
  if (transition.kind === 'accepted') return facts
  const error_code = toFailureCode(kind, isTechnical(transition.storedCode))
  return { ...facts, error_code, error_message: transition.message }
}

/** Returns whether the code means a failure of the bank or the connection, not a refusal. */
const isTechnical = (storedCode: string): boolean => storedCode === 'bank_system_error' || storedCode === 'bank_timeout'

const buildStep = (settled: OperationRow, to: PaymentState, nowMs: number): StoredStep =>
  newStep(to, nowMs, {
    amount: settled.amount,
    operation: toChargeType(settled.kind),
    operation_id: settled.id,
    message: settled.error_message ?? acceptedMessage(settled.kind),
    ...toKnownFacts(settled),
  })

/** A refund has a child, which takes the same step. */
const buildChildUpdate = ({ status }: OperationRow, step: StoredStep) => ({
  child_status: status,
  child_step: { ...step, id: newId(step.at), to: status },
})

/** Builds the response that is stored with the state for every repeat. */
const buildStoredAnswer = (
  payment: PaymentRow,
  settled: OperationRow,
  transition: FinalTransition,
  report: OperationReport,
): { answer_status: number; answer_body: string } => {
  if (transition.kind === 'accepted')
    return { answer_status: 200, answer_body: JSON.stringify(buildOperationResult(payment, settled, report.nowMs)) }
  const problem = buildOperationProblem(settled, transition.storedCode, false)
  const context = { errorsBase: report.errorsBase, instance: settled.path, correlationId: settled.correlation_id }
  return { answer_status: problem.status, answer_body: toKeptProblem(problem, context) }
}
