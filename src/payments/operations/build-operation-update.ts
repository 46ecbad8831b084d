/** What a bank's word on a capture, void or refund does to the payment: state, counters, child, journal, events, answer. Pure. */
import type { LogRow } from '../../acquiring/request-log/insert-request-logs.ts'
import { isoTime } from '../../core/clock.ts'
import { newId } from '../../core/id.ts'
import { edgeFor } from '../../core/state-machine.ts'
import { problemBody } from '../../core/problem.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type PaymentState, type PaymentTrigger, paymentMachine } from '../model/payment-states.ts'
import { type StoredStep, stepTime } from '../model/payment-steps.ts'
import { announcedRow } from '../persistence/payment-event.ts'
import type { AnnouncedRow } from '../persistence/record-payments.ts'
import { followUpProblem, followUpResult } from './operation-result.ts'
import { type JournalEntry, journalOf } from './operation-journal.ts'
import type { FollowUpFinding, OperationRow, OperationStatus } from '../model/operation.ts'
import { acceptedMessage, chargeTypeOf, failureCodeOf } from './step-messages.ts'

export interface FollowUpReport {
  tenant_id: string
  operation_id: string
  payment_id: string
  /** Guards the step: whoever comes second changes nothing. */
  fencing: number
  finding: FollowUpFinding
  logs: LogRow[]
  /** Null when no caller waits (the inquiry job). */
  duration_ms: number | null
  nowMs: number
  errorsBase: string
}

/** One row of the statement that records it; what the payment and the child do not take part in is null. */
export interface Conclusion extends JournalEntry {
  tenant_id: string
  operation_id: string
  payment_id: string
  status: OperationStatus
  provider_transaction_id: string | null
  auth_code: string | null
  host_reference: string | null
  bank_code: string | null
  error_code: string | null
  error_message: string | null
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
  child_status: 'completed' | 'failed' | null
  child_step: StoredStep | null
  events: AnnouncedRow[]
  nothing_sent: boolean
  answer_unseen: boolean
}

/** `payment` as it is locked; afterwards it stands where the conclusion leaves it. */
export const concludeFollowUp = (payment: PaymentRow, operation: OperationRow, report: FollowUpReport): Conclusion => {
  const { finding, nowMs } = report
  if (finding.kind === 'open') return stillOpen(payment, operation, report, finding.nextInquiryMs)
  const isAccepted = finding.kind === 'accepted'
  takeStep(payment, operation, isAccepted, nowMs)
  const edge = edgeOf(payment, operation, isAccepted)
  payment.status = edge.to
  const facts = factsOf(operation, finding)
  const settled: OperationRow = { ...operation, ...facts, status: isAccepted ? 'completed' : 'failed' }
  const step = stepOf(settled, edge.to, stepTime(payment, nowMs))
  payment.history = [...payment.history, step]
  const events = edge.emits.map((type) => {
    payment.sequence++
    return announcedRow(announcedOf(payment, settled), type, payment.sequence, nowMs, furtherOf(settled))
  })
  return {
    ...base(payment, operation, report),
    ...facts,
    status: settled.status,
    ...answerOf(payment, settled, finding, report),
    completed_at: isAccepted ? isoTime(nowMs) : null,
    next_inquiry_at: null,
    step,
    payment_completed_at: isAccepted && operation.kind === 'capture' ? isoTime(nowMs) : null,
    ...childOf(settled, step),
    ...journalOf(payment, settled),
    events,
    nothing_sent: finding.kind === 'refused' && finding.nothingSent === true,
    // No caller waits, or the one who does is told of a fault instead.
    answer_unseen: report.duration_ms === null || (finding.kind === 'refused' && isTechnical(finding.storedCode)),
  }
}

