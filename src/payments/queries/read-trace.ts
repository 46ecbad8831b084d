/** Everything one request caused, or one payment went through, as far as its reader may see it. */
import { narrowToMerchant } from '../../access/callers/request-merchant.ts'
import type { Call } from '../../access/endpoint.ts'
import { isAllowed } from '../../access/permissions.ts'
import { findLogsOfTransactions } from '../../acquiring/request-log/request-log-store.ts'
import { isoTime } from '../../core/clock.ts'
import { findDecisionDetails } from '../../fraud/checks/decision-details.ts'
import type { Tx } from '../../infra/database/database.ts'
import { wishedLanguage } from '../../infra/http/preferred-language.ts'
import { findDeliveriesOfResources } from '../../webhooks/deliveries/delivery-trace.ts'
import type { PaymentRow } from '../model/payment.ts'
import { type TracedChargebackStep, toChargebackEvent } from './trace-chargeback-events.ts'
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
  findOperationsToTrace,
  findPaymentsByCorrelation,
  findPaymentsById,
  findReturnsByCorrelation,
  findReturnsOfPayment,
  READ_MAX,
  TRACED_MAX,
} from './trace-store.ts'
import { type TracedTransfer, toReturnEvent, toTransferEvents } from './trace-transfer-events.ts'
import { TRACE_WORDS } from './trace-words.ts'

/** Bound for each kind of step. */
const STEPS_MAX = 5 * TRACED_MAX

/** A trace covers one request with its correlation id, or one payment, whatever requests caused its steps. */
type Subject = { readonly correlationId: string } | { readonly payment: PaymentRow }

/** Readers a trace uses for data of modules that payments do not depend on. */
export interface TraceReads {
  readonly findTransfersByCorrelation: (
    tx: Tx,
    tenantId: string,
    of: { readonly correlationId: string; readonly merchantId: string | null; readonly rowsMax: number },
  ) => Promise<TracedTransfer[]>
  /** Oldest first. If `correlationId` is null, only steps of the payments. */
  readonly findChargebackSteps: (
    tx: Tx,
    tenantId: string,
    of: {
      readonly correlationId: string | null
      readonly paymentIds: readonly string[]
      readonly merchantId: string | null
      readonly rowsMax: number
    },
  ) => Promise<TracedChargebackStep[]>
}

/** Returns the envelope, oldest event first; undefined if the request caused nothing within the caller's reach. */
export const readTrace = async (call: TraceCall, others: TraceReads, subject: Subject) => {
  const traced = await call.read((tx) => findTraced(tx, call.tenantId, subject, { ...toTraceScope(call), others }))
  if (traced === undefined) return undefined
  const correlationId = 'payment' in subject ? subject.payment.correlation_id : subject.correlationId
  const operationIds = new Set(traced.operations.map((operation) => operation.id))
  const language = wishedLanguage(call.request.headers['accept-language'])
  const words = TRACE_WORDS[language]
  const events = [
    ...traced.payments.map((payment) => toRequestEvent(payment, words)),
    ...traced.returns.map((each) => toReturnEvent(each, words)),
    ...toTransferEvents(traced.transfers, words),
    ...traced.decisions.flatMap((each) => toDecisionEvents(each, words)),
    ...traced.operations.map((operation) => toOperationEvent(operation, words)),
    ...traced.logs.map(toExchangeEvent),
    ...traced.payments.flatMap((payment) => toHistoryEvents(payment, language)),
    ...traced.followed.flatMap((payment) => toHistoryEvents(payment, language, operationIds)),
    ...traced.chargebacks.map((step) => toChargebackEvent(step, words)),
    ...traced.deliveries.map(toDeliveryEvent),
  ].sort((a, b) => a.at - b.at || toSourceRank(a) - toSourceRank(b))
  const data = {
    correlationId,
    summary: buildSummary(traced, events),
    events: events.map(({ at: _at, ...event }) => event),
  }
  return { message: traced.isCut ? words.cut(TRACED_MAX, STEPS_MAX) : null, isSuccess: true, code: null, data }
}

type TraceCall = Pick<Call, 'read' | 'tenantId' | 'merchantId' | 'principal' | 'request'>

