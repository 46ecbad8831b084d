/** The list of payment and transaction endpoints of the card surface. */
import type { Endpoint } from '../access/endpoint.ts'
import { approveCancellation } from './endpoints/approve-cancellation.ts'
import { operationEndpoints } from './endpoints/capture-void-refund.ts'
import { confirmDcc } from './endpoints/confirm-dcc.ts'
import { createCancellation } from './endpoints/create-cancellation.ts'
import { createPayment } from './endpoints/create-payment.ts'
import { exportTransactions } from './endpoints/export-transactions.ts'
import { getKeyHolders } from './endpoints/get-key-holders.ts'
import { getPayment } from './endpoints/get-payment.ts'
import { getPaymentTrace } from './endpoints/get-payment-trace.ts'
import { getTrace } from './endpoints/get-trace.ts'
import { getTransaction } from './endpoints/get-transaction.ts'
import { getCancellation, listCancellations } from './endpoints/list-cancellations.ts'
import { getRefund, listRefunds } from './endpoints/list-refunds.ts'
import { listTransactions } from './endpoints/list-transactions.ts'
import { paymentHistory } from './endpoints/payment-history.ts'
import { pointInquiry } from './endpoints/point-inquiry.ts'
import { queryPayment } from './endpoints/query-payment.ts'
import { rejectCancellation } from './endpoints/reject-cancellation.ts'
import { threeDSecureEndpoints } from './endpoints/three-d-secure-endpoints.ts'
import { transactionHistories } from './endpoints/transaction-histories.ts'
import { unresolvedEndpoints } from './endpoints/unresolved-operations.ts'
import type { OperationServices } from './operations/operation-recorder.ts'
import type { FindKeyHolders } from './queries/payment-key-holders.ts'
import type { TraceReads } from './queries/read-trace.ts'

/** Readers that payment pages use for data of modules that payments do not depend on. */
export interface ReadsOfOthers extends TraceReads {
  /** Finds requests of other modules that hold an idempotency key of the card surface. */
  readonly findKeyHolders: FindKeyHolders
}

export const paymentEndpoints = (services: OperationServices, others: ReadsOfOthers): Endpoint[] => [
  createPayment(services),
  ...operationEndpoints(services),
  ...threeDSecureEndpoints(services),
  getPayment,
  getPaymentTrace(others),
  queryPayment(services),
  paymentHistory(services),
  pointInquiry(services),
  confirmDcc(services),
  listRefunds(services),
  getRefund,
  listCancellations(services),
  getCancellation,
  createCancellation(services),
  approveCancellation(services),
  rejectCancellation(services),
  ...unresolvedEndpoints,
  listTransactions(services),
  exportTransactions(services),
  getTransaction,
  transactionHistories(services),
  getTrace(others),
  getKeyHolders(others.findKeyHolders),
]
