/** The void of a payment under fraud review. The payment was never at a bank, so the first write completes it. */

import { isoTime } from '../../core/clock.ts'
import { findTarget, requireEdge } from '../../core/state-machine.ts'
import { expireAlertsCte, lockUndecidedAlerts } from '../../fraud/alerts/alerts-of-voids.ts'
import type { Tx } from '../../infra/database/database.ts'
import { constantOfRow, joinByKey } from '../../infra/database/key-join.ts'
import { EVENT_OUTBOX_CTES } from '../../webhooks/events/event-outbox.ts'
import { NO_BANK_FACTS } from '../model/bank-facts.ts'
import { cancellationMachine } from '../model/cancellation-states.ts'
import { OPERATION_COLUMNS, type OperationRow } from '../model/operation.ts'
import { operationMachine } from '../model/operation-states.ts'
import { isUnderReview, type PaymentRow } from '../model/payment.ts'
import { buildPaymentResult } from '../model/payment-result.ts'
import { paymentMachine } from '../model/payment-states.ts'
import { newStep, nextStepTime } from '../model/payment-steps.ts'
import { buildPaymentEvent } from '../persistence/payment-event.ts'
import type { PaymentEventRow } from '../persistence/record-payments.ts'
import type { NewOperation, OperationInsert } from './new-operation.ts'
import { buildOperationResult } from './operation-result.ts'

/** Locks the open alerts of the payments to be voided; returns the ids of payments whose alert is not being decided. */
export const lockOpenAlerts = (
  tx: Tx,
  payments: readonly Pick<PaymentRow, 'tenant_id' | 'id' | 'status' | 'secure_type' | 'verdict'>[],
): Promise<ReadonlySet<string>> => lockUndecidedAlerts(tx, payments.filter(isUnderReview))

export interface ReviewVoid
  extends Omit<OperationInsert, 'lease_owner' | 'next_inquiry_at' | 'refunding' | 'fingerprint'> {
  /** Hex, because it is passed as jsonb. */
  fingerprint: string | null
  answer_status: number
  answer_body: string
  /** The response to repeats of the payment's own key from now on. */
  payment_answer: string
  events: PaymentEventRow[]
}

/**
 * Returns the void, and the payment after it. `payment` must be locked and under review, with its alert locked.
 */
export const buildReviewVoid = (
  payment: PaymentRow,
  request: NewOperation,
): { reviewVoid: ReviewVoid; payment: PaymentRow } => {
  const { decisionInput, nowMs, equivalentKeys: _, lease_owner: __, next_inquiry_at: ___, ...rest } = request
  const edge = requireEdge(paymentMachine, payment.status, 'cancel')
  const step = newStep(edge.to, nextStepTime(payment, nowMs), {
    operation: 'void',
    operation_id: request.id,
    message: 'Voided while it waited for a fraud review; it was never sent to a bank',
  })
  const moved = { ...payment, status: edge.to, history: [...payment.history, step] }
  const events = edge.emits.map((type, at) => buildPaymentEvent(moved, type, payment.sequence + at + 1, nowMs))
  const after = { ...moved, sequence: payment.sequence + events.length }
  const done = { ...NO_BANK_FACTS, id: request.id, kind: 'void', status: VOIDED, amount: payment.amount } as const
  const ended = buildPaymentResult({ ...after, processed_ms: nowMs })
  const reviewVoid = {
    ...rest,
    fingerprint: request.fingerprint?.toString('hex') ?? null,
    kind: decisionInput.kind,
    amount: payment.amount,
    currency: payment.currency,
    state_before: payment.status,
    to_status: edge.to,
    step,
    created: isoTime(nowMs),
    answer_status: 200,
    answer_body: JSON.stringify(buildOperationResult(after, done as OperationRow, nowMs)),
    payment_answer: JSON.stringify({ ...ended, is_success: false, message: step.message }),
    events,
  }
  return { reviewVoid, payment: after }
}
const VOIDED = findTarget(operationMachine, 'accept')

const VOID_COLUMNS = `tenant_id uuid, id uuid, payment_id uuid, merchant_id uuid, kind text, amount bigint, currency text,
  state_before text, to_status text, step jsonb, reason text, reason_code text, extra jsonb, cancellation_request_id uuid,
  configuration_id uuid, connector_code text, idempotency_key text, fingerprint text, path text, correlation_id text,
  client_id text, created_by text, caller_address text, request_body text, created timestamptz, answer_status smallint, answer_body text,
  payment_answer text, events jsonb`

const VOID_UNDER_REVIEW = `
with cancelled as materialized (select * from jsonb_to_recordset($1::jsonb) as t(${VOID_COLUMNS})),
moved as (
  update payments p set status = c.to_status, history = p.history || c.step, last_modified = c.created,
    sequence = p.sequence + jsonb_array_length(c.events), next_inquiry_at = null, lease_owner = null, lease_until = null,
    card_sealed = null, answer_unseen = p.answer_status is null,
    answer_status = coalesce(p.answer_status, 200), answer_body = coalesce(p.answer_body, c.payment_answer)
  from cancelled c where ${joinByKey('p', { tenant_id: 'c.tenant_id', id: 'c.payment_id' })}
  returning p.tenant_id, p.id, p.merchant_id, c.correlation_id, p.last_modified, c.events),
${expireAlertsCte('cancelled', 'payment_id')},
reviewed as (
  update cancellation_requests r set status = '${findTarget(cancellationMachine, 'approve')}'
  from cancelled c where ${joinByKey('r', { tenant_id: 'c.tenant_id', id: 'c.cancellation_request_id' })} and r.status = ${constantOfRow('pending', 'c.tenant_id')}),
announced as (
  select m.tenant_id, m.id as resource_id, a.sequence, a.id, 'cards' as surface, a.type, m.merchant_id,
    m.id as transaction_id, a.body, m.correlation_id, m.last_modified as created
  from moved m cross join lateral jsonb_to_recordset(m.events) as a(sequence integer, id text, type text, body text)),
${EVENT_OUTBOX_CTES}
insert into payment_operations (tenant_id, id, payment_id, merchant_id, kind, status, amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, attempt_no, attempt_at, idempotency_key,
  fingerprint, answer_status, answer_body, path, correlation_id, client_id, created_by, caller_address,
  request_body, created, completed_at, last_modified)
select tenant_id, id, payment_id, merchant_id, kind, '${VOIDED}', amount, currency, state_before, reason,
  reason_code, extra, cancellation_request_id, configuration_id, connector_code, 1, created, idempotency_key,
  decode(fingerprint, 'hex'), answer_status, answer_body, path, correlation_id, client_id, created_by, caller_address,
  request_body, created, created, created
from cancelled
returning ${OPERATION_COLUMNS}`

export const voidUnderReview = async (
  tx: Tx,
  cancellations: readonly ReviewVoid[],
): Promise<Map<string, OperationRow>> => {
  if (cancellations.length === 0) return new Map()
  const rows = await tx.query<OperationRow>(VOID_UNDER_REVIEW, [JSON.stringify(cancellations)], 'cancel-held')
  return new Map(rows.map((row) => [row.id, row]))
}
