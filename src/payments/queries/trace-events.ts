/** Trace events: the caller's request, a call to a bank, a state transition, a delivery. */

import type { StoredLog } from '../../acquiring/request-log/request-log-store.ts'
import { isoTime } from '../../core/clock.ts'
import { maskIbans } from '../../core/iban.ts'
import type { Language } from '../../core/phrases/texts.ts'
import type { TracedDelivery } from '../../webhooks/deliveries/delivery-trace.ts'
import { PAYMENTS_PATH } from '../attempts/payment-services.ts'
import type { OperationRow } from '../model/operation.ts'
import type { PaymentRow } from '../model/payment.ts'
import { toSteps } from '../model/payment-steps.ts'
import { TRACE_WORDS, type TraceWords } from './trace-words.ts'

/** Order of events within the same millisecond. */
export const TRACE_SOURCES = [
  'PaymentRequest',
  'FraudCheck',
  'FraudAlert',
  'TransactionHistory',
  'Chargeback',
  'ApiRequest',
  'WebhookDelivery',
] as const
export type TraceSource = (typeof TRACE_SOURCES)[number]

export interface TraceEvent {
  source: TraceSource
  timestamp: string
  recordId: string
  transactionId: string | null
  title: string
  subtitle: string | null
  isSuccess: boolean
  errorMessage: string | null
  details: Record<string, string>
  requestBody: string | null
  responseBody: string | null
  /** Milliseconds, for sorting. */
  at: number
}

/** Returns details as strings; unknown values are left out. */
export const toDetails = (members: Record<string, string | number | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]])))

export const toRequestEvent = (payment: PaymentRow, words: TraceWords): TraceEvent => ({
  source: 'PaymentRequest',
  timestamp: isoTime(payment.created),
  at: payment.created.getTime(),
  recordId: payment.id,
  transactionId: payment.id,
  title: `POST ${toRequestPath(payment)}`,
  subtitle: words.sumOf(payment.operation_type, payment),
  isSuccess: payment.status !== 'failed',
  errorMessage: payment.error_message,
  details: toDetails({
    method: 'POST',
    path: toRequestPath(payment),
    statusCode: payment.answer_status,
    durationMs: payment.duration_ms,
    clientId: payment.client_id,
    actor: payment.actor ?? payment.client_id,
    address: payment.caller_address,
  }),
  requestBody: payment.request_body,
  responseBody: payment.answer_body,
})

const toRequestPath = (payment: PaymentRow): string =>
  payment.secure_type === 'non_3d' ? PAYMENTS_PATH : `${PAYMENTS_PATH}/3d/init`

/** Returns the event of a capture, void or refund. */
export const toOperationEvent = (operation: OperationRow, words: TraceWords): TraceEvent => ({
  source: 'PaymentRequest',
  timestamp: isoTime(operation.created),
  at: operation.created.getTime(),
  recordId: operation.id,
  transactionId: operation.payment_id,
  title: `POST ${operation.path}`,
  subtitle: words.sumOf(operation.kind, operation),
  isSuccess: operation.status !== 'failed',
  errorMessage: operation.error_message,
  details: toDetails({
    method: 'POST',
    path: operation.path,
    statusCode: operation.answer_status,
    durationMs: operation.duration_ms,
    clientId: operation.client_id,
    actor: operation.created_by,
    address: operation.caller_address,
  }),
  requestBody: operation.request_body,
  responseBody: operation.answer_body,
})

export const toExchangeEvent = (log: StoredLog): TraceEvent => ({
  source: 'ApiRequest',
  timestamp: isoTime(log.request_timestamp),
  at: log.request_timestamp.getTime(),
  recordId: log.id,
  transactionId: log.transaction_id,
  title: `${log.method} ${log.endpoint}`,
  subtitle: log.connector_code,
  isSuccess: log.is_success,
  errorMessage: log.error_message,
  details: toDetails({
    method: log.method,
    endpoint: log.endpoint,
    statusCode: log.status_code,
    durationMs: log.duration_ms,
    connectorCode: log.connector_code,
  }),
  requestBody: log.request_body && maskIbans(log.request_body),
  responseBody: log.response_body && maskIbans(log.response_body),
})

/** `operationIds` restricts the events to the steps of these operations. */
export const toHistoryEvents = (
  payment: PaymentRow,
  language: Language,
  operationIds?: ReadonlySet<string>,
): TraceEvent[] =>
  toSteps(payment, language)
    .filter((entry) => operationIds === undefined || operationIds.has(entry.operation_id ?? ''))
    .map((entry) => ({
      source: 'TransactionHistory',
      timestamp: isoTime(entry.at),
      at: entry.at,
      recordId: entry.id,
      transactionId: payment.id,
      title: TRACE_WORDS[language].step(entry.from, entry.to),
      subtitle: entry.message,
      isSuccess: entry.to !== 'failed',
      errorMessage: entry.error_message ?? null,
      details: toDetails({ previousStatus: entry.from, newStatus: entry.to }),
      requestBody: null,
      responseBody: null,
    }))

export const toDeliveryEvent = (delivery: TracedDelivery): TraceEvent => ({
  source: 'WebhookDelivery',
  timestamp: isoTime(delivery.due_at),
  at: delivery.due_at.getTime(),
  recordId: delivery.id,
  transactionId: delivery.resource_id,
  title: delivery.event_type,
  subtitle: delivery.url,
  isSuccess: delivery.is_success,
  errorMessage: delivery.error_message,
  details: toDetails({
    eventType: delivery.event_type,
    url: delivery.url,
    httpStatusCode: delivery.http_status_code,
    attemptNumber: delivery.attempt_number,
  }),
  requestBody: delivery.request_body,
  responseBody: delivery.response_body,
})
