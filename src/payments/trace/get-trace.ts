/** GET /api/v1/Trace/{correlationId}: everything one request set off, oldest first. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { logsOfTransactions } from '../../connectors/request-log/request-log-store.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import { decisionCards } from '../../fraud/checks/decision-cards.ts'
import type { Tx } from '../../infra/postgres.ts'
import { deliveriesOfResources } from '../../webhooks/delivery-trace.ts'
import { decisionEvents } from './decision-events.ts'
import {
  deliveryEvent,
  exchangeEvent,
  historyEvents,
  operationEvent,
  requestEvent,
  TRACE_SOURCES,
  type TraceEvent,
} from './trace-events.ts'
import { TraceEnvelope } from './trace-schemas.ts'
import { operationsOfCorrelation, paymentsById, paymentsOfCorrelation } from './trace-store.ts'

export const getTrace = endpoint({
  method: 'GET',
  path: '/api/v1/Trace/:correlationId',
  tag: 'Trace',
  summary: 'Everything one request set off',
  description:
    'Answers "what happened to this payment?": the request, why the fraud rules decided as they did and how a review ended, each call to a bank, each step of the state and each webhook delivery, in order. The key is `X-Correlation-Id` of the answer.',
  allow: 'pos-read',
  notFound: 'resource_not_found',
  params: Type.Object({ correlationId: Type.String({ maxLength: 100 }) }),
  answers: { 200: TraceEnvelope },
  handle: async ({ params, tenantId, merchantId, read }) => {
    const correlationId = params.correlationId.toLowerCase()
    const traced = await read((tx) => traceOf(tx, tenantId, correlationId, merchantId))
    if (traced === undefined)
      throw new Problem('resource_not_found', {
        detail: 'No request of this tenant had this correlation id, or it set nothing off.',
      })
    const operationIds = new Set(traced.operations.map((operation) => operation.id))
    const events = [
      ...traced.payments.map(requestEvent),
      ...traced.decisions.flatMap(decisionEvents),
      ...traced.operations.map(operationEvent),
      ...traced.logs.map(exchangeEvent),
      ...traced.payments.flatMap((payment) => historyEvents(payment)),
      ...traced.followed.flatMap((payment) => historyEvents(payment, operationIds)),
      ...traced.deliveries.map(deliveryEvent),
    ].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b))
    return ok({
      message: null,
      isSuccess: true,
      code: null,
      data: { correlationId, summary: summaryOf(traced, events), events: events.map(({ at: _at, ...event }) => event) },
    })
  },
})

/** All of the payments the request made; of payments it followed up only what is its own doing. */
const traceOf = async (tx: Tx, tenantId: string, correlationId: string, merchantId: string | null) => {
  const payments = await paymentsOfCorrelation(tx, tenantId, correlationId, merchantId)
  const operations = await operationsOfCorrelation(tx, tenantId, correlationId, merchantId)
  if (payments.length === 0 && operations.length === 0) return undefined
  const made = new Set(payments.map((payment) => payment.id))
  const followedIds = [...new Set(operations.map((operation) => operation.payment_id))].filter((id) => !made.has(id))
  const ids = [...made, ...followedIds]
  const logs = await logsOfTransactions(tx, tenantId, [...ids, ...operations.map((operation) => operation.id)])
  const deliveries = await deliveriesOfResources(tx, tenantId, ids)
  return {
    payments,
    operations,
    decisions: await decisionCards(tx, tenantId, [...made]),
    followed: await paymentsById(tx, tenantId, followedIds),
    logs: logs.filter((log) => made.has(log.transaction_id ?? '') || log.correlation_id === correlationId),
    deliveries: deliveries.filter((each) => made.has(each.resource_id) || each.correlation_id === correlationId),
  }
}

const rankOf = ({ source }: TraceEvent): number => TRACE_SOURCES.indexOf(source)

const summaryOf = (
  traced: {
    payments: readonly { id: string }[]
    operations: readonly { id: string }[]
    followed: readonly { id: string }[]
    logs: readonly unknown[]
    deliveries: readonly unknown[]
  },
  events: readonly TraceEvent[],
) => ({
  transactionIds: [...traced.payments, ...traced.followed].map((payment) => payment.id),
  firstEventAt: isoTime(events[0]?.at ?? 0),
  lastEventAt: isoTime(events.at(-1)?.at ?? 0),
  paymentRequestCount: traced.payments.length + traced.operations.length,
  apiRequestCount: traced.logs.length,
  webhookCount: traced.deliveries.length,
  transactionHistoryCount: events.filter((event) => event.source === 'TransactionHistory').length,
  hasErrors: events.some((event) => !event.isSuccess),
})