/** A trace shows only what the caller could also read directly. */
interface TraceScope {
  readonly merchantId: string | null
  /** Merchant of the subscriptions whose deliveries are displayed; undefined means none. */
  readonly hooksOf: string | null | undefined
  readonly seesDecisions: boolean
  readonly seesTransfers: boolean
}

interface Others {
  readonly others: TraceReads
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

/** Finds all about payments and transfers the request created or continued; for others only the request's own steps. */
const findTraced = async (tx: Tx, tenantId: string, subject: Subject, sight: TraceScope & Others) => {
  const { merchantId, others } = sight
  const roots =
    'payment' in subject
      ? await rootsOfPayment(tx, subject.payment)
      : await rootsOfRequest(tx, tenantId, subject.correlationId, sight)
  const correlationId = 'payment' in subject ? null : subject.correlationId
  const [payments, operations, returns, transfers] = [
    cut(roots.payments),
    cut(roots.operations),
    cut(roots.returns),
    cut(roots.transfers),
  ]
  const chargebacks = await others.findChargebackSteps(tx, tenantId, {
    correlationId,
    paymentIds: payments.map(({ id }) => id),
    merchantId,
    rowsMax: STEPS_MAX,
  })
  if (payments.length + operations.length + transfers.length + chargebacks.length === 0) return undefined
  const made = new Set([...payments, ...transfers].map(({ id }) => id))
  const followedIds = [...new Set([...operations, ...chargebacks].map(({ payment_id }) => payment_id))].filter(
    (id) => !made.has(id),
  )
  const ids = [...made, ...followedIds]
  const resources = [...ids, ...new Set(chargebacks.map(({ chargeback_id }) => chargeback_id))]
  const operationIds = new Set(operations.map((operation) => operation.id))
  const logs = await findLogsOfTransactions(tx, tenantId, [...ids, ...operationIds], STEPS_MAX)
  // For a refund's payment, the deliveries that the refund triggered.
  const ofRequest = 'payment' in subject ? subject.payment.correlation_id : subject.correlationId
  const isOfTraced = (id: string): boolean =>
    chargebacks.some(({ chargeback_id, payment_id }) => chargeback_id === id && made.has(payment_id))
  const deliveries =
    sight.hooksOf === undefined
      ? []
      : await findDeliveriesOfResources(tx, tenantId, resources, sight.hooksOf, STEPS_MAX)
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
    logs: logs.filter(
      ({ transaction_id: id, correlation_id }) =>
        made.has(id ?? '') || (correlationId === null ? operationIds.has(id ?? '') : correlation_id === correlationId),
    ),
    chargebacks,
    deliveries: deliveries.filter(
      (each) => made.has(each.resource_id) || isOfTraced(each.resource_id) || each.correlation_id === ofRequest,
    ),
    isCut:
      Object.values(roots).some((found) => found.length > TRACED_MAX) ||
      [logs, deliveries, chargebacks].some((found) => found.length === STEPS_MAX),
  }
}

const cut = <Row>(found: readonly Row[]): readonly Row[] => found.slice(0, TRACED_MAX)

const rootsOfRequest = async (
  tx: Tx,
  tenantId: string,
  correlationId: string,
  { merchantId, seesTransfers, others }: TraceScope & Others,
) => {
  const returns = await findReturnsByCorrelation(tx, tenantId, correlationId, merchantId)
  const begun = await findPaymentsByCorrelation(tx, tenantId, correlationId, merchantId)
  const begunIds = new Set(begun.map(({ id }) => id))
  const sentOn = returns.map(({ payment_id }) => payment_id).filter((id) => !begunIds.has(id))
  return {
    returns,
    payments: [...begun, ...(await findPaymentsById(tx, tenantId, sentOn))],
    operations: await findOperationsByCorrelation(tx, tenantId, correlationId, merchantId),
    transfers: seesTransfers
      ? await others.findTransfersByCorrelation(tx, tenantId, { correlationId, merchantId, rowsMax: READ_MAX })
      : [],
  }
}

/** A refund is a step of its payment and has only that operation. */
const rootsOfPayment = async (tx: Tx, payment: PaymentRow) => ({
  returns: await findReturnsOfPayment(tx, payment.tenant_id, payment.id),
  payments: payment.operation_type === 'refund' ? [] : [payment],
  operations: await findOperationsToTrace(tx, payment.tenant_id, payment.id),
  transfers: [],
})

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
