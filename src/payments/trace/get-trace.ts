/** GET /api/v1/Trace/{correlationId}: everything one request set off, oldest first. */
import { Type } from 'typebox'
import { endpoint, ok } from '../../access/endpoint.ts'
import { logsOfTransactions } from '../../connectors/request-log/request-log-store.ts'
import { isoTime } from '../../core/clock.ts'
import { Problem } from '../../core/problem.ts'
import { deliveriesOfResources } from '../../webhooks/delivery-trace.ts'
import { deliveryEvent, exchangeEvent, historyEvents, requestEvent, type TraceEvent } from './trace-events.ts'
import { TraceEnvelope } from './trace-schemas.ts'
import { paymentsOfCorrelation } from './trace-store.ts'

export const getTrace = endpoint({
  method: 'GET',
  path: '/api/v1/Trace/:correlationId',
  tag: 'Trace',
  summary: 'Everything one request set off',
  description:
    'Answers "what happened to this payment?": the request, each call to a bank, each step of the state and each webhook delivery, in order. The key is `X-Correlation-Id` of the answer.',
  allow: 'pos-read',
  notFound: 'resource_not_found',
  params: Type.Object({ correlationId: Type.String({ maxLength: 100 }) }),
  answers: { 200: TraceEnvelope },
  handle: async ({ params, tenantId, merchantId, read }) => {
    const correlationId = params.correlationId.toLowerCase()
    const traced = await read(async (tx) => {
      const payments = await paymentsOfCorrelation(tx, tenantId, correlationId, merchantId)
      const ids = payments.map((payment) => payment.id)
      if (ids.length === 0) return undefined
      return {
        payments,
        logs: await logsOfTransactions(tx, tenantId, ids),
        deliveries: await deliveriesOfResources(tx, tenantId, ids),
      }
    })
    if (traced === undefined)
      throw new Problem('resource_not_found', {
        detail: 'No request of this tenant had this correlation id, or it set nothing off.',
      })
    const events = [
      ...traced.payments.map(requestEvent),
      ...traced.logs.map(exchangeEvent),
      ...traced.payments.flatMap(historyEvents),
      ...traced.deliveries.map(deliveryEvent),
    ].sort((a, b) => a.at - b.at || RANK[a.source] - RANK[b.source])
    return ok({
      message: null,
      isSuccess: true,
      code: null,
      data: { correlationId, summary: summaryOf(traced, events), events: events.map(({ at: _at, ...event }) => event) },
    })
  },
})

/** Things of the same millisecond in the order in which they happen. */
const RANK = { PaymentRequest: 0, TransactionHistory: 1, ApiRequest: 2, WebhookDelivery: 3 } as const

const summaryOf = (
  traced: { payments: readonly { id: string }[]; logs: readonly unknown[]; deliveries: readonly unknown[] },
  events: readonly TraceEvent[],
) => ({
  transactionIds: traced.payments.map((payment) => payment.id),
  firstEventAt: isoTime(events[0]?.at ?? 0),
  lastEventAt: isoTime(events.at(-1)?.at ?? 0),
  paymentRequestCount: traced.payments.length,
  apiRequestCount: traced.logs.length,
  webhookCount: traced.deliveries.length,
  transactionHistoryCount: events.filter((event) => event.source === 'TransactionHistory').length,
  hasErrors: events.some((event) => !event.isSuccess),
})
