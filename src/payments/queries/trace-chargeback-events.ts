/**
 * Trace events of chargebacks: each step of those of the traced payments, and steps that the request itself took. The
 * rows are passed in.
 */
import { isoTime } from '../../core/clock.ts'
import { type TraceEvent, toDetails } from './trace-events.ts'
import type { TraceWords } from './trace-words.ts'

export interface TracedChargebackStep {
  id: string
  chargeback_id: string
  payment_id: string
  amount: number
  currency: string
  reason_code: string | null
  from_status: string | null
  to_status: string
  actor: string | null
  correlation_id: string
  at: Date
}

export const toChargebackEvent = (step: TracedChargebackStep, words: TraceWords): TraceEvent => ({
  source: 'Chargeback',
  timestamp: isoTime(step.at),
  at: step.at.getTime(),
  recordId: step.chargeback_id,
  transactionId: step.payment_id,
  title: words.step(step.from_status, step.to_status),
  subtitle: words.chargebackOf(step),
  isSuccess: step.to_status !== 'lost',
  errorMessage: null,
  details: toDetails({
    previousStatus: step.from_status,
    newStatus: step.to_status,
    reasonCode: step.reason_code,
    actor: step.actor,
    correlationId: step.correlation_id,
  }),
  requestBody: null,
  responseBody: null,
})
