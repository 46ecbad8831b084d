/** Trace events that explain the decision of fraud rules, and how a review ended. */
import { maskCardNumbers } from '../../core/card-numbers-in-text.ts'
import { isoTime, isoTimeOrNull } from '../../core/clock.ts'
import type { DecisionAlert, DecisionDetails } from '../../fraud/checks/decision-details.ts'
import { type TraceEvent, toDetails } from './trace-events.ts'
import type { TraceWords } from './trace-words.ts'

/** Returns the details of the fraud decision: its input as the request, its result as the response. */
export const toDecisionEvents = (card: DecisionDetails, words: TraceWords): TraceEvent[] => {
  const { check, matchedRules, variables, alert } = card
  const response = {
    decision: check.decision,
    score: check.score,
    reason_codes: check.reason_codes?.split(',') ?? [],
    matched_rules: matchedRules,
  }
  const decided: TraceEvent = {
    source: 'FraudCheck',
    timestamp: isoTime(check.checked_at),
    at: check.checked_at.getTime(),
    recordId: check.id,
    transactionId: check.id,
    title: words.decision(check.decision, check.score),
    subtitle: matchedRules.length === 0 ? null : matchedRules.map(({ code, id }) => code ?? id).join(', '),
    isSuccess: check.decision !== 'block',
    errorMessage: null,
    details: toDetails({
      decision: check.decision,
      score: check.score,
      providerUsed: check.provider,
      latencyMs: check.latency_us / 1_000,
      alertId: alert?.id,
      alertStatus: alert?.status,
    }),
    requestBody: maskCardNumbers(JSON.stringify(variables)),
    responseBody: maskCardNumbers(JSON.stringify(response)),
  }
  return alert === null || alert.status === 'open' ? [decided] : [decided, toAlertEndEvent(check.id, alert, words)]
}

const toAlertEndEvent = (paymentId: string, alert: DecisionAlert, words: TraceWords): TraceEvent => {
  const at = alert.reviewed_at ?? alert.expires_at
  return {
    source: 'FraudAlert',
    timestamp: isoTime(at),
    at: at.getTime(),
    recordId: alert.id,
    transactionId: paymentId,
    title: words.step('open', alert.status),
    subtitle: alert.notes,
    isSuccess: alert.status === 'approved',
    errorMessage: null,
    details: toDetails({
      previousStatus: 'open',
      newStatus: alert.status,
      reviewedBy: alert.reviewed_by,
      reviewedAt: isoTimeOrNull(alert.reviewed_at),
      expiresAt: isoTime(alert.expires_at),
    }),
    requestBody: null,
    responseBody: null,
  }
}
