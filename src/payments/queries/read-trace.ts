/** Everything one request caused, as far as its reader may see it. */
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import { isAllowed } from '../../access/permissions.ts'
import { findLogsOfTransactions } from '../../acquiring/request-log/request-log-store.ts'
import { isoTime } from '../../core/clock.ts'
import { findDecisionDetails } from '../../fraud/checks/decision-details.ts'
import type { Tx } from '../../infra/database/database.ts'
import { findDeliveriesOfResources } from '../../webhooks/deliveries/delivery-trace.ts'
import { findChargebackSteps, toChargebackEvent } from './trace-chargeback-events.ts'
import { toDecisionEvents } from './trace-decision-events.ts'
import {
  TRACE_SOURCES,
  type TraceEvent,
  toDeliveryEvent,
  toExchangeEvent,
  toHistoryEvents,
  toOperationEvent,
  toRequestEvent,
} from './trace-events.ts'
import {
  findOperationsByCorrelation,
  findPaymentsByCorrelation,
  findPaymentsById,
  findReturnsByCorrelation,
  findTransfersByCorrelation,
} from './trace-store.ts'
import { toReturnEvent, toTransferEvents } from './trace-transfer-events.ts'

/** Oldest first; undefined: the request caused nothing within the caller's reach. */
export const readTrace = async (call: TraceCall, correlationId: string) => {
  const traced = await call.read((tx) => findTraced(tx, call.tenantId, correlationId, toTraceScope(call)))
  if (traced === undefined) return undefined
  const operationIds = new Set(traced.operations.map((operation) => operation.id))
  const events = [
    ...traced.payments.map(toRequestEvent),
    ...traced.returns.map(toReturnEvent),
    ...toTransferEvents(traced.transfers),
    ...traced.decisions.flatMap(toDecisionEvents),
    ...traced.operations.map(toOperationEvent),
    ...traced.logs.map(toExchangeEvent),
    ...traced.payments.flatMap((payment) => toHistoryEvents(payment)),
    ...traced.followed.flatMap((payment) => toHistoryEvents(payment, operationIds)),
    ...traced.chargebacks.map(toChargebackEvent),
    ...traced.deliveries.map(toDeliveryEvent),
  ].sort((a, b) => a.at - b.at || toSourceRank(a) - toSourceRank(b))
  return {
    correlationId,
    summary: buildSummary(traced, events),
    events: events.map(({ at: _at, ...event }) => event),
  }
}

type TraceCall = Pick<Call, 'read' | 'tenantId' | 'merchantId' | 'principal' | 'request'>

/** Only what the caller could also read directly. */
interface TraceScope {
  readonly merchantId: string | null
  /** Merchant of the subscriptions whose deliveries are displayed; undefined: none of them. */
  readonly hooksOf: string | null | undefined
  readonly seesDecisions: boolean
  readonly seesTransfers: boolean
}

const toTraceScope = (call: TraceCall): TraceScope => {
  const { roles } = call.principal
  return {
    merchantId: call.merchantId,
    hooksOf: isAllowed('cards', 'hooks-read', roles) ? narrowToMerchant(call) : undefined,
    seesDecisions: isAllowed('cards', 'pos-read', roles),
    seesTransfers: isAllowed('transfers', 'read', roles),
  }
}

/** Everything of the payments and transfers the request created or continued; of payments it only operated on, only its own steps. */
const findTraced = async (tx: Tx, tenantId: string, correlationId: string, sight: TraceScope) => {
  const { merchantId } = sight
  const returns = await findReturnsByCorrelation(tx, tenantId, correlationId, merchantId)
  const begun = await findPaymentsByCorrelation(tx, tenantId, correlationId, merchantId)
  const sentOn = returns.map(({ payment_id }) => payment_id).filter((id) => !begun.some((payment) => payment.id === id))
  const payments = [...begun, ...(await findPaymentsById(tx, tenantId, sentOn))]
  const operations = await findOperationsByCorrelation(tx, tenantId, correlationId, merchantId)
  const transfers = sight.seesTransfers ? await findTransfersByCorrelation(tx, tenantId, correlationId, merchantId) : []
  const chargebacks = await findChargebackSteps(tx, tenantId, {
    correlationId,
    paymentIds: payments.map(({ id }) => id),
    merchantId,
  })
  if (payments.length + operations.length + transfers.length + chargebacks.length === 0) return undefined
  const made = new Set([...payments, ...transfers].map(({ id }) => id))
  const followedIds = [...new Set([...operations, ...chargebacks].map(({ payment_id }) => payment_id))].filter(
    (id) => !made.has(id),
  )
  const ids = [...made, ...followedIds]
  const resources = [...ids, ...new Set(chargebacks.map(({ chargeback_id }) => chargeback_id))]
  const logs = await findLogsOfTransactions(tx, tenantId, [...ids, ...operations.map((operation) => operation.id)])
  const isOfTraced = (id: string): boolean =>
    chargebacks.some(({ chargeback_id, payment_id }) => chargeback_id === id && made.has(payment_id))
  const deliveries =
    sight.hooksOf === undefined ? [] : await findDeliveriesOfResources(tx, tenantId, resources, sight.hooksOf)
  return {
    payments,
    returns,
    transfers,
    operations,
    decisions: sight.seesDecisions
      ? await findDecisionDetails(
          tx,
          tenantId,
          payments.map(({ id }) => id),
        )
      : [],
    followed: await findPaymentsById(tx, tenantId, followedIds),
    logs: logs.filter((log) => made.has(log.transaction_id ?? '') || log.correlation_id === correlationId),
    chargebacks,
    deliveries: deliveries.filter(
      (each) => made.has(each.resource_id) || isOfTraced(each.resource_id) || each.correlation_id === correlationId,
    ),
  }
}

const toSourceRank = ({ source }: TraceEvent): number => TRACE_SOURCES.indexOf(source)

const buildSummary = (
  traced: {
    payments: readonly { id: string }[]
    transfers: readonly { id: string }[]
    operations: readonly { id: string }[]
    followed: readonly { id: string }[]
    logs: readonly unknown[]
    deliveries: readonly unknown[]
  },
  events: readonly TraceEvent[],
) => ({
  transactionIds: [...traced.payments, ...traced.followed, ...traced.transfers].map(({ id }) => id),
  firstEventAt: isoTime(events[0]?.at ?? 0),
  lastEventAt: isoTime(events.at(-1)?.at ?? 0),
  paymentRequestCount: events.filter((event) => event.source === 'PaymentRequest').length,
  apiRequestCount: traced.logs.length,
  webhookCount: traced.deliveries.length,
  transactionHistoryCount: events.filter((event) => event.source === 'TransactionHistory').length,
  hasErrors: events.some((event) => !event.isSuccess),
})