const base = (payment: PaymentRow, operation: OperationRow, report: FollowUpReport) => ({
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

const NOTHING_BOOKED: JournalEntry = {
  journal_kind: null,
  debit_account: null,
  credit_account: null,
  journal_amount: null,
}

const stillOpen = (
  payment: PaymentRow,
  operation: OperationRow,
  report: FollowUpReport,
  nextMs: number,
): Conclusion => ({
  ...base(payment, operation, report),
  ...NO_FACTS,
  status: 'processing',
  answer_status: null,
  answer_body: null,
  completed_at: null,
  next_inquiry_at: isoTime(nextMs),
  step: null,
  payment_completed_at: null,
  child_status: null,
  child_step: null,
  ...NOTHING_BOOKED,
  events: [],
  nothing_sent: false,
  answer_unseen: false,
})

/** What the bank's word moves on the payment itself. */
const takeStep = (payment: PaymentRow, operation: OperationRow, isAccepted: boolean, nowMs: number): void => {
  const { kind, amount } = operation
  if (kind === 'refund') payment.refunding -= amount
  if (!isAccepted) return
  if (kind === 'refund') payment.refunded += amount
  if (kind !== 'capture') return
  payment.captured = amount
  payment.completed_at = new Date(nowMs)
}

const edgeOf = (payment: PaymentRow, operation: OperationRow, isAccepted: boolean) => {
  const trigger = triggerOf(payment, operation, isAccepted)
  const edge = edgeFor(paymentMachine, payment.status, trigger)
  if (edge === undefined) throw new Error(`${payment.status} has no edge ${trigger}`)
  return edge
}

const triggerOf = (payment: PaymentRow, { kind, state_before }: OperationRow, isAccepted: boolean): PaymentTrigger => {
  const isBeside = payment.refunding > 0
  if (!isAccepted) {
    if (isBeside) return 'give_back_beside'
    return state_before === 'authorized' ? 'give_back_authorized' : 'give_back_completed'
  }
  if (kind !== 'refund') return kind
  if (payment.refunded === payment.captured) return 'refund_rest'
  return isBeside ? 'refund_beside' : 'refund_part'
}

const NO_FACTS = {
  provider_transaction_id: null,
  auth_code: null,
  host_reference: null,
  bank_code: null,
  error_code: null,
  error_message: null,
}

type Final = Exclude<FollowUpFinding, { kind: 'open' }>

const factsOf = (
  { kind }: OperationRow,
  finding: Final,
): typeof NO_FACTS | Record<keyof typeof NO_FACTS, string | null> => {
  const references = {
    provider_transaction_id: finding.references?.providerTransactionId ?? null,
    auth_code: finding.references?.authCode ?? null,
    host_reference: finding.references?.hostReference ?? null,
    bank_code: finding.bankCode,
  }
  if (finding.kind === 'accepted') return { ...NO_FACTS, ...references }
  const error_code = failureCodeOf(kind, isTechnical(finding.storedCode))
  return { ...references, error_code, error_message: finding.message }
}

/** Codes that say that the bank or the line failed, not that the bank refused. */
const isTechnical = (storedCode: string): boolean => storedCode === 'bank_system_error' || storedCode === 'bank_timeout'

const stepOf = (settled: OperationRow, to: PaymentState, nowMs: number): StoredStep => {
  const { provider_transaction_id, auth_code, host_reference, bank_code, error_code, error_message } = settled
  const told = { error_code, error_message, provider_transaction_id, auth_code, host_reference, bank_code }
  return {
    id: newId(nowMs),
    to,
    at: nowMs,
    amount: settled.amount,
    operation: chargeTypeOf(settled.kind),
    operation_id: settled.id,
    message: error_message ?? acceptedMessage(settled.kind),
    ...(Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null)) as Partial<StoredStep>),
  }
}

const childOf = ({ kind, status }: OperationRow, step: StoredStep): Pick<Conclusion, 'child_status' | 'child_step'> => {
  if (kind !== 'refund' || status === 'processing') return { child_status: null, child_step: null }
  return { child_status: status, child_step: { ...step, id: newId(step.at), to: status } }
}

/** The payment as the event tells of it: the amount of this step, and the bank's references of it. */
const announcedOf = (payment: PaymentRow, settled: OperationRow) => ({
  ...payment,
  // While another refund runs, what this one left is told: a payment refunded in part.
  status: payment.status === 'refund_processing' ? ('completed' as const) : payment.status,
  amount: settled.amount,
  provider_transaction_id: settled.provider_transaction_id ?? payment.provider_transaction_id,
  auth_code: settled.kind === 'refund' ? null : (settled.auth_code ?? payment.auth_code),
  processed_ms: null,
})

const furtherOf = ({ kind, id }: OperationRow): Record<string, unknown> => (kind === 'refund' ? { refund_id: id } : {})

/** Kept with the state, for every repeat. */
const answerOf = (
  payment: PaymentRow,
  settled: OperationRow,
  finding: Final,
  report: FollowUpReport,
): { answer_status: number; answer_body: string } => {
  if (finding.kind === 'accepted')
    return { answer_status: 200, answer_body: JSON.stringify(followUpResult(payment, settled, report.nowMs)) }
  const problem = followUpProblem(settled, finding.storedCode, false)
  const context = { errorsBase: report.errorsBase, instance: settled.path, correlationId: settled.correlation_id }
  return { answer_status: problem.status, answer_body: JSON.stringify(problemBody(problem, context)) }
}
