/** Turns the transition of a payment into its update: state, history, events, journal, logs, response. */

import { type LoggedExchange, toRequestLogRow } from '../../acquiring/request-log/request-log-row.ts'
import { isoTime } from '../../core/clock.ts'
import { toKeptProblem } from '../../core/phrases/kept-problem.ts'
import { requireEdge } from '../../core/state-machine.ts'
import { type BankFacts, toKnownFacts } from '../model/bank-facts.ts'
import { buildFailureProblem, buildPaymentResult, toResultStatus } from '../model/payment-result.ts'
import { type PaymentTrigger, paymentMachine } from '../model/payment-states.ts'
import { newStep, type StoredStep } from '../model/payment-steps.ts'
import { buildPaymentEvent } from './payment-event.ts'
import type { PreparedPayment } from './prepared-payment.ts'
import type { PaymentUpdate } from './record-payments.ts'

/** Consequence of an outcome: an edge of the state table; or none (`trigger` undefined), while it is unknown. */
export interface PaymentTransition extends Partial<BankFacts> {
  trigger: PaymentTrigger | undefined
  used_points?: number
  /** When the payment is due again. */
  next_inquiry_ms?: number
  /** The step of the history, in place of the bank's facts; a state that stays has no other. */
  note?: Omit<StoredStep, 'id' | 'to' | 'at'>
}

export interface UpdateContext {
  nowMs: number
  errorsBase: string
  /** Path of the caller's request, for the problem of a failure. */
  instance: string
  /** Null if no caller waits (the inquiry job). */
  duration_ms: number | null
}

export const applyPaymentTransition = (
  payment: PreparedPayment,
  transition: PaymentTransition,
  exchanges: readonly LoggedExchange[],
  context: UpdateContext,
): PaymentUpdate => {
  const { trigger } = transition
  const edge = trigger && requireEdge(paymentMachine, payment.status, trigger)
  const to = edge?.to ?? payment.status
  const now = isoTime(context.nowMs)
  const hasSucceeded = to === 'completed' || to === 'authorized'
  const captured = to === 'completed' ? payment.amount : null
  const facts = toBankFacts(payment, transition)
  const points = transition.used_points === undefined ? {} : { used_points: transition.used_points }
  const after = { ...payment, ...facts, ...points, status: to, processed_ms: edge ? context.nowMs : null }
  const note = transition.note ?? (edge && { ...toKnownFacts(facts), ...points })
  const events = (edge?.emits ?? []).map((type, at) =>
    buildPaymentEvent(after, type, payment.sequence + at + 1, context.nowMs),
  )
  return {
    tenant_id: payment.tenant_id,
    id: payment.id,
    from_status: payment.status,
    fencing: payment.fencing,
    sequence_before: payment.sequence,
    to_status: to,
    event_count: events.length,
    history: note === undefined ? null : newStep(to, context.nowMs, note),
    captured,
    books_sale: to === 'completed',
    ...facts,
    ...(edge ? buildStoredAnswer(after, context) : { answer_status: null, answer_body: null }),
    duration_ms: context.duration_ms,
    completed_at: hasSucceeded ? now : null,
    modified: now,
    next_inquiry_at: transition.next_inquiry_ms === undefined ? null : isoTime(transition.next_inquiry_ms),
    inquiry_count: edge ? payment.inquiry_count : payment.inquiry_count + (context.duration_ms === null ? 1 : 0),
    configuration_id: payment.configuration_id,
    connector_code: payment.connector_code,
    attempt_no: payment.attempt_no,
    keeps_lease: false,
    logs: exchanges.map((each) => toRequestLogRow(payment, each, context.nowMs)),
    events,
  }
}

const toBankFacts = ({ bank_code }: PreparedPayment, transition: PaymentTransition): BankFacts => ({
  provider_transaction_id: transition.provider_transaction_id ?? null,
  auth_code: transition.auth_code ?? null,
  host_reference: transition.host_reference ?? null,
  bank_code: transition.bank_code ?? bank_code,
  error_code: transition.error_code ?? null,
  error_message: transition.error_message ?? null,
})

type ResultInput = Parameters<typeof buildPaymentResult>[0]

/**
 * Builds the response that is stored with the state for every repeat. For a fault whose first response is 503, repeats
 * get that the payment has failed (docs/interface/requests.md#idempotency).
 */
const buildStoredAnswer = (
  after: ResultInput & Pick<PreparedPayment, 'correlation_id'>,
  context: UpdateContext,
): { answer_status: number | null; answer_body: string | null } => {
  if (after.status !== 'failed')
    return { answer_status: toResultStatus(after), answer_body: JSON.stringify(buildPaymentResult(after)) }
  const problem = buildFailureProblem(after, false)
  return {
    answer_status: problem.status,
    answer_body: toKeptProblem(problem, {
      errorsBase: context.errorsBase,
      instance: context.instance,
      correlationId: after.correlation_id,
    }),
  }
}
